"""Positions drawn as pictures."""

from __future__ import annotations

from oracles.svg import SVG, draw, texts, uses
from sapper.game.picture import CLUE_COLOURS


def test_every_clue_has_the_colour_of_players() -> None:
    svg = draw("..1./..2./11../.... 3")
    clues = [e for e in svg.iter(f"{SVG}text") if e.get("class") == "c"]
    assert [(e.text, e.get("fill")) for e in clues] == [
        ("1", CLUE_COLOURS[1]),
        ("2", CLUE_COLOURS[2]),
        ("1", CLUE_COLOURS[1]),
        ("1", CLUE_COLOURS[1]),
    ]


def test_mines_that_are_shown_are_drawn() -> None:
    assert uses(draw("*1. 1")) == {"tick": 1, "mine": 1, "flag": 0}


def test_rows_and_columns_are_labelled_from_one() -> None:
    assert texts(draw("..1/... 1"), "l") == ["1", "2", "3", "1", "2"]
