"""
Sinha et al. 2021 written from the text: solutions, risks, scores, features, sub-states.

Slow and short. Solutions by trying every 0/1 vector; the rest by following the
sections one sentence at a time. Grids have p rows and q columns, p the larger side.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from oracles.placements import read_constraints
from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN
from sapper.game.position import Position


def frontier_of(position: Position) -> list[int]:
    """Return the covered cells next to a clue, in order."""
    return sorted({cell for cells, _ in read_constraints(position) for cell in cells})


def solve(position: Position) -> list[frozenset[int]]:
    """Return every set of mines on the frontier that makes all clues right."""
    frontier = frontier_of(position)
    constraints = read_constraints(position)
    found = []
    for values in product((False, True), repeat=len(frontier)):
        mines = frozenset(c for c, value in zip(frontier, values, strict=True) if value)
        if all(len(mines & cells) == count for cells, count in constraints):
            found.append(mines)
    return found


def mines_left(position: Position) -> int:
    known = sum(code in (FLAGGED, MINE_SHOWN) for code in position.cells)
    return position.num_mines - known


def risks(position: Position, sea: str = "expected") -> dict[int, Fraction]:
    """Return eq. 3 for the frontier and the sea's share of the mines left over."""
    solutions = solve(position)
    frontier = frontier_of(position)
    out = {
        cell: Fraction(sum(cell in mines for mines in solutions), len(solutions))
        for cell in frontier
    }
    others = [c for c, code in enumerate(position.cells) if code == COVERED and c not in out]
    if not others:
        return out
    left = mines_left(position)
    if sea == "expected":
        rest = left - Fraction(sum(map(len, solutions)), len(solutions))
        chance = Fraction(rest) / len(others)
    elif sea == "density":
        chance = Fraction(left, len(others) + len(frontier))
    else:
        chance = Fraction(1, 2)
    chance = min(max(chance, Fraction(0)), Fraction(1))
    return {**out, **dict.fromkeys(others, chance)}


def border_distance(position: Position, cell: int) -> int:
    row, column = divmod(cell, position.columns)
    return min(row, position.rows - 1 - row, column, position.columns - 1 - column)


def score(position: Position, cell: int, form: str = "printed") -> Fraction:
    """Return eq. 4, or one less the chance of a zero."""
    row, column = divmod(cell, position.columns)
    ends = (row in (0, position.rows - 1)) + (column in (0, position.columns - 1))
    covered = sum(code == COVERED for code in position.cells)
    density = Fraction(mines_left(position), covered) if covered else Fraction(0)
    if form == "printed":
        return 1 - density ** {2: 4, 1: 6, 0: 8}[ends]
    return 1 - (1 - density) ** {2: 4, 1: 6, 0: 9}[ends]


def rows_of(position: Position) -> dict[int, list[float]]:
    """Return the nine features of section 4.2.2 for every covered cell."""
    p, q = position.rows, position.columns
    swap = q > p
    known = risks(position)
    frontier = frontier_of(position)

    def place(cell: int) -> tuple[int, int]:
        row, column = divmod(cell, position.columns)
        return (column, row) if swap else (row, column)

    larger, smaller = max(p, q), min(p, q)
    least = min(frontier, key=lambda c: (known[c], place(c)), default=None)
    index = -1 if least is None else place(least)[0] * smaller + place(least)[1]
    out = {}
    for cell, code in enumerate(position.cells):
        if code != COVERED:
            continue
        risk = float(known[cell]) if cell in frontier else 0.5
        i, j = place(cell)
        own = float(score(position, cell))
        values = [larger, smaller, position.num_mines, i, j, risk, len(frontier), index, own]
        out[cell] = [float(value) for value in values]
    return out


def sub_states(position: Position, alpha: float, form: str) -> Mapping[int, list[float]]:
    """Return the 3x3 values of Sc around every covered cell (section 4.2.3)."""
    known = risks(position)

    def sc(row: int, column: int) -> float:
        if not (0 <= row < position.rows and 0 <= column < position.columns):
            return -1.0
        cell = row * position.columns + column
        code = position.cells[cell]
        if code not in (COVERED, FLAGGED):
            return -1.0
        risk = 1.0 if code == FLAGGED else float(known[cell])
        return alpha * risk + (1 - alpha) * float(score(position, cell, form))

    return {
        cell: [sc(r, c) for r in range(row - 1, row + 2) for c in range(column - 1, column + 2)]
        for cell, code in enumerate(position.cells)
        if code == COVERED
        for row, column in [divmod(cell, position.columns)]
    }
