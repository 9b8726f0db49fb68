"""
Brute force over constraints: every set of mines tried, every set of constraints tried.

Short and obviously right: no boxes, no components, no search. Only for a dozen cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations, product

Given = tuple[Sequence[int], int, int]


def placements(
    num_cells: int, num_mines: int | None, given: Iterable[Given]
) -> list[tuple[int, ...]]:
    """List every placement that fits, 1 where a mine is."""
    given = list(given)
    return [
        mines
        for mines in product((0, 1), repeat=num_cells)
        if num_mines in (None, sum(mines))
        and all(low <= sum(mines[cell] for cell in cells) <= high for cells, low, high in given)
    ]


def risks(fits: Sequence[tuple[int, ...]]) -> list[Fraction]:
    """Return the share of placements with a mine, cell by cell."""
    return [Fraction(sum(column), len(fits)) for column in zip(*fits, strict=True)]


def smallest_proof(
    num_cells: int, num_mines: int | None, given: Sequence[Given], cell: int, *, is_mine: bool
) -> tuple[int, bool]:
    """Return how few constraints prove a cell, and whether that takes the number of mines."""
    for total in dict.fromkeys((None, num_mines)):
        for size in range(len(given) + 1):
            for chosen in combinations(given, size):
                fits = placements(num_cells, total, chosen)
                if all(mines[cell] == is_mine for mines in fits):
                    return size, total is not None
    raise AssertionError("it is not proven")
