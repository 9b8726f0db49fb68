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

from sapper.game.codes import FLAGGED, MINE_SHOWN
from sapper.game.position import Position
from sapper.logic.analysis import Analysis

CELL: Final = 32  # pixels
MARGIN: Final = 28  # for the labels
LEGEND: Final = 34

# What players know, in shades that can be read on white.
CLUE_COLOURS: Final = (
    "#9ca3af",
    "#1d4ed8",
    "#15803d",
    "#dc2626",
    "#3730a3",
    "#7f1d1d",
    "#0e7490",
    "#111827",
    "#6b7280",
)
# Risk 0, one half and 1; between them colours are mixed.
RISK_COLOURS: Final = ((187, 230, 190), (255, 221, 128), (244, 148, 132))
SAFE_COLOUR: Final = "#5fcf80"
MINE_COLOUR: Final = "#ef6a5e"
SHOWN_COLOUR: Final = "#dc2626"
PLAIN_COLOUR: Final = "#d1d5db"

_STYLE: Final = (
    "text{font-family:Verdana,'DejaVu Sans',Arial,sans-serif;text-anchor:middle}"
    ".l{font-size:10px;fill:#6b7280}"
    ".c{font-size:18px;font-weight:bold}"
    ".p{font-size:11px;fill:#1f2937}"
    ".k{font-size:11px;fill:#374151;text-anchor:start}"
    ".o{fill:#f3f4f6}"
    ".b{fill:none;stroke:#111827;stroke-width:2.5}"
)
# Shapes are drawn around the middle of a cell.
_TICK: Final = (
    '<path d="M-6 0.5L-2 5L7 -6" fill="none" stroke="#14532d" stroke-width="3" '
    'stroke-linecap="round" stroke-linejoin="round"/>'
)
_MINE: Final = (
    '<path d="M0 -9V9M-9 0H9M-6 -6L6 6M-6 6L6 -6" stroke="#111827" stroke-width="2"/>'
    '<circle r="6" fill="#111827"/><circle cx="-2" cy="-2" r="1.6" fill="#fff"/>'
)
_FLAG: Final = (
    '<path d="M-4 10V-9" stroke="#111827" stroke-width="2"/>'
    '<path d="M-4 -10L8 -5L-4 0Z" fill="#dc2626"/><path d="M-8 10H2" stroke="#111827" '
    'stroke-width="2"/>'
)
_SHAPES: Final = (("tick", _TICK), ("mine", _MINE), ("flag", _FLAG))


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
    name = f"{position.columns}x{position.rows} position with {position.num_mines} mines"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="{name}">',
        f"<style>{_STYLE}</style>",
        "<defs>" + "".join(f'<g id="{key}">{shape}</g>' for key, shape in _SHAPES) + "</defs>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        *_iter_labels(position),
        *_iter_cells(analysis),
        *(_ring(position, cell) for cell in sorted(set(best) - set(analysis.safe))),
        *_iter_legend(height - LEGEND / 2 + 2),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


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


def _middle(position: Position, cell: int) -> tuple[int, int]:
    row, column = divmod(cell, position.columns)
    return MARGIN + column * CELL + CELL // 2, MARGIN + row * CELL + CELL // 2


def _iter_labels(position: Position) -> Iterator[str]:
    for column in range(position.columns):
        x = MARGIN + column * CELL + CELL // 2
        yield f'<text class="l" x="{x}" y="{MARGIN - 8}">{column + 1}</text>'
    for row in range(position.rows):
        y = MARGIN + row * CELL + CELL // 2 + 4
        yield f'<text class="l" x="{MARGIN // 2}" y="{y}">{row + 1}</text>'


def _iter_cells(analysis: Analysis) -> Iterator[str]:
    position = analysis.position
    risks = analysis.risk.ravel().tolist()
    safe, mines = set(analysis.safe), set(analysis.mines)
    for cell, code in enumerate(position.cells):
        if code < len(CLUE_COLOURS):
            yield _clue(position, cell, code)
        elif code == MINE_SHOWN:
            yield _box(position, cell, SHOWN_COLOUR, _use("mine"))
        elif cell in safe:
            yield _box(position, cell, SAFE_COLOUR, _title(position, cell, "safe") + _use("tick"))
        elif cell in mines:
            yield _box(position, cell, MINE_COLOUR, _title(position, cell, "mine") + _use("mine"))
        elif code == FLAGGED and analysis.trust_flags:
            yield _box(position, cell, PLAIN_COLOUR, _use("flag"))
        elif isnan(risks[cell]):
            yield _box(position, cell, PLAIN_COLOUR, "")
        else:
            yield _risky(position, cell, risks[cell])


def _use(shape: str) -> str:
    return f'<use href="#{shape}"/>'


def _clue(position: Position, cell: int, clue: int) -> str:
    x, y = _middle(position, cell)
    half = CELL // 2
    box = f'<rect class="o" x="{x - half}" y="{y - half}" width="{CELL - 1}" height="{CELL - 1}"/>'
    if clue == 0:
        return box
    return f'{box}<text class="c" x="{x}" y="{y + 6}" fill="{CLUE_COLOURS[clue]}">{clue}</text>'


def _risky(position: Position, cell: int, risk: float) -> str:
    title = _title(position, cell, f"risk {100 * risk:.2f} %")
    text = format_percent(risk).replace("<", "&lt;").replace(">", "&gt;")
    return _box(
        position, cell, mix_risk_colour(risk), f'{title}<text class="p" y="4">{text}</text>'
    )


def _title(position: Position, cell: int, says: str) -> str:
    return f"<title>{position.format_cell(cell)}: {says}</title>"


def _box(position: Position, cell: int, colour: str, inside: str) -> str:
    x, y = _middle(position, cell)
    half, size = CELL // 2, CELL - 1
    return (
        f'<g transform="translate({x} {y})"><rect x="-{half}" y="-{half}" width="{size}" '
        f'height="{size}" rx="4" fill="{colour}"/>{inside}</g>'
    )


def _ring(position: Position, cell: int) -> str:
    x, y = _middle(position, cell)
    return f'<circle class="b" cx="{x}" cy="{y}" r="{CELL // 2 - 3}"/>'


# Drawn symbol, what it means, pixels to the next.
_LEGEND: Final = (
    (f'<g transform="scale(0.8)">{_use("tick")}</g>', "safe", 52),
    (f'<g transform="scale(0.8)">{_use("mine")}</g>', "mine", 62),
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
