"""
Cells as numbers and as text.

A cell is an int, ``row * columns + column`` counted from 0; a person reads and
types ``r3c5``, counted from 1.
"""

from __future__ import annotations

import re

from sapper.errors import NotationError

_CELL = re.compile(r"r([1-9][0-9]{0,8})c([1-9][0-9]{0,8})")


def format_cell(cell: int, columns: int) -> str:
    """
    Write a cell as a person reads it.

    >>> format_cell(7, columns=4)
    'r2c4'
    """
    return f"r{cell // columns + 1}c{cell % columns + 1}"


def split_cell(text: str) -> tuple[int, int]:
    """
    Read ``r3c5`` as (column, row) counted from 0.

    >>> split_cell("r3c5")
    (4, 2)
    """
    match = _CELL.fullmatch(text)
    if match is None:
        raise NotationError(f"expected a cell such as r3c5, got {text!r}")
    return int(match[2]) - 1, int(match[1]) - 1


def parse_cell(text: str, columns: int, rows: int) -> int:
    """
    Read a cell of a grid of this size.

    >>> parse_cell("r2c4", columns=4, rows=4)
    7
    """
    column, row = split_cell(text)
    if column >= columns or row >= rows:
        raise NotationError(f"expected a cell from r1c1 to r{rows}c{columns}, got {text!r}")
    return row * columns + column


def neighbours(cell: int, columns: int, rows: int) -> list[int]:
    """
    List the cells around a cell, in order.

    >>> neighbours(0, columns=4, rows=4)
    [1, 4, 5]
    """
    row, column = divmod(cell, columns)
    return [
        r * columns + c
        for r in range(max(row - 1, 0), min(row + 2, rows))
        for c in range(max(column - 1, 0), min(column + 2, columns))
        if (r, c) != (row, column)
    ]
