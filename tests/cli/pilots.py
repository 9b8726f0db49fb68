"""Driving `sapper play` without a terminal: keys, mouse, and what is seen."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from textual.pilot import Pilot
from textual.widgets import Static

from sapper.agents import load_agent
from sapper.cli.play.app import PlayApp
from sapper.cli.play.game_screen import GameScreen
from sapper.cli.play.person import PersonScreen
from sapper.cli.play.watch import WatchScreen
from sapper.game import Game, Layout

Script = Callable[[Pilot[None]], Awaitable[None]]
SINGLE_POINT = load_agent("kvietinskas/single-point")


def drive(app: PlayApp, script: Script, size: tuple[int, int] = (100, 30)) -> None:
    """Run the application without a terminal, and the script at its keys."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(pilot)

    asyncio.run(run())


def screen_of(pilot: Pilot[None]) -> GameScreen:
    screen = pilot.app.screen
    assert isinstance(screen, GameScreen)
    return screen


def person_of(pilot: Pilot[None]) -> PersonScreen:
    screen = pilot.app.screen
    assert isinstance(screen, PersonScreen)
    return screen


def watch_of(pilot: Pilot[None]) -> WatchScreen:
    screen = pilot.app.screen
    assert isinstance(screen, WatchScreen)
    return screen


def on_layout(columns: int, rows: int, *mines: int, game: str = "normal") -> PlayApp:
    return PlayApp(PersonScreen(Game.on_layout(Layout(columns, rows, mines), game=game)))


def text_of(pilot: Pilot[None], widget: str) -> str:
    return str(pilot.app.screen.query_one(widget, Static).content)


def letter_at(pilot: Pilot[None], cell: str) -> str:
    """Return the letter that is really on the screen."""
    screen = screen_of(pilot)
    grid = screen.grid
    row, column = divmod(screen.game.cell(cell), screen.game.rules.columns)
    line = grid.render_line(row + 1 - grid.scroll_offset.y).text
    return line[grid.gutter_width + column * grid.cell_width - grid.scroll_offset.x + 1]


async def click(pilot: Pilot[None], cell: str, button: int = 1) -> None:
    screen = screen_of(pilot)
    grid = screen.grid
    row, column = divmod(screen.game.cell(cell), screen.game.rules.columns)
    x = grid.gutter_width + column * grid.cell_width - grid.scroll_offset.x
    await pilot.click(grid, offset=(x, row + 1 - grid.scroll_offset.y), button=button)
    await pilot.pause()


async def wait_for(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < until
        await pilot.pause(0.02)
