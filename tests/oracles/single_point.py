"""
The single-point rules a second time: look at every clue until nothing new is proven.

No state, no order, no cleverness; the native deducer must prove the same cells in
the same turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sapper.agents import Deduction
from sapper.game.codes import COVERED
from sapper.game.position import Position


@dataclass(frozen=True)
class SlowSinglePoint:
    """A deducer whose name for results is that of the native one."""

    def deduce(self, position: Position, changed: Sequence[int]) -> Iterable[Deduction]:
        safe: set[int] = set()
        # Flags and shown mines are mines to the single-point rules.
        mines = {cell for cell, code in enumerate(position.cells) if code > COVERED}
        known = len(mines)
        found: list[Deduction] = []
        growing = True
        while growing:
            growing = False
            for cell in range(position.num_cells):
                clue = position.clue(cell)
                if clue is None:
                    continue
                around = position.neighbours(cell)
                covered = {n for n in around if position.cells[n] >= COVERED}
                unknown = covered - safe - mines
                missing = clue - len(covered & mines)
                if unknown and missing == 0:
                    safe |= unknown
                    found.append(Deduction(safe=tuple(sorted(unknown)), clues=(cell,)))
                    growing = True
                elif unknown and missing == len(unknown):
                    mines |= unknown
                    found.append(Deduction(mines=tuple(sorted(unknown)), clues=(cell,)))
                    growing = True
        assert len(mines) >= known
        return found
