"""
A position: what the player sees, as one line of text.

``..1./..2./11../.... 3`` is a grid of four rows with three mines: ``.`` covered,
``0``-``8`` a clue, ``F`` a flag, ``*`` a mine shown. `Position.parse` and `str`
are inverse. A position knows nothing of the layout; `game.py` does. Its fields live in
the native core, which every function there takes a position for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from sapper import _core
from sapper.arguments import explained
from sapper.errors import (
    ArgumentError,
    IllegalMoveError,
    NotationError,
    check_type,
    check_whole,
    wrong_type,
)
from sapper.game.cells import format_cell, neighbours, parse_cell
from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN
from sapper.game.words import count

_MOST_AROUND: Final = 8
_PROBLEM_TEXTS = {
    0: "{cell} shows {shown} but has {limit} covered {neighbours}",
    1: "{cell} shows {shown} but has {limit} flagged or shown mines around it",
    2: "more flags and shown mines ({shown}) than mines ({limit})",
    3: "more mines ({shown}) than cells that may hold one ({limit})",
    4: "a negative number of mines: {shown}",
}


@dataclass(frozen=True, repr=False, init=False, eq=False)
class Position(_core.Position):
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

    columns: int = field()  # without a default of its own: the core's property stays
    rows: int = field()
    num_mines: int = field()
    cells: bytes = field()

    def __init__(
        self, columns: int | str, rows: int = 0, num_mines: int = 0, cells: bytes = b""
    ) -> None:
        """Take the codes of the cells, or the text that `repr` shows."""
        if isinstance(columns, str):
            columns, rows, num_mines, cells = _parse(columns)
        if type(cells) is not bytes:
            check_type(cells, bytes, "the cells as bytes", "Position.from_array reads others")
        if not type(columns) is type(rows) is type(num_mines) is int:
            columns = check_whole(columns, "columns")
            rows = check_whole(rows, "rows")
            num_mines = check_whole(num_mines, "num_mines")
        super().__init__(columns, rows, num_mines, cells)

    @classmethod
    def parse(cls, text: str) -> Position:
        """
        Read a position of one line or many.

        ``?``, ``#`` and squares are covered cells too, and so is ``x`` unless another letter
        for them stands beside it; ``f`` is a flag. Spaces between cells, frames and a byte
        order mark are left out.

        >>> Position.parse("│ x 1 │ 1")
        Position('.1 1')
        """
        check_type(text, str, "a position as text", "Position.from_array reads arrays")
        return cls(*_parse(text))

    @classmethod
    @explained
    def from_array(
        cls,
        array: ArrayLike,
        num_mines: int,
        *,
        covered: int = COVERED,
        flagged: int = FLAGGED,
        mine: int = MINE_SHOWN,
    ) -> Position:
        """
        Read rows x columns of whole numbers: lists, or an array of any integer type.

        0 to 8 are clues, 9 is a covered cell, 10 a flag and 11 a mine that is shown;
        ``covered``, ``flagged`` and ``mine`` name other numbers for the last three.

        >>> Position.from_array([[9, 1], [10, 1]], num_mines=1)
        Position('.1/F1 1')
        >>> Position.from_array([[-1, 1], [-1, 1]], num_mines=1, covered=-1)
        Position('.1/.1 1')
        """
        check_whole(num_mines, "num_mines", 0)
        codes = _read_codes(array)
        found = np.full(codes.shape, 255, np.uint8)
        clues = (codes >= 0) & (codes <= _MOST_AROUND)
        found[clues] = codes[clues]
        for number, code in ((covered, COVERED), (flagged, FLAGGED), (mine, MINE_SHOWN)):
            found[codes == number] = code
        if len(wrong := np.argwhere(found == 255)):
            row, column = wrong[0].tolist()
            raise NotationError(
                f"expected clues 0 to 8, {covered} for covered, {flagged} for a flag and {mine} "
                f"for a mine, got {codes[row, column]} at r{row + 1}c{column + 1}"
            )
        rows, columns = codes.shape
        return cls(columns, rows, num_mines, found.tobytes())

    @explained
    def to_array(self, dtype: DTypeLike = np.uint8) -> NDArray[Any]:
        """
        Return the codes as rows x columns, a copy; `from_array` reads them back.

        0 to 8 are clues, 9 is a covered cell, 10 a flag and 11 a mine that is shown.

        >>> Position.parse(".1/F1 1").to_array().tolist()
        [[9, 1], [10, 1]]
        """
        try:
            return self.array.astype(dtype)
        except TypeError:
            raise wrong_type(dtype, "dtype as a type of numpy such as 'i4'") from None

    @classmethod
    @explained
    def blank(cls, columns: int, rows: int, num_mines: int) -> Position:
        """Make the position of a game not begun."""
        check_whole(num_mines, "num_mines", 0)
        return cls(columns, rows, num_mines, bytes([COVERED]) * (columns * rows))

    def __str__(self) -> str:
        return _core.format_position(self)

    def __repr__(self) -> str:
        return f"Position({str(self)!r})"

    def _repr_svg_(self) -> str:
        """Draw the position in a notebook."""
        from sapper.game.picture import draw_position  # noqa: PLC0415 - which knows positions

        return draw_position(self)

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

    def clue(self, cell: int | str) -> int | None:
        """
        Return the clue that a cell shows, or None; a cell is a number or ``"r1c1"``.

        >>> position = Position.parse(".1/.. 1")
        >>> position.clue("r1c2"), position.clue(1), position.clue("r1c1")
        (1, 1, None)
        """
        if isinstance(cell, str):
            cell = self.cell(cell)
        try:
            code = self.cells[cell]
        except (TypeError, IndexError):
            self._check_cell(cell)
            raise
        if cell < 0:
            self._check_cell(cell)
        return code if code < COVERED else None

    def neighbours(self, cell: int) -> list[int]:
        """List the cells around a cell, in order."""
        try:
            if 0 <= cell < len(self.cells):
                return neighbours(cell, self.columns, self.rows)
        except (TypeError, ValueError):
            pass
        self._check_cell(cell)
        raise AssertionError("a cell of this grid has neighbours")

    def _check_cell(self, cell: object) -> None:
        """Raise an error that says what is wrong with a cell; here, where calls are many."""
        number = check_whole(cell, "a cell")
        if not 0 <= number < len(self.cells):
            raise IllegalMoveError(
                f"expected a cell from r1c1 to r{self.rows}c{self.columns}, "
                f"got cell number {number}"
            )

    @explained
    def cell(self, text: str) -> int:
        """Read a cell such as ``r3c5`` of this grid."""
        return parse_cell(text, self.columns, self.rows)

    @explained
    def format_cell(self, cell: int) -> str:
        """Write a cell of this grid as ``r3c5``."""
        return format_cell(cell, self.columns)

    @explained
    def format_cells(self, cells: Iterable[int]) -> str:
        """Write cells as ``r1c2 r1c3``."""
        return " ".join(self.format_cell(cell) for cell in cells)

    def problems(self) -> list[str]:
        """
        Name everything that is cheaply seen to be wrong.

        No problem found does not mean that a layout fits: only `analyse` knows.
        """
        found = _core.find_problems(self)
        return [
            _PROBLEM_TEXTS[kind].format(
                cell=self.format_cell(cell),
                shown=shown,
                limit=limit,
                neighbours="neighbour" if limit == 1 else "neighbours",
                mines=count(limit, "mine"),
                cells=count(limit, "cell"),
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


def _parse(text: str) -> tuple[int, int, int, bytes]:
    # Half of a pair of UTF-16 is no character: the core takes whole ones.
    return _core.parse_position(text.encode(errors="backslashreplace").decode())


def _read_codes(array: ArrayLike) -> NDArray[Any]:
    """Return rows x columns of whole numbers, or say what is wrong with them."""
    try:
        codes = np.asarray(array)
    except ValueError:
        raise NotationError("expected rows of the same length, got others") from None
    if codes.ndim != 2 or 0 in codes.shape:
        shape = " x ".join(map(str, codes.shape)) or "a single value"
        raise NotationError(f"expected an array of rows x columns, got {shape}")
    if codes.dtype.kind not in "iu":
        raise ArgumentError(f"expected whole numbers as codes, got {codes.dtype}")
    return codes
