"""
The guesses of Becerra 2015: by place, and by counted placements.

References:
    [1] Becerra 2015, sections 3.2, 4.2, 5.3.2 and 6.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from sapper.agents.protocols import NativePart


@dataclass(frozen=True)
class PlacementShare(NativePart):
    """
    Guess the cell that most placements of its component leave free, or the sea.

    ``weights`` says what a placement counts: ``none``, as in the text, all alike;
    ``limit``, those that need more mines than are left, or too few, not at all;
    ``sea``, each by the ways to lay the mines that it leaves over, which makes the
    shares exact risks. With ``crap_shoots_first`` a component whose two placements
    nothing can tell apart is guessed before anything else.
    """

    native_name: ClassVar[str] = "placement_share"

    weights: Literal["none", "limit", "sea"] = "none"
    crap_shoots_first: bool = True


@dataclass(frozen=True)
class ZoneShare(NativePart):
    """
    Guess the cell least often a mine in the placements of its own zone [1, section 3.2].

    The zone is that of `sapper.agents.deducers.ZoneSearch`. A share that is no
    lower than the chance of any covered cell is not worth having: then the guess
    is random.
    """

    native_name: ClassVar[str] = "zone_share"

    radius: int = 2


@dataclass(frozen=True)
class CornerEdgeInterior(NativePart):
    """
    Guess a random covered corner, else an edge cell, else an interior cell.

    Of the interior cells those next to a clue come first: even without a zero
    they tell something about what is known.
    """

    native_name: ClassVar[str] = "corner_edge_interior"
