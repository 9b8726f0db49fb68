"""
The guess by place: corners first, then edges, then the interior by the frontier.

References:
    [1] Becerra 2015, section 5.3.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.agents.protocols import NativePart


@dataclass(frozen=True)
class CornerEdgeInterior(NativePart):
    """
    Guess a random covered corner, else an edge cell, else an interior cell.

    Of the interior cells those next to a clue come first: even without a zero
    they tell something about what is known.
    """

    native_name: ClassVar[str] = "corner_edge_interior"
