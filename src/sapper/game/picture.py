"""
A position as an SVG picture: plain text, made without any drawing library.

The same on every machine. `sapper.logic.picture` draws risks over it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from sapper.game.codes import FLAGGED, MINE_SHOWN
from sapper.game.position import Position
from sapper.game.words import count

CELL: Final = 32  # pixels
MARGIN: Final = 28  # for the labels

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
SHAPES: Final = (("tick", _TICK), ("mine", _MINE), ("flag", _FLAG))


def middle(position: Position, cell: int) -> tuple[int, int]:
    """Return the place of a cell's middle."""
    row, column = divmod(cell, position.columns)
    return MARGIN + column * CELL + CELL // 2, MARGIN + row * CELL + CELL // 2


def iter_labels(position: Position) -> Iterator[str]:
    """Yield the numbers of columns and rows."""
    for column in range(position.columns):
        x = MARGIN + column * CELL + CELL // 2
        yield f'<text class="l" x="{x}" y="{MARGIN - 8}">{column + 1}</text>'
    for row in range(position.rows):
        y = MARGIN + row * CELL + CELL // 2 + 4
        yield f'<text class="l" x="{MARGIN // 2}" y="{y}">{row + 1}</text>'


def use(shape: str) -> str:
    """Draw one of the shapes."""
    return f'<use href="#{shape}"/>'


def clue(position: Position, cell: int, number: int) -> str:
    """Draw a revealed cell."""
    x, y = middle(position, cell)
    half = CELL // 2
    box = f'<rect class="o" x="{x - half}" y="{y - half}" width="{CELL - 1}" height="{CELL - 1}"/>'
    if number == 0:
        return box
    return f'{box}<text class="c" x="{x}" y="{y + 6}" fill="{CLUE_COLOURS[number]}">{number}</text>'


def box(position: Position, cell: int, colour: str, inside: str) -> str:
    """Draw a covered cell, with what is on it."""
    x, y = middle(position, cell)
    half, size = CELL // 2, CELL - 1
    return (
        f'<g transform="translate({x} {y})"><rect x="-{half}" y="-{half}" width="{size}" '
        f'height="{size}" rx="4" fill="{colour}"/>{inside}</g>'
    )


def frame(position: Position, width: int, height: int, parts: Iterable[str]) -> str:
    """Put parts into a picture of a position, with labels along two edges."""
    name = f"{position.columns}x{position.rows} position with {count(position.num_mines, 'mine')}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="{name}">',
        f"<style>{_STYLE}</style>",
        "<defs>" + "".join(f'<g id="{key}">{shape}</g>' for key, shape in SHAPES) + "</defs>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        *iter_labels(position),
        *parts,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def draw_position(position: Position) -> str:
    """
    Draw what the player sees.

    >>> svg = draw_position(Position.parse("F1./... 1"))
    >>> svg.startswith("<svg "), svg.count('href="#flag"')
    (True, 1)
    """
    width = MARGIN + position.columns * CELL + 8
    height = MARGIN + position.rows * CELL + 8
    return frame(position, width, height, _iter_plain(position))


def _iter_plain(position: Position) -> Iterator[str]:
    for cell, code in enumerate(position.cells):
        if code < len(CLUE_COLOURS):
            yield clue(position, cell, code)
        elif code == MINE_SHOWN:
            yield box(position, cell, SHOWN_COLOUR, use("mine"))
        else:
            yield box(position, cell, PLAIN_COLOUR, use("flag") if code == FLAGGED else "")
