"""
The exact census: how many placements, in integers of any size.

The native sweep counts the placements of each component by mines used; here
they are multiplied together and with the sea. Floats never enter.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb

from sapper import _core
from sapper.errors import BudgetExceededError
from sapper.game.position import Position

# Multiplications times their size in bits; a few seconds.
_MAX_WORK = 2e11


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


@dataclass(frozen=True)
class Census:
    """
    Components, sea, and the mines left for both.

    >>> census = Census.of(Position.parse("..1./..2./11../.... 3"))
    >>> census.num_placements, census.sea
    (11, 6)
    """

    components: tuple[Component, ...]
    sea: int
    mines_left: int

    @classmethod
    def of(
        cls,
        position: Position,
        trust_flags: bool = True,
        max_states: int = _core.DEFAULT_MAX_STATES,
    ) -> Census:
        """Count a position."""
        components, sea, mines_left = _core.exact_census(
            position.columns,
            position.rows,
            position.num_mines,
            position.cells,
            trust_flags,
            max_states,
        )
        return cls(tuple(_read_component(*c) for c in components), sea, mines_left)

    @cached_property
    def num_placements(self) -> int:
        """How many layouts fit."""
        length = 1 + sum(len(c.counts_by_mines) - 1 for c in self.components)
        entries = sum(len(c.counts_by_mines) for c in self.components)
        bits = self.sea + sum(len(c.cells) for c in self.components)
        if (entries + self.sea / 64) * length * bits > _MAX_WORK:
            raise BudgetExceededError(
                "the exact number of placements of so large a position would take too long; "
                "use log_placements"
            )
        product = [1]
        left = self.mines_left
        for component in self.components:
            product = _convolve(product, component.counts_by_mines)
            left -= component.least_mines
        return sum(count * comb(self.sea, left - k) for k, count in enumerate(product) if k <= left)


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
