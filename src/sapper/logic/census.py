"""
The exact census: how many placements, in integers of any size.

The native sweep counts the placements of each component by mines used; here
they are multiplied together and with the sea. Floats never enter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from math import comb, prod

from sapper import _core
from sapper.arguments import explained
from sapper.errors import BudgetExceededError

# An exact number of placements that would take longer, by a rough estimate, is refused.
MOST_SECONDS = 30.0


@dataclass(frozen=True)
class Component:
    """
    Boxes tied together by shared clues.

    ``counts_by_mines[i]`` is the number of placements with ``least_mines + i``
    mines. Cells and clues that single clues decide are not part of any component.
    """

    boxes: tuple[tuple[int, ...], ...]
    clues: tuple[int, ...]
    least_mines: int
    counts_by_mines: tuple[int, ...]

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """All cells of its boxes, in order."""
        return tuple(sorted(cell for box in self.boxes for cell in box))

    @property
    def most_mines(self) -> int:
        """The largest number of mines of a placement."""
        return self.least_mines + len(self.counts_by_mines) - 1


@explained
@dataclass(frozen=True)
class Census:
    """
    Components, sea, and the mines left for both; None where any number is as good.

    >>> from sapper import Position, analyse
    >>> census = analyse(Position.parse("..1./..2./11../.... 3")).census
    >>> census.num_placements, census.sea
    (11, 2)
    """

    components: tuple[Component, ...]
    sea: int
    mines_left: int | None

    @classmethod
    def of_findings(
        cls, findings: _core.Findings | _core.ConstraintFindings, use_mine_count: bool
    ) -> Census:
        """Read the counts of an analysis."""
        components, sea, mines_left = findings.exact_census()
        parts = tuple(_read_component(*c) for c in components)
        return cls(parts, sea, mines_left if use_mine_count else None)

    @cached_property
    def num_placements(self) -> int:
        """How many layouts fit."""
        if self.mines_left is None:
            return (1 << self.sea) * prod(sum(c.counts_by_mines) for c in self.components)
        self._check_work()
        product = [1]
        left = self.mines_left
        for component in self.components:
            product = _convolve(product, component.counts_by_mines)
            left -= component.least_mines
        # Each binomial from the one before: C(n, k + 1) = C(n, k) * (n - k) / (k + 1).
        total = 0
        in_sea = max(left - len(product) + 1, 0)
        ways = comb(self.sea, in_sea)
        for k in range(left - in_sea, -1, -1):
            total += product[k] * ways
            ways = ways * (self.sea - in_sea) // (in_sea + 1)
            in_sea += 1
        return total

    def _check_work(self) -> None:
        """Refuse what would take too long."""
        entries = sum(len(c.counts_by_mines) for c in self.components)
        length = 1 + entries - len(self.components)
        bits = sum(len(c.cells) for c in self.components)
        seconds = entries * length * (6e-8 + bits * 1e-11) + length * self.sea * (1 + bits) * 1e-13
        # The first binomial of the sea: 8 s for C(1000000, 500000), 1.4 s for C(400000, 200000).
        least = max((self.mines_left or 0) - sum(c.least_mines for c in self.components), 0)
        in_sea = max(least - length + 1, 0)
        seconds += 1.6e-11 * self.sea * max(min(in_sea, self.sea - in_sea), 0)
        if seconds > MOST_SECONDS:
            raise BudgetExceededError(
                "the exact number of placements of so large a position would take too long; "
                "use log_placements"
            )


def write_count(work: Callable[[], int]) -> str | None:
    """Return a number of placements as text; None where it would take too long."""
    try:
        # Through Decimal: Python itself writes no integer of more than 4,300 digits.
        return format(Decimal(work()), "f")
    except BudgetExceededError:
        return None


def _read_component(
    boxes: list[list[int]], clues: list[int], least_mines: int, counts: list[bytes]
) -> Component:
    return Component(
        tuple(tuple(box) for box in boxes),
        tuple(clues),
        least_mines,
        tuple(int.from_bytes(count, "little") for count in counts),
    )


def _convolve(a: list[int], b: tuple[int, ...]) -> list[int]:
    out = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            out[i + j] += x * y
    return out
