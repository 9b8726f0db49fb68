"""Keys and mouse on the grid."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cli.pilots import (
    SINGLE_POINT,
    click,
    drive,
    letter_at,
    on_layout,
    person_of,
    screen_of,
    text_of,
)
from sapper.cli.play.app import open_agent, open_person
from sapper.cli.play.picture import FLAG
from sapper.game import Rules


@pytest.mark.parametrize(
    "keys", [["up", "left", "enter"], ["k", "h", "space"], ["left", "down", "up", "up", "enter"]]
)
def test_arrow_keys_move_and_enter_reveals(keys: list[str]) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press(*keys)
        game = screen_of(pilot).game
        assert [move.format(9) for move in game.history] == ["r4c4"]
        assert game.position.clue(game.cell("r4c4")) is not None

    drive(open_person(Rules.parse("beginner"), 7), script)


def test_cursor_stays_on_the_grid() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press(*["up"] * 9, "home")
        assert person_of(pilot).cursor == 0
        await pilot.press("left", "up", "end", "pagedown", "right", "down")
        assert person_of(pilot).cursor == 80

    drive(open_person(Rules.parse("beginner"), 7), script)


def test_mouse_reveals_flags_and_chords() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await click(pilot, "r1c2")
        await click(pilot, "r1c1", button=3)
        position = screen_of(pilot).game.position
        assert str(position) == "F1./... 1"
        assert letter_at(pilot, "r1c1") == FLAG
        assert letter_at(pilot, "r1c2") == "1"
        await click(pilot, "r1c1")
        assert "r1c1 is flagged" in text_of(pilot, "#status")
        await click(pilot, "r1c1", button=3)
        assert str(screen_of(pilot).game.position) == ".1./... 1"
        await click(pilot, "r1c1", button=3)
        await click(pilot, "r1c2", button=2)
        assert screen_of(pilot).game.outcome == "won"

    drive(on_layout(3, 2, 0), script)


def test_drag_to_another_cell_takes_the_press_back() -> None:
    async def script(pilot: Pilot[None]) -> None:
        grid = screen_of(pilot).grid
        await pilot.mouse_down(grid, offset=(4, 1))
        await pilot.mouse_up(grid, offset=(10, 1))
        await pilot.pause()
        assert not screen_of(pilot).game.history

    drive(on_layout(5, 5, 0), script)


def test_hundred_columns_scroll_after_the_cursor_and_take_clicks() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("end", *["pagedown"] * 10)
        await pilot.pause()
        grid = screen_of(pilot).grid
        assert grid.scroll_offset.y > 50
        assert grid.scroll_offset.x > 50
        assert grid.render_line(grid.num_rows_seen).text.startswith("100 ")
        await click(pilot, "r99c98", button=3)
        assert screen_of(pilot).game.history[-1].format(100) == "!r99c98"
        assert letter_at(pilot, "r99c98") == FLAG
        await pilot.press("home", *["pageup"] * 10)
        await pilot.pause()
        assert (grid.scroll_offset.x, grid.scroll_offset.y) == (0, 0)

    drive(open_person(Rules.parse("100x100x2000"), 7), script, size=(80, 24))


def test_million_cells_open() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("enter", "right", "f", "end")
        await pilot.pause()
        assert screen_of(pilot).game.cells_revealed > 900_000
        await pilot.press("u")

    drive(open_person(Rules.parse("1000x1000x1"), 7), script)


@pytest.mark.parametrize("size", [(20, 8), (40, 12), (80, 24), (200, 60)])
def test_every_size_of_terminal_is_drawn(size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("enter", "up", "space", "end")
        await pilot.resize_terminal(size[0] + 30, size[1] + 3)
        await pilot.pause()
        assert pilot.app.export_screenshot()

    drive(open_person(Rules.parse("expert"), 7), script, size=size)
    drive(open_agent(SINGLE_POINT, Rules.parse("expert"), 7), script, size=size)
