"""
A position: what the player sees, as one line of text.

``..1./..2./11../.... 3`` is a grid of four rows with three mines: ``.`` covered,
``0``-``8`` a clue, ``F`` a flag, ``*`` a mine shown. `Position.parse` and `str`
are inverse. A position knows nothing of the layout; `game.py` does.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.errors import NotationError
from sapper.game.cells import format_cell, neighbours, parse_cell
from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN

_PROBLEM_TEXTS = {
    0: "{cell} shows {shown} but has {limit} covered {neighbours}",
    1: "{cell} shows {shown} but has {limit} flagged or shown mines around it",
    2: "{shown} flags and shown mines, but only {limit} mines",
    3: "{shown} mines, but only {limit} cells that may hold one",
    4: "a negative number of mines: {shown}",
}


@dataclass(frozen=True, repr=False)
class Position:
    """
    Clues, covered cells, flags and the number of mines.

    >>> position = Position.parse("..1./..2./11../.... 3")
    >>> position
    Position('..1./..2./11../.... 3')
    >>> position.rows, position.columns, position.num_mines, position.mines_left
    (4, 4, 3, 3)
    >>> Position.parse("4./.. 2").problems()
    ['r1c1 shows 4 but has 3 covered neighbours']
    """

    columns: int
    rows: int
    num_mines: int
    cells: bytes

    def __post_init__(self) -> None:
        if self.columns < 1 or self.rows < 1 or len(self.cells) != self.columns * self.rows:
            raise NotationError(f"expected {self.columns}x{self.rows} cells, got {len(self.cells)}")
        if max(self.cells) > MINE_SHOWN:
            raise NotationError(f"expected cell codes 0 to {MINE_SHOWN}, got {max(self.cells)}")

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read a position of one line or many; ``?``, ``#`` and ``x`` may stand for covered."""
        return cls(*_core.parse_position(text))

    @classmethod
    def blank(cls, columns: int, rows: int, num_mines: int) -> Position:
        """Make the position of a game not begun."""
        return cls(columns, rows, num_mines, bytes([COVERED]) * (columns * rows))

    def __str__(self) -> str:
        return _core.format_position(self.columns, self.rows, self.num_mines, self.cells)

    def __repr__(self) -> str:
        return f"Position({str(self)!r})"

    def to_text(self) -> str:
        """Write one row a line, the number of mines last; `parse` reads it back."""
        rows, mines = str(self).split(" ")
        return "\n".join([*rows.split("/"), mines]) + "\n"

    @cached_property
    def array(self) -> NDArray[np.uint8]:
        """The codes of the cells as rows x columns, read-only."""
        return np.frombuffer(self.cells, dtype=np.uint8).reshape(self.rows, self.columns)

    @property
    def num_cells(self) -> int:
        """How many cells the grid has."""
        return self.columns * self.rows

    @cached_property
    def covered(self) -> list[int]:
        """The covered cells without a flag, in order."""
        return np.flatnonzero(self.array.ravel() == COVERED).tolist()

    @cached_property
    def flagged(self) -> list[int]:
        """The flagged cells, in order."""
        return np.flatnonzero(self.array.ravel() == FLAGGED).tolist()

    @property
    def mines_left(self) -> int:
        """Mines neither flagged nor shown; negative with too many flags."""
        return self.num_mines - self.cells.count(FLAGGED) - self.cells.count(MINE_SHOWN)

    def clue(self, cell: int) -> int | None:
        """Return the clue that a cell shows, or None."""
        code = self.cells[cell]
        return code if code < COVERED else None

    def neighbours(self, cell: int) -> list[int]:
        """List the cells around a cell, in order."""
        return neighbours(cell, self.columns, self.rows)

    def cell(self, text: str) -> int:
        """Read a cell such as ``r3c5`` of this grid."""
        return parse_cell(text, self.columns, self.rows)

    def format_cell(self, cell: int) -> str:
        """Write a cell of this grid as ``r3c5``."""
        return format_cell(cell, self.columns)

    def format_cells(self, cells: Iterable[int]) -> str:
        """Write cells as ``r1c2 r1c3``."""
        return " ".join(self.format_cell(cell) for cell in cells)

    def problems(self) -> list[str]:
        """
        Name everything that is cheaply seen to be wrong.

        No problem found does not mean that a layout fits: only `analyse` knows.
        """
        found = _core.find_problems(self.columns, self.rows, self.num_mines, self.cells)
        return [
            _PROBLEM_TEXTS[kind].format(
                cell=self.format_cell(cell),
                shown=shown,
                limit=limit,
                neighbours="neighbour" if limit == 1 else "neighbours",
            )
            for kind, cell, shown, limit in found
        ]

    def transposed(self) -> Position:
        """Exchange rows and columns."""
        cells = np.ascontiguousarray(self.array.T).tobytes()
        return Position(self.rows, self.columns, self.num_mines, cells)

    def mirrored(self) -> Position:
        """Exchange left and right."""
        cells = np.ascontiguousarray(self.array[:, ::-1]).tobytes()
        return Position(self.columns, self.rows, self.num_mines, cells)
