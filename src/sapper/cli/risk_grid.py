"""
A position with its risks as coloured lines for a terminal.

Clues keep the colours of players; covered cells show their risk in percent on a
ground from green to red; proven cells a tick or a mine, the best cells stand in
brackets; a revealed zero is blank, as in `sapper play`. A grid wider than the
terminal is cut into bands of columns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from math import isnan
from typing import Final

from rich.style import Style
from rich.text import Text

from sapper.game.codes import FLAGGED, MINE_SHOWN
from sapper.game.position import Position
from sapper.logic import Analysis
from sapper.logic.picture import format_percent, mix_risk_colour

SAFE: Final = "✓"
MINE: Final = "✹"
FLAG: Final = "⚑"

# Clues 0 to 8 in colours that can be read on a dark and on a light ground.
_CLUES: Final = (
    "bright_black",
    "dodger_blue2",
    "green4",
    "red3",
    "purple",
    "dark_orange3",
    "dark_cyan",
    "default",
    "bright_black",
)
_LABEL: Final = Style(color="bright_black")
_INK: Final = "#1f2937"


def make_grid(
    analysis: Analysis,
    best: Collection[int],
    room: int | None = None,
    *,
    is_coloured: bool = True,
) -> Iterator[Text]:
    """
    Yield the heading and one line a row; in bands where there is room for fewer columns.

    Without colours a risk carries its percent sign: a 6 alone would be a clue.
    """
    position = analysis.position
    width = max(4 if is_coloured else 5, len(str(position.columns)) + 2)
    margin = len(str(position.rows)) + 1
    looks = _Looks(analysis, frozenset(best), "" if is_coloured else "%")
    for number, band in enumerate(_bands(position.columns, width, margin, room)):
        if number:
            yield Text()
        heading = "".join(f"{column + 1:^{width}}" for column in band)
        yield Text(" " * margin + heading.rstrip(), style=_LABEL)
        for row in range(position.rows):
            line = Text(f"{row + 1:>{margin - 1}} ", style=_LABEL)
            for column in band:
                text, style = looks.look(row * position.columns + column)
                line.append(f"{text:^{width}}", style)
            yield line


def _bands(columns: int, width: int, margin: int, room: int | None) -> list[range]:
    """Cut the columns into bands of nearly the same size that fit."""
    most = columns if room is None else max((room - margin) // width, 1)
    count = -(-columns // most)
    edges = [columns * i // count for i in range(count + 1)]
    return [range(first, last) for first, last in pairwise(edges)]


class _Looks:
    """What each cell of an analysis looks like."""

    def __init__(self, analysis: Analysis, best: frozenset[int], unit: str) -> None:
        self._unit = unit
        self._position: Position = analysis.position
        self._trust_flags = analysis.trust_flags
        self._risks: list[float] = analysis.risk.ravel().tolist()
        self._proven = dict.fromkeys(analysis.safe, SAFE) | dict.fromkeys(analysis.mines, MINE)
        # Where cells are safe, the ticks say it.
        self._best = best - set(analysis.safe)

    def look(self, cell: int) -> tuple[str, Style]:
        """Return the text of a cell and its style."""
        code = self._position.cells[cell]
        if code < len(_CLUES):
            return (str(code) if code else " "), Style(color=_CLUES[code], bold=code > 0)
        if code == MINE_SHOWN:
            return MINE, Style(color="white", bgcolor="red3", bold=True)
        if code == FLAGGED and self._trust_flags:
            return FLAG, Style(color="red3", bgcolor="grey70", bold=True)
        risk = self._risks[cell]
        if isnan(risk):
            return " ", Style(bgcolor="grey70")
        text = self._proven.get(cell) or format_percent(risk) + self._unit
        if cell in self._best and len(text) < 3 + len(self._unit):
            text = f"[{text}]"
        proven = cell in self._proven or cell in self._best
        return text, Style(color=_INK, bgcolor=mix_risk_colour(risk), bold=proven)
