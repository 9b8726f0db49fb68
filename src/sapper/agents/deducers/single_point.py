"""
The single-point family: each clue by itself.

A clue whose mines are all known frees its other neighbours; one with as many
unknown neighbours as mines missing makes them mines. `SinglePoint`, `DoubleSet`
and `CellularAutomaton` (with its general rule) reach the same end by different
ways; `NaiveSinglePoint` and `QueuedSinglePoint` forget clues and miss some of it.

References:
    [1] Kvietinskas 2021, section 1.5.
    [2] Becerra 2015, chapter 5.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.agents.protocols import NativePart


@dataclass(frozen=True)
class SinglePoint(NativePart):
    """The single-point rules to exhaustion, what is proven used at once [1]."""

    native_name: ClassVar[str] = "single_point"


@dataclass(frozen=True)
class CellularAutomaton(NativePart):
    """
    Adamatzky's automaton: all cells change at once, from the state before [2, section 5.1].

    With ``last_mine_only``, the original rule, a clue marks a mine only if it is
    its one unknown neighbour; without, as many as are missing.
    """

    native_name: ClassVar[str] = "cellular_automaton"

    last_mine_only: bool = False


@dataclass(frozen=True)
class NaiveSinglePoint(NativePart):
    """
    The single point of PGMS: an unordered set of clues to look at [2, section 5.2].

    A clue is looked at when it is revealed and again after a deduction within two
    cells of it. One that a guess next door has completed is missed.
    """

    native_name: ClassVar[str] = "naive_single_point"


@dataclass(frozen=True)
class QueuedSinglePoint(NativePart):
    """
    Pedersen's single point: a queue of moves, mines first [2, section 5.2].

    After each move the neighbours of its cell are looked at, not the cell itself:
    a clue that proves something from the start is missed until a neighbour changes.
    """

    native_name: ClassVar[str] = "queued_single_point"


@dataclass(frozen=True)
class DoubleSet(NativePart):
    """Safe cells in one set, unresolved clues in another; misses nothing [2, algorithm 5.2]."""

    native_name: ClassVar[str] = "double_set"
