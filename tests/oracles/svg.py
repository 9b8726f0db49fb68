"""Analyses drawn as SVG, and what is in the drawing."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from sapper.game import Position
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
