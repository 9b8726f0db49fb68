"""
The human-like deduction in plain Python, line by line from the thesis.

Everything is kept: all three sub-constraints of every pair, also those that say
nothing new, and several ranges over the same cells. A step compares the
constraints that there were when it began.

References:
    [1] Kvietinskas 2021, section 6.1.3 (sub-constraints) and 6.4 (pseudocode).
"""

from __future__ import annotations

from collections.abc import Iterator

from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN
from sapper.game.position import Position

Constraint = tuple[frozenset[int], int, int]  # cells, low, high
Moves = dict[int, bool]  # cell -> is it a mine


def build_constraints(position: Position, *, trust_flags: bool = True) -> set[Constraint]:
    """One constraint per clue with covered cells around it."""
    mines = {MINE_SHOWN, FLAGGED} if trust_flags else {MINE_SHOWN}
    unknown = {COVERED, FLAGGED} - mines
    found: set[Constraint] = set()
    for cell, code in enumerate(position.cells):
        if code > 8:
            continue
        around = position.neighbours(cell)
        cells = frozenset(c for c in around if position.cells[c] in unknown)
        left = code - sum(position.cells[c] in mines for c in around)
        if cells:
            found.add((cells, left, left))
    return found


def naive_deductive_solve(constraints: set[Constraint], step_limit: int | None) -> dict[int, int]:
    """Return the step in which each cell was found; the sign of a mine's is turned: -1 - step."""
    found: dict[int, int] = {}
    dirty = set(constraints)
    step = 0
    while True:
        moves = solve_constraints(constraints, dirty)
        for cell, is_mine in moves.items():
            found[cell] = -1 - step if is_mine else step
        if step == step_limit:
            return found
        step += 1
        if not append_new_sub_constraints(constraints, dirty):
            return found


def solve_constraints(constraints: set[Constraint], dirty: set[Constraint]) -> Moves:
    all_moves: Moves = {}
    while moves := solve_one_iteration(constraints):
        all_moves |= moves
        update_constraints(constraints, dirty, moves)
    return all_moves


def solve_one_iteration(constraints: set[Constraint]) -> Moves:
    moves: Moves = {}
    for cells, low, high in constraints:
        if low == high and high in {0, len(cells)}:
            moves |= dict.fromkeys(cells, high != 0)
    return moves


def update_constraints(constraints: set[Constraint], dirty: set[Constraint], moves: Moves) -> None:
    for old in list(constraints):
        cells, low, high = old
        for x in cells & moves.keys():
            cells -= {x}
            if moves[x]:
                low, high = max(low - 1, 0), high - 1
            else:
                high = min(high, len(cells))
        if (cells, low, high) == old:
            continue
        constraints.remove(old)
        dirty.discard(old)
        if cells:
            constraints.add((cells, low, high))
            dirty.add((cells, low, high))


def append_new_sub_constraints(constraints: set[Constraint], dirty: set[Constraint]) -> bool:
    new = {
        sub
        for c1 in dirty
        for c2 in constraints
        if c1 != c2 and c1[0] & c2[0]
        for sub in iter_sub_constraints(c1, c2)
        if sub not in constraints
    }
    constraints |= new
    dirty.clear()
    dirty |= new
    return bool(new)


def iter_sub_constraints(a: Constraint, b: Constraint) -> Iterator[Constraint]:
    """Compare two constraints [1, section 6.1.3]."""
    cells_a, low_a, high_a = a
    cells_b, low_b, high_b = b
    shared = cells_a & cells_b
    only_a, only_b = cells_a - shared, cells_b - shared
    low = max(0, low_a - len(only_a), low_b - len(only_b))
    high = min(len(shared), high_a, high_b)
    yield shared, low, high
    if only_a:
        yield only_a, max(0, low_a - high), min(len(only_a), high_a - low)
    if only_b:
        yield only_b, max(0, low_b - high), min(len(only_b), high_b - low)
