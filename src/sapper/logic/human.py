"""
What a diligent person finds by comparing clues with each other.

References:
    [1] Kvietinskas 2021, chapter 6: the human-like deduction and its steps.
"""

from __future__ import annotations

from typing import NamedTuple

from sapper import _core
from sapper.arguments import explained
from sapper.game.position import Position


class HumanFinding(NamedTuple):
    """A cell that comparing clues proves, in which step, and from which clues."""

    cell: int
    is_mine: bool
    step: int
    clues: tuple[int, ...]


@explained
def deduce_like_human(
    position: Position, max_steps: int | None = None, *, trust_flags: bool = True
) -> list[HumanFinding]:
    """
    Find what a diligent person finds by comparing clues, in the order found [1].

    No step is the single-point strategy; without ``max_steps`` clues are compared
    until nothing new comes up. The number of mines is not used.

    >>> position = Position.parse(".../111 1")
    >>> [finding.cell for finding in deduce_like_human(position, max_steps=0)]
    []
    >>> deduce_like_human(position)[0]
    HumanFinding(cell=0, is_mine=False, step=1, clues=(4, 5))
    """
    found = _core.deduce_like_human(
        position,
        trust_flags,
        max_steps,
    )
    return [HumanFinding(*fields) for fields in found]
