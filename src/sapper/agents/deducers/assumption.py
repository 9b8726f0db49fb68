"""
Assume a cell mined, then safe, and keep what both lead to.

References:
    [1] Cooper, Moustafa, Wu 2020, section 2.2, algorithm 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.agents.protocols import NativePart


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
