"""What a guess was chosen from, as the log and the terminal show it."""

from __future__ import annotations

import pytest

from sapper.agents import Agent, Playthrough
from sapper.agents.guessers import ClueChance
from sapper.agents.watch.guess_reason import ChanceReason
from sapper.game.rules import Rules
from sapper.lab.papers.checks.cooper import FIGURE_35, FIGURE_35_LAYOUT, ShowsPosition


def test_selector_shows_the_chances_and_ties_of_figure_35() -> None:
    rules = Rules(5, 5, 7, first_click="any", game="score")
    agent = Agent(None, (ShowsPosition(FIGURE_35.cells),), ClueChance())
    game = Playthrough(agent, rules, 0, layout=FIGURE_35_LAYOUT)
    _, turn = game.next_turn(), game.next_turn()
    assert turn is not None
    assert isinstance(turn.reason, ChanceReason)
    by_name = {FIGURE_35.format_cell(one.cell): one for one in turn.reason.cells}
    assert by_name["r4c2"].chance == pytest.approx(5 / 9)
    # The text's own list of ties: four cells with one half, and their unknown neighbours.
    told = {"r5c2": 3, "r5c3": 5, "r5c4": 5, "r5c5": 3}
    assert {name: by_name[name].unknown_neighbours for name in told} == told
    assert all(by_name[name].chance == 0.5 for name in told)
    assert turn.reason.cells[0].cell == turn.cell
    whole, best, *_ = turn.reason.lines(FIGURE_35)
    assert "with the least chance" in whole and "fewest unknown neighbours" in whole
    assert best.startswith(f"{FIGURE_35.format_cell(turn.cell or 0)}: 0.50, ")
