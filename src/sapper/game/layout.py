"""
A layout: where the mines truly are.

Layouts come from a game seed, the rules and the first cell, as
`docs/determinism.md` specifies; from text, rows of ``-`` and ``*``; or from an MBF
file. Agents never see one.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.arguments import explained
from sapper.errors import NotationError, RulesError, check_type, check_whole
from sapper.game.codes import MINE_SHOWN
from sapper.game.position import Position
from sapper.game.rules import Rules, native_rules
from sapper.game.seeds import check_seed, check_seeds
from sapper.game.words import count


@explained
@dataclass(frozen=True)
class Layout:
    """
    The mines of a grid, as cells in ascending order.

    >>> layout = Layout.from_seed(Rules(4, 3, 2, first_click="zero"), seed=7, first=0)
    >>> layout.mines
    (2, 10)
    >>> str(layout)
    '--*-/----/--*-'
    >>> Layout.parse("--*-/----/--*-") == layout
    True
    """

    columns: int
    rows: int
    mines: tuple[int, ...]

    def __post_init__(self) -> None:
        check_type(self.mines, Iterable, "the mines as cells", "Layout.parse reads text")
        for name in ("columns", "rows"):
            object.__setattr__(self, name, check_whole(getattr(self, name), name))
        mines = tuple(sorted(check_whole(mine, "a mine's cell") for mine in self.mines))
        if self.columns < 1 or self.rows < 1:
            raise RulesError(
                f"expected at least 1 column and 1 row, got {self.columns}x{self.rows}"
            )
        if mines and not 0 <= mines[0] <= mines[-1] < self.columns * self.rows:
            raise RulesError(f"expected mines on a grid of {self.columns}x{self.rows}")
        if len(set(mines)) != len(mines):
            raise RulesError("expected each mine once")
        object.__setattr__(self, "mines", mines)

    @classmethod
    def from_seed(cls, rules: Rules, seed: int, first: int) -> Layout:
        """Lay the mines of the game with this seed, opened at this cell."""
        mines = _core.layout_mines(native_rules(rules), check_seed(seed), first)
        return cls(rules.columns, rules.rows, tuple(mines))

    @classmethod
    def parse(cls, text: str) -> Layout:
        """Read rows of ``-`` (safe) and ``*`` (mine), joined by ``/`` or each on a line."""
        check_type(text, str, "a layout as text, rows of - and *")
        rows = text.strip().replace("\n", "/").split("/")
        rows = [row.strip() for row in rows]
        for number, row in enumerate(rows, start=1):
            if wrong := row.strip("-*"):
                raise NotationError(
                    f"expected '-' or '*' for every cell, got {wrong[0]!r} in row {number}: "
                    f"{text[:200]!r}"
                )
            if len(row) != len(rows[0]) or not row:
                raise NotationError(
                    f"expected rows of {count(len(rows[0]), 'cell') if rows[0] else 'cells'}, "
                    f"got {len(row)} "
                    f"in row {number}: {text[:200]!r}"
                )
        columns = len(rows[0])
        mines = [cell for cell, letter in enumerate("".join(rows)) if letter == "*"]
        return cls(columns, len(rows), tuple(mines))

    def __str__(self) -> str:
        mines = set(self.mines)
        letters = ["*" if cell in mines else "-" for cell in range(self.columns * self.rows)]
        starts = range(0, len(letters), self.columns)
        return "/".join("".join(letters[at : at + self.columns]) for at in starts)

    def _repr_svg_(self) -> str:
        """Draw the layout, every clue and mine shown, in a notebook."""
        return self.position()._repr_svg_()

    @cached_property
    def is_mine(self) -> NDArray[np.bool_]:
        """True where a mine is, rows x columns."""
        grid = np.zeros(self.columns * self.rows, dtype=np.bool_)
        grid[list(self.mines)] = True
        return grid.reshape(self.rows, self.columns)

    def position(self) -> Position:
        """Show everything: every clue and every mine."""
        padded = np.pad(self.is_mine.astype(np.uint8), 1)
        around = sum(
            padded[1 + r : 1 + r + self.rows, 1 + c : 1 + c + self.columns]
            for r in (-1, 0, 1)
            for c in (-1, 0, 1)
        )
        codes = np.where(self.is_mine, np.uint8(MINE_SHOWN), around).astype(np.uint8)
        return Position(self.columns, self.rows, len(self.mines), codes.tobytes())


@explained
def lay_many(
    rules: Rules, seeds: Sequence[int] | NDArray[np.uint64], first: int
) -> NDArray[np.uint8]:
    """Return the revealed grids of many games: an array of games x rows x columns of codes."""
    return _core.lay_many(native_rules(rules), check_seeds(seeds), first)


def fresh_seed() -> int:
    """Draw a seed short enough to be typed again."""
    return secrets.randbelow(10**9)
