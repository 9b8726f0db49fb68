"""
Brute force over components: every placement of the frontier, mine count ignored.

Short and obviously right: the constraints of a position as sets of cells, grouped
by shared cells, and all subsets of a component's cells tried one by one. Only for
small components.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN
from sapper.game.position import Position

Constraint = tuple[frozenset[int], int]


@dataclass(frozen=True)
class Component:
    """Cells tied together by constraints, and every way to put mines into them."""

    cells: tuple[int, ...]
    placements: tuple[frozenset[int], ...]

    def share_safe(self, cell: int) -> Fraction:
        free = sum(cell not in mines for mines in self.placements)
        return Fraction(free, len(self.placements))

    @property
    def mean_mines(self) -> Fraction:
        return Fraction(sum(map(len, self.placements)), len(self.placements))

    @property
    def safe(self) -> set[int]:
        return {c for c in self.cells if self.share_safe(c) == 1}

    @property
    def mines(self) -> set[int]:
        return {c for c in self.cells if self.share_safe(c) == 0}


def read_constraints(position: Position) -> list[Constraint]:
    """Return what each clue says about the covered cells around it."""
    found = []
    for cell in range(position.num_cells):
        clue = position.clue(cell)
        if clue is None:
            continue
        around = position.neighbours(cell)
        unknown = frozenset(c for c in around if position.cells[c] == COVERED)
        known = sum(position.cells[c] in (FLAGGED, MINE_SHOWN) for c in around)
        if unknown:
            found.append((unknown, clue - known))
    return found


def reduce_constraints(constraints: list[Constraint]) -> list[Constraint]:
    """Subtract constraints from those that contain them until nothing changes."""
    found = set(constraints)
    while True:
        pairs = ((a, b) for a in found for b in found if a[0] < b[0])
        pair = next(pairs, None)
        if pair is None:
            return sorted(found, key=lambda constraint: sorted(constraint[0]))
        (less, few), (more, many) = pair
        found.remove((more, many))
        found.add((more - less, many - few))


def solve_components(
    position: Position, max_cells: int = 14, *, is_reduced: bool = False
) -> list[Component] | None:
    """Return all components with all their placements, or None if one is too large to try."""
    groups: list[list[Constraint]] = []
    constraints = read_constraints(position)
    for constraint in reduce_constraints(constraints) if is_reduced else constraints:
        tied = [g for g in groups if any(cells & constraint[0] for cells, _ in g)]
        groups = [g for g in groups if g not in tied]
        groups.append([c for g in tied for c in g] + [constraint])
    components = []
    for group in groups:
        cells = sorted(frozenset().union(*(cells for cells, _ in group)))
        if len(cells) > max_cells:
            return None
        placements = []
        for values in product((False, True), repeat=len(cells)):
            mines = frozenset(c for c, value in zip(cells, values, strict=True) if value)
            if all(len(mines & scope) == count for scope, count in group):
                placements.append(mines)
        components.append(Component(tuple(cells), tuple(placements)))
    return components
