"""
The guess by counted placements: how many of them leave a cell free.

References:
    [1] Becerra 2015, sections 4.2 and 6.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.agents.protocols import NativePart


@dataclass(frozen=True)
class PlacementShare(NativePart):
    """
    Guess the cell that most placements of its component leave free, or the sea.

    The placements of a component count as equally likely, as in the text; with
    ``weigh`` by the ways to lay the mines that they leave over, which makes the
    shares exact risks. With ``crap_shoots_first`` a component whose two placements
    nothing can tell apart is guessed before anything else.
    """

    native_name: ClassVar[str] = "placement_share"

    weigh: bool = False
    crap_shoots_first: bool = True
