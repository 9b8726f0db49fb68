"""
Draw the pictures for the README and the guides.

`python docs/pictures/make.py` writes `play.svg`, `watch.svg`, `analyse.svg` and `hexagons.svg`
beside this file, the same bytes every time: real games of fixed seeds, with a clock that
stands still.
"""

from __future__ import annotations

import asyncio
import runpy
from pathlib import Path

from sapper import Game, Position, Rules, load_agent
from sapper.agents import Playthrough
from sapper.cli.play.app import PlayApp, open_agent
from sapper.cli.play.person import PersonScreen
from sapper.logic import analyse, draw_analysis

HERE = Path(__file__).parent
SIZE = (100, 26)
RULES = Rules.parse("intermediate", first_click="zero")
SEED = 7
ANALYSED = (
    "........./........./..3211111/...100000/..2100000/..1000111/..10001../..2100111/...100000 12"
)


def make_game() -> Game:
    """Play an intermediate game halfway, as a careful person would."""
    game = Game(RULES, SEED)
    agent = load_agent("kvietinskas/single-point:first=r8c9")
    for turn in Playthrough(agent, RULES, SEED):
        if turn.number > 9 or turn.role == "guesser":
            break
        for move in turn.moves:
            game.play(move)
    return game


async def draw_person() -> str:
    """Draw a person's game, the cursor at the frontier."""
    game = make_game()
    seconds = iter([0.0])
    app = PlayApp(PersonScreen(game, now=lambda: next(seconds, 83.0)))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("up", *["left"] * 5)
        screen = app.screen
        if isinstance(screen, PersonScreen):
            screen.say("enter reveals, f flags, i is a hint, u undoes, ? shows all keys")
            screen.show_top()
        await pilot.pause()
        return app.export_screenshot(title="sapper play --on intermediate --first-click zero")


async def draw_agent() -> str:
    """Draw an agent's game at a turn that proves much."""
    app = open_agent(load_agent("kvietinskas/single-point"), RULES, SEED)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("space", "space", "space")
        await pilot.pause()
        return app.export_screenshot(title="sapper play --agent kvietinskas/single-point")


def main() -> None:
    """Draw them all."""
    analysed = draw_analysis(analyse(Position.parse(ANALYSED)))
    (HERE / "analyse.svg").write_text(analysed, encoding="utf-8")
    other_grids = runpy.run_path(str(HERE.parents[1] / "examples" / "other_grids.py"))
    _, seen = other_grids["play"](*other_grids["GRIDS"]["hexagons"], 12)
    drawn = other_grids["draw"]("hexagons", seen[len(seen) // 2])
    (HERE / "hexagons.svg").write_text(drawn, encoding="utf-8")
    (HERE / "play.svg").write_text(asyncio.run(draw_person()), encoding="utf-8")
    (HERE / "watch.svg").write_text(asyncio.run(draw_agent()), encoding="utf-8")


if __name__ == "__main__":
    main()
