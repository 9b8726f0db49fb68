"""
The deducers of Cooper et al.: assumptions, subset differences, the number of mines.

References:
    [1] Cooper, Moustafa, Wu 2020, sections 2.2 and 2.3, algorithms 3 to 6, and section 6.
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


@dataclass(frozen=True)
class AssumptionSearch(NativePart):
    """
    Prove what the single-clue rules make of both values of a cell.

    Cells next to at least ``min_clues`` clues are tried, those next to most of them
    first. An assumption that ends in a contradiction proves the opposite; otherwise
    the cells that both assumptions settle alike are proven. With ``mine_count`` the
    number of mines is one more clue, next to every covered cell.
    """

    native_name: ClassVar[str] = "assumption_search"

    min_clues: int = 2
    mine_count: bool = False
