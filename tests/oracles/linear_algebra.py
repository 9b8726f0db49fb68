"""Gauss-Jordan elimination with fractions, row by row, as in a textbook."""

from __future__ import annotations

from fractions import Fraction

from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN
from sapper.game.position import Position


def equations(position: Position) -> tuple[list[int], list[list[Fraction]]]:
    """Return the covered cells next to a clue, and a row per clue: coefficients, then mines."""
    clues = [cell for cell, code in enumerate(position.cells) if code < COVERED]
    cells = sorted(
        {n for clue in clues for n in position.neighbours(clue) if position.cells[n] == COVERED}
    )
    rows = []
    for clue in clues:
        near = position.neighbours(clue)
        known = sum(position.cells[n] in (FLAGGED, MINE_SHOWN) for n in near)
        rows.append([Fraction(n in near) for n in cells] + [Fraction(position.cells[clue] - known)])
    return cells, rows


def reduced(rows: list[list[Fraction]], num_cells: int) -> list[list[Fraction]]:
    rows = [list(row) for row in rows]
    rank = 0
    for column in range(num_cells):
        pivot = next((r for r in range(rank, len(rows)) if rows[r][column]), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        rows[rank] = [value / rows[rank][column] for value in rows[rank]]
        for other in range(len(rows)):
            if other != rank:
                times = rows[other][column]
                rows[other] = [a - times * b for a, b in zip(rows[other], rows[rank], strict=True)]
        rank += 1
    return rows[:rank]


def settled(position: Position) -> tuple[list[int], list[int]]:
    """Return the cells that single reduced rows show to be safe, and those shown to be mines."""
    cells, rows = equations(position)
    safe: set[int] = set()
    mines: set[int] = set()
    for row in reduced(rows, len(cells)):
        *factors, right = row
        if right == sum(f for f in factors if f > 0):
            at_most = True
        elif right == sum(f for f in factors if f < 0):
            at_most = False
        else:
            continue
        for cell, factor in zip(cells, factors, strict=True):
            if factor:
                (mines if (factor > 0) == at_most else safe).add(cell)
    return sorted(safe), sorted(mines)
