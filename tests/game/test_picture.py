"""Positions drawn as pictures."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from sapper.game import Position
from sapper.game.picture import CLUE_COLOURS
from sapper.logic import analyse, draw_analysis

SVG = "{http://www.w3.org/2000/svg}"


def draw(text: str, *best: str, trust_flags: bool = True) -> ET.Element:
    position = Position.parse(text)
    analysis = analyse(position, trust_flags=trust_flags)
    return ET.fromstring(draw_analysis(analysis, [position.cell(cell) for cell in best]))


def texts(svg: ET.Element, kind: str) -> list[str]:
    return [e.text or "" for e in svg.iter(f"{SVG}text") if e.get("class") == kind]


def uses(svg: ET.Element) -> dict[str, int]:
    """How often each shape is drawn, once for the legend not counted."""
    names = [(e.get("href") or "").lstrip("#") for e in svg.iter(f"{SVG}use")]
    legend = {"tick": 1, "mine": 1, "flag": 0}
    return {name: names.count(name) - of_legend for name, of_legend in legend.items()}


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
