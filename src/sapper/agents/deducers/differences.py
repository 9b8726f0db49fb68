"""
Subset differences, and the number of mines as a clue of its own.

References:
    [1] Cooper, Moustafa, Wu 2020, section 2.3, algorithms 4 to 6, and section 6.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.agents.protocols import NativePart


@dataclass(frozen=True)
class SubsetDifferences(NativePart):
    """
    Subtract a clue from another that has all its covered cells, and look at the rest.

    Differences are of clues, as the text prints it; with ``closure`` also of
    differences, as long as new ones come up. With ``mine_count`` the number of mines
    is a clue that has every covered cell.
    """

    native_name: ClassVar[str] = "subset_differences"

    closure: bool = False
    mine_count: bool = False


@dataclass(frozen=True)
class MineTotal(NativePart):
    """
    Look at the number of mines alone: none left, or as many as covered cells.

    It needs no clue, so that it may settle a grid before the first reveal.
    """

    native_name: ClassVar[str] = "mine_total"
