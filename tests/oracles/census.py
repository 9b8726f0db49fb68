"""
Brute force: every layout that fits a position, counted in fractions.

Short and obviously right: it enumerates all subsets of the covered cells with
the right number of mines and keeps those in which every clue is true. Only for
positions with few covered cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN
from sapper.game.position import Position


@dataclass(frozen=True)
class BruteForce:
    """All layouts that fit, and what they say."""

    unknown: tuple[int, ...]
    layouts: tuple[frozenset[int], ...]

    @property
    def num_placements(self) -> int:
        return len(self.layouts)

    def risk(self, cell: int) -> Fraction:
        return Fraction(sum(cell in layout for layout in self.layouts), len(self.layouts))

    @property
    def safe(self) -> tuple[int, ...]:
        return tuple(c for c in self.unknown if not any(c in mines for mines in self.layouts))

    @property
    def mines(self) -> tuple[int, ...]:
        return tuple(c for c in self.unknown if all(c in mines for mines in self.layouts))


def known_mines(position: Position, trust_flags: bool = True) -> frozenset[int]:
    """List the cells that count as mines whatever the layout."""
    codes = {MINE_SHOWN, FLAGGED} if trust_flags else {MINE_SHOWN}
    return frozenset(c for c, code in enumerate(position.cells) if code in codes)


def iter_layouts(
    position: Position,
    *,
    trust_flags: bool = True,
    mine_count: bool = True,
    clues: Collection[int] | None = None,
) -> Iterator[frozenset[int]]:
    """Yield every set of mines that fits, or fits only some clues, or any number of mines."""
    known = known_mines(position, trust_flags)
    unknown = [
        c for c, code in enumerate(position.cells) if code in {COVERED, FLAGGED} and c not in known
    ]
    wanted = [
        (code, frozenset(position.neighbours(c)))
        for c, code in enumerate(position.cells)
        if code <= 8 and (clues is None or c in clues)
    ]
    left = position.num_mines - len(known)
    sizes = [left] if mine_count else range(len(unknown) + 1)
    for size in sizes:
        if size < 0:
            continue
        for chosen in combinations(unknown, size):
            mines = known.union(chosen)
            if all(len(mines & around) == clue for clue, around in wanted):
                yield mines


def brute_force(position: Position, *, trust_flags: bool = True) -> BruteForce:
    """Find every layout that fits a position."""
    known = known_mines(position, trust_flags)
    unknown = tuple(
        c for c, code in enumerate(position.cells) if code in {COVERED, FLAGGED} and c not in known
    )
    return BruteForce(unknown, tuple(iter_layouts(position, trust_flags=trust_flags)))


def clue_chances(position: Position, cell: int, *, trust_flags: bool = True) -> list[Fraction]:
    """Return the chance of each clue 0 to 8 at a covered cell; the rest is its risk."""
    found = brute_force(position, trust_flags=trust_flags)
    around = frozenset(position.neighbours(cell))
    counts = Counter(len(mines & around) for mines in found.layouts if cell not in mines)
    return [Fraction(counts[k], found.num_placements) for k in range(9)]


def rational_risks(position: Position, most_nodes: int = 200_000) -> dict[int, Fraction] | None:
    """
    Return every covered cell's risk as a fraction, on positions too large for brute force.

    Plain backtracking over the cells of each connected group of clues, counted
    by mines used, then joined with the rest. None if that takes too long.
    """
    unknown = {c for c, code in enumerate(position.cells) if code == COVERED}
    known = known_mines(position)
    clues = {
        c: (
            code - sum(n in known for n in position.neighbours(c)),
            [n for n in position.neighbours(c) if n in unknown],
        )
        for c, code in enumerate(position.cells)
        if code <= 8
    }
    groups = connected_groups([cells for _, cells in clues.values() if cells])
    counted: list[tuple[list[int], Counter[tuple[int, int]], Counter[int]]] = []
    for group in groups:
        within = [(left, cells) for left, cells in clues.values() if cells and cells[0] in group]
        found = backtrack(sorted(group), within, most_nodes)
        if found is None:
            return None
        counted.append((sorted(group), *found))
    sea = len(unknown) - sum(len(group) for group in groups)
    return join_groups(counted, sea, position.num_mines - len(known), unknown)


def connected_groups(sets: list[list[int]]) -> list[set[int]]:
    """Merge sets that share a cell."""
    groups: list[set[int]] = []
    for cells in sets:
        touching = [g for g in groups if not g.isdisjoint(cells)]
        groups = [g for g in groups if g.isdisjoint(cells)]
        groups.append(set(cells).union(*touching))
    return groups


def backtrack(
    cells: list[int], clues: list[tuple[int, list[int]]], most_nodes: int
) -> tuple[Counter[tuple[int, int]], Counter[int]] | None:
    """Count the placements by (cell, mines used) with a mine there, and by mines used."""
    by_cell: Counter[tuple[int, int]] = Counter()
    by_mines: Counter[int] = Counter()
    touching = {c: [i for i, (_, around) in enumerate(clues) if c in around] for c in cells}
    left = [clue for clue, _ in clues]
    free = [len(around) for _, around in clues]
    chosen: list[int] = []
    nodes = 0

    def visit(at: int) -> bool:
        nonlocal nodes
        nodes += 1
        if nodes > most_nodes:
            return False
        if at == len(cells):
            by_mines[len(chosen)] += 1
            by_cell.update((c, len(chosen)) for c in chosen)
            return True
        cell = cells[at]
        for value in (0, 1):
            for i in touching[cell]:
                left[i] -= value
                free[i] -= 1
            if value:
                chosen.append(cell)
            fits = all(0 <= left[i] <= free[i] for i in touching[cell])
            done = not fits or visit(at + 1)
            if value:
                chosen.pop()
            for i in touching[cell]:
                left[i] += value
                free[i] += 1
            if not done:
                return False
        return True

    return (by_cell, by_mines) if visit(0) else None


def join_groups(
    counted: list[tuple[list[int], Counter[tuple[int, int]], Counter[int]]],
    sea: int,
    mines_left: int,
    unknown: set[int],
) -> dict[int, Fraction]:
    """Weigh each group's placements with all the others and the sea."""

    def ways(groups: list[Counter[int]], mines: int, sea: int) -> int:
        totals: Counter[int] = Counter({0: 1})
        for counts in groups:
            joined: Counter[int] = Counter()
            for a, x in totals.items():
                for b, y in counts.items():
                    joined[a + b] += x * y
            totals = joined
        return sum(n * comb(sea, mines - t) for t, n in totals.items() if t <= mines)

    censuses = [by_mines for _, _, by_mines in counted]
    total = ways(censuses, mines_left, sea)
    in_sea = Fraction(ways(censuses, mines_left - 1, sea - 1), total) if sea else Fraction(0)
    risks = dict.fromkeys(unknown, in_sea)
    for i, (cells, by_cell, by_mines) in enumerate(counted):
        others = censuses[:i] + censuses[i + 1 :]
        weights = {m: ways(others, mines_left - m, sea) for m in by_mines}
        for cell in cells:
            risks[cell] = Fraction(sum(by_cell[cell, m] * w for m, w in weights.items()), total)
    return risks
