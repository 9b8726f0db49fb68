"""
Brute force: every layout that fits a position, counted in fractions.

Short and obviously right: it enumerates all subsets of the covered cells with
the right number of mines and keeps those in which every clue is true. Only for
positions with few covered cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

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
    position: Position, *, trust_flags: bool = True, mine_count: bool = True
) -> Iterator[frozenset[int]]:
    """Yield every set of mines that fits."""
    known = known_mines(position, trust_flags)
    unknown = [
        c for c, code in enumerate(position.cells) if code in {COVERED, FLAGGED} and c not in known
    ]
    clues = [
        (code, frozenset(position.neighbours(c)))
        for c, code in enumerate(position.cells)
        if code <= 8
    ]
    left = position.num_mines - len(known)
    sizes = [left] if mine_count else range(len(unknown) + 1)
    for size in sizes:
        if size < 0:
            continue
        for chosen in combinations(unknown, size):
            mines = known.union(chosen)
            if all(len(mines & around) == clue for clue, around in clues):
                yield mines


def brute_force(position: Position, *, trust_flags: bool = True) -> BruteForce:
    """Find every layout that fits a position."""
    known = known_mines(position, trust_flags)
    unknown = tuple(
        c for c, code in enumerate(position.cells) if code in {COVERED, FLAGGED} and c not in known
    )
    return BruteForce(unknown, tuple(iter_layouts(position, trust_flags=trust_flags)))


def clue_chances(position: Position, cell: int, *, trust_flags: bool = True) -> list[Fraction]:
    """Give the chance of each clue 0 to 8 at a covered cell; the rest is its risk."""
    found = brute_force(position, trust_flags=trust_flags)
    around = frozenset(position.neighbours(cell))
    counts = Counter(len(mines & around) for mines in found.layouts if cell not in mines)
    return [Fraction(counts[k], found.num_placements) for k in range(9)]
