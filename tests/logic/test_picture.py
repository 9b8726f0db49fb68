from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from oracles.svg import SVG, draw, texts, uses
from sapper.game import Position
from sapper.game.picture import CELL, MARGIN
from sapper.logic import analyse, draw_analysis
from sapper.logic.picture import format_percent, mix_risk_colour


def titles(svg: ET.Element) -> dict[str, str]:
    found = [(e.text or "").split(": ") for e in svg.iter(f"{SVG}title")]
    return {name: says for name, says in found}  # noqa: C416 - pairs come as lists


def test_proven_cells_are_marked_and_the_rest_show_percent() -> None:
    svg = draw("..1./..2./11../.... 3")
    assert uses(svg) == {"tick": 2, "mine": 1, "flag": 0}
    assert texts(svg, "p") == ["9", "27", "27", "27", "18", "27", "27", "27", "9", "25"]
    assert titles(svg)["r3c3"] == "safe"
    assert titles(svg)["r3c4"] == "mine"
    assert titles(svg)["r1c1"] == "risk 9.09 %"


def test_flags_are_drawn_where_trusted_and_risky_where_not() -> None:
    assert uses(draw("F1../.... 2"))["flag"] == 1
    distrusted = draw("F1../.... 2", trust_flags=False)
    assert uses(distrusted)["flag"] == 0
    assert "r1c1" in titles(distrusted)


def test_rings_stand_on_the_best_cells_but_not_on_safe_ones() -> None:
    def rings(svg: ET.Element) -> list[tuple[str | None, str | None]]:
        circles = [e for e in svg.iter(f"{SVG}circle") if e.get("class") == "b"]
        return [(e.get("cx"), e.get("cy")) for e in circles][:-1]  # the last is the legend's

    middle = str(MARGIN + CELL // 2)
    assert rings(draw("..1./..2./11../.... 3", "r1c1", "r3c3")) == [(middle, middle)]


def test_the_same_position_is_drawn_in_the_same_bytes() -> None:
    analysis = analyse(Position.parse("..1./..2./11../.... 3"))
    assert draw_analysis(analysis) == draw_analysis(analysis)


def test_risk_runs_from_green_to_red() -> None:
    colours = [mix_risk_colour(risk / 20) for risk in range(21)]
    red = [int(colour[1:3], 16) for colour in colours]
    green = [int(colour[3:5], 16) for colour in colours]
    assert len(set(colours)) == len(colours)
    assert red[:11] == sorted(red[:11])
    assert green == sorted(green, reverse=True)


@pytest.mark.parametrize(
    ("risk", "text"), [(1e-12, "<1"), (0.01, "1"), (0.5, "50"), (0.9, "90"), (0.995, ">99")]
)
def test_percent_never_shows_nought_or_a_hundred(risk: float, text: str) -> None:
    assert format_percent(risk) == text
