"""
A position as a language model is shown it.

Four forms are text: ``grid`` (rows and columns numbered), ``line`` (our notation),
``constraints`` (what each clue says about which cells) and ``json``. ``png`` is a picture
for models that see. All show the same: what a player sees, and the number of mines.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Final, Literal, overload

from sapper.arguments import explained
from sapper.errors import UnknownNameError
from sapper.game.cells import format_cell
from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN
from sapper.game.pixels import draw_labelled, to_png
from sapper.game.position import Position
from sapper.game.words import count

TextForm = Literal["grid", "line", "constraints", "json"]
TEXT_FORMS: Final = ("grid", "line", "constraints", "json")
FORMS: Final = (*TEXT_FORMS, "png")
# What each form looks like, for a prompt.
MEANINGS: Final = {
    "grid": "Rows and columns are numbered from 1. . is a covered cell, 0 to 8 is the number a "
    "revealed cell shows, F is a flag, * is a mine that was revealed.",
    "line": "A position is one line: the rows from top to bottom with / between them, then the "
    "number of mines. . is a covered cell, 0 to 8 is the number a revealed cell shows, F is a "
    "flag, * is a mine that was revealed.",
    "constraints": "A position is a list: each revealed number with the covered cells around it "
    "and how many mines these hold, then all other covered cells, then the number of mines.",
    "json": "A position is JSON: in cells, rows from top to bottom, . is a covered cell, 0 to 8 "
    "is the number a revealed cell shows, F is a flag, * is a mine that was revealed.",
    "png": "A position is a picture with its rows and columns numbered from 1: grey cells are "
    "covered, a red mark is a flag, a black disc is a mine that was revealed, and a revealed "
    "cell shows its number, or nothing for 0.",
}
_LETTERS: Final = bytes.maketrans(
    bytes([*range(9), COVERED, FLAGGED, MINE_SHOWN]), b"012345678" + b".F*"
)


@overload
def show(position: Position, form: TextForm = "grid") -> str: ...
@overload
def show(position: Position, form: Literal["png"]) -> bytes: ...
@overload
def show(position: Position, form: str) -> str | bytes: ...
@explained
def show(position: Position, form: str = "grid") -> str | bytes:
    """
    Show a position in one of the `FORMS`: text, or the bytes of a PNG file.

    >>> position = Position.parse("..1./..2./11../.... 3")
    >>> print(show(position))
         1 2 3 4
      1  . . 1 .
      2  . . 2 .
      3  1 1 . .
      4  . . . .
    mines: 3, flags: 0
    >>> show(position, "line")
    '..1./..2./11../.... 3'
    >>> print(show(Position.parse("1.F 1"), "constraints"))
    grid: 1 row, 3 columns
    r1c1 shows 1: r1c2 holds 1 mine
    next to no number: r1c3
    flags: r1c3
    mines: 1 among 2 covered cells
    """
    if form == "grid":
        return _grid(position)
    if form == "line":
        return str(position)
    if form == "constraints":
        return "\n".join(_constraints(position))
    if form == "json":
        return _json(position)
    if form == "png":
        return to_png(draw_labelled(position))
    raise UnknownNameError.of("form of a position", str(form), FORMS)


def _letters(position: Position) -> str:
    return position.cells.translate(_LETTERS).decode()


@lru_cache(maxsize=256)
def _frame(columns: int, rows: int) -> tuple[bytes, int, int, int]:
    """Return the grid without its cells: the text, the first cell's place, and both strides."""
    width = len(str(columns))
    side = max(len(str(rows)), 3)
    head = " " * (side + 1) + "".join(f" {column:>{width}}" for column in range(1, columns + 1))
    lines = [f"{row:>{side}}".ljust(len(head)) for row in range(1, rows + 1)]
    text = "\n".join([head, *lines]) + "\n"
    return text.encode(), len(head) + 1 + side + 1 + width, width + 1, len(head) + 1


def _grid(position: Position) -> str:
    columns, rows, cells = position.columns, position.rows, position.cells
    letters = cells.translate(_LETTERS)
    frame, place, step, line = _frame(columns, rows)
    text, width = bytearray(frame), step * columns
    for begin in range(0, len(letters), columns):
        text[place : place + width : step] = letters[begin : begin + columns]
        place += line
    return f"{text.decode()}mines: {position.num_mines}, flags: {cells.count(FLAGGED)}"


def _json(position: Position) -> str:
    columns, letters = position.columns, _letters(position)
    return json.dumps(
        {
            "rows": position.rows,
            "columns": columns,
            "mines": position.num_mines,
            "cells": [
                letters[begin : begin + columns] for begin in range(0, len(letters), columns)
            ],
        }
    )


def _constraints(position: Position) -> list[str]:
    """List what each number says, and what no number does."""
    cells, columns = position.cells, position.columns
    lines = [f"grid: {count(position.rows, 'row')}, {count(columns, 'column')}"]
    near: set[int] = set()
    for cell, code in enumerate(cells):
        if code > 8:
            continue
        around = position.neighbours(cell)
        covered = [one for one in around if cells[one] in (COVERED, FLAGGED)]
        if not covered:
            continue
        near.update(covered)
        shown = sum(cells[one] == MINE_SHOWN for one in around)
        hold = "holds" if len(covered) == 1 else "hold"
        also = f", beside {count(shown, 'revealed mine')}" if shown else ""
        lines.append(
            f"{format_cell(cell, columns)} shows {code}: {position.format_cells(covered)} "
            f"{hold} {count(code - shown, 'mine')}{also}"
        )
    covered = [cell for cell, code in enumerate(cells) if code in (COVERED, FLAGGED)]
    apart = [cell for cell in covered if cell not in near]
    if apart:
        lines.append(f"next to no number: {position.format_cells(apart)}")
    if position.flagged:
        lines.append(f"flags: {position.format_cells(position.flagged)}")
    left = position.num_mines - cells.count(MINE_SHOWN)
    lines.append(f"mines: {left} among {count(len(covered), 'covered cell')}")
    return lines
