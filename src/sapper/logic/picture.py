"""
A position with its risks as an SVG picture.

Plain text, made without any drawing library and the same on every machine.
Covered cells are tinted from green to red by their risk in percent; proven cells
carry a tick or a mine, trusted flags a flag, and the cells named ``best`` a ring.
Every covered cell shows its name and risk when pointed at.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import isnan
from typing import Final

from sapper.arguments import explained
from sapper.game.codes import FLAGGED, MINE_SHOWN
from sapper.game.picture import (
    CELL,
    CLUE_COLOURS,
    MARGIN,
    PLAIN_COLOUR,
    SHOWN_COLOUR,
    box,
    clue,
    frame,
    middle,
    use,
)
from sapper.game.position import Position
from sapper.logic.analysis import Analysis

LEGEND: Final = 34

# Risk 0, one half and 1; between them colours are mixed.
RISK_COLOURS: Final = ((187, 230, 190), (255, 221, 128), (244, 148, 132))
SAFE_COLOUR: Final = "#5fcf80"
MINE_COLOUR: Final = "#ef6a5e"


@explained
def draw_analysis(analysis: Analysis, best: Collection[int] = ()) -> str:
    """
    Draw a position with everything that an analysis found.

    ``best`` are the cells to ring; safe ones need none, they have their tick.

    >>> from sapper.game.position import Position
    >>> from sapper.logic import analyse
    >>> svg = draw_analysis(analyse(Position.parse("..1./..2./11../.... 3")))
    >>> svg.startswith("<svg "), svg.count('href="#tick"'), svg.count('href="#mine"')
    (True, 3, 2)
    """
    position = analysis.position
    width = max(MARGIN + position.columns * CELL + 8, _LEGEND_WIDTH)
    height = MARGIN + position.rows * CELL + LEGEND
    parts = [
        *_iter_cells(analysis),
        *(_ring(position, cell) for cell in sorted(set(best) - set(analysis.safe))),
        *_iter_legend(height - LEGEND / 2 + 2),
    ]
    return frame(position, width, height, parts)


def mix_risk_colour(risk: float) -> str:
    """
    Return the tint of a covered cell.

    >>> mix_risk_colour(0.0), mix_risk_colour(0.25)
    ('#bbe6be', '#dde19f')
    """
    low, high = (0, 1) if risk < 0.5 else (1, 2)
    share = 2 * risk - low
    pairs = zip(RISK_COLOURS[low], RISK_COLOURS[high], strict=True)
    return "#" + "".join(f"{int(a + (b - a) * share):02x}" for a, b in pairs)


def format_percent(risk: float) -> str:
    """
    Write a risk that is not proven in at most three letters.

    >>> [format_percent(risk) for risk in (0.001, 0.126, 0.999)]
    ['<1', '13', '>99']
    """
    if risk < 0.01:
        return "<1"
    return ">99" if risk > 0.99 else f"{100 * risk:.0f}"


def _iter_cells(analysis: Analysis) -> Iterator[str]:
    position = analysis.position
    risks = analysis.risk.ravel().tolist()
    safe, mines = set(analysis.safe), set(analysis.mines)
    for cell, code in enumerate(position.cells):
        if code < len(CLUE_COLOURS):
            yield clue(position, cell, code)
        elif code == MINE_SHOWN:
            yield box(position, cell, SHOWN_COLOUR, use("mine"))
        elif cell in safe:
            yield box(position, cell, SAFE_COLOUR, _title(position, cell, "safe") + use("tick"))
        elif cell in mines:
            yield box(position, cell, MINE_COLOUR, _title(position, cell, "mine") + use("mine"))
        elif code == FLAGGED and analysis.trust_flags:
            yield box(position, cell, PLAIN_COLOUR, use("flag"))
        elif isnan(risks[cell]):
            yield box(position, cell, PLAIN_COLOUR, "")
        else:
            yield _risky(position, cell, risks[cell])


def _risky(position: Position, cell: int, risk: float) -> str:
    title = _title(position, cell, f"risk {100 * risk:.2f} %")
    text = format_percent(risk).replace("<", "&lt;").replace(">", "&gt;")
    return box(position, cell, mix_risk_colour(risk), f'{title}<text class="p" y="4">{text}</text>')


def _title(position: Position, cell: int, says: str) -> str:
    return f"<title>{position.format_cell(cell)}: {says}</title>"


def _ring(position: Position, cell: int) -> str:
    x, y = middle(position, cell)
    return f'<circle class="b" cx="{x}" cy="{y}" r="{CELL // 2 - 3}"/>'


# Drawn symbol, what it means, pixels to the next.
_LEGEND: Final = (
    (f'<g transform="scale(0.8)">{use("tick")}</g>', "safe", 52),
    (f'<g transform="scale(0.8)">{use("mine")}</g>', "mine", 62),
    ('<text class="p" y="4">25</text>', "risk, %", 72),
    ('<circle class="b" r="7"/>', "best", 40),
)
_LEGEND_WIDTH: Final = MARGIN + 14 + sum(step for _, _, step in _LEGEND)


def _iter_legend(y: float) -> Iterator[str]:
    x = MARGIN + 8
    for symbol, text, step in _LEGEND:
        label = f'<text class="k" x="12" y="4">{text}</text>'
        yield f'<g transform="translate({x} {y:g})">{symbol}{label}</g>'
        x += step
