"""
Proofs by truth table: which clues prove a cell, by trying every placement.

One row per subset of the unknown cells, one column per clue that says whether
the clue is true there. A set of clues proves a cell if the cell is the same in
all rows in which these clues are true. Only for few unknown cells.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations

import numpy as np

from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN
from sapper.game.position import Position


class TruthTable:
    """All placements of a position, right or wrong."""

    def __init__(self, position: Position, *, trust_flags: bool = True) -> None:
        known_codes = {MINE_SHOWN, FLAGGED} if trust_flags else {MINE_SHOWN}
        cells = position.cells
        self.known = {c for c, code in enumerate(cells) if code in known_codes}
        self.unknown = [
            c for c, code in enumerate(cells) if code in {COVERED, FLAGGED} and c not in self.known
        ]
        self.clues = [
            c
            for c, code in enumerate(cells)
            if code <= 8 and set(position.neighbours(c)) & set(self.unknown)
        ]
        n = len(self.unknown)
        self.rows = (np.arange(2**n)[:, None] >> np.arange(n)) & 1 == 1
        self.is_true = {clue: self._is_true(position, clue) for clue in self.clues}
        self.fits_count = self.rows.sum(axis=1) == position.num_mines - len(self.known)

    def _is_true(self, position: Position, clue: int) -> np.ndarray:
        around = set(position.neighbours(clue))
        columns = [i for i, cell in enumerate(self.unknown) if cell in around]
        left = position.cells[clue] - len(around & self.known)
        return np.asarray(self.rows[:, columns].sum(axis=1) == left)

    def proves(self, clues: Collection[int], mine_count: bool, cell: int, is_mine: bool) -> bool:
        """Return whether these clues leave no other choice for the cell."""
        fits = self.fits_count if mine_count else np.ones(len(self.rows), dtype=bool)
        for clue in clues:
            fits = fits & self.is_true[clue]
        return bool((self.rows[fits, self.unknown.index(cell)] == is_mine).all())

    def smallest_proof(self, cell: int, is_mine: bool) -> int | None:
        """Return the size of a smallest set of clues that proves a cell without the mine count."""
        for size in range(len(self.clues) + 1):
            for clues in combinations(self.clues, size):
                if self.proves(clues, False, cell, is_mine):
                    return size
        return None
