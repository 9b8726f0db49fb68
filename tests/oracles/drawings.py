"""Layouts drawn as text, and games of agents on them."""

from __future__ import annotations

from sapper import Agent, Layout, Rules
from sapper.agents import Playthrough


def layout_of(drawing: str) -> Layout:
    rows = drawing.split("/")
    mines = [i for i, letter in enumerate("".join(rows)) if letter == "*"]
    return Layout(len(rows[0]), len(rows), tuple(mines))


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
