"""Layouts drawn as text, and games of agents on them."""

from __future__ import annotations

from sapper import Agent, Layout, Rules
from sapper.agents import Playthrough
from sapper.agents.deducers import SinglePoint
from sapper.agents.guessers import RandomGuess
from sapper.agents.openers import RandomCell

SINGLE_POINT = Agent(RandomCell(), (SinglePoint(),), RandomGuess())
RULES = [
    Rules(9, 9, 10),
    Rules(6, 4, 5, first_click="any"),
    Rules(5, 5, 4, first_click="zero", game="score"),
    Rules(7, 1, 2),
    Rules(1, 7, 2, game="score"),
    Rules(4, 4, 0),
    Rules(2, 2, 4, first_click="any", game="score"),
]


def layout_of(drawing: str) -> Layout:
    return Layout.parse(drawing.replace(".", "-"))


def play_on(
    agent: Agent, drawing: str, *, game: str = "normal", check_deductions: bool = True
) -> Playthrough:
    layout = layout_of(drawing)
    rules = Rules(layout.columns, layout.rows, len(layout.mines), first_click="any", game=game)
    played = Playthrough(agent, rules, 5, layout=layout, check_deductions=check_deductions)
    list(played)
    return played


def row_of(agent: Agent, drawing: str, *, game: str = "normal") -> dict[str, object]:
    (row,) = play_on(agent, drawing, game=game).result()
    del row["nanoseconds"]
    return row
