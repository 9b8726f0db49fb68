"""
The constraint model of Becerra 2015: every clue is an equation over its unknown neighbours.

`SubsetReduction` subtracts an equation from one that contains it;
`CoupledSearch` splits the reduced equations into components and proves whatever
has one value in all placements of its component; `ZoneSearch` looks at the few
clues around one cell at a time. None looks at the number of mines left.

References:
    [1] Becerra 2015, section 3.2 and chapter 6.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from sapper.agents.protocols import NativePart


@dataclass(frozen=True)
class SubsetReduction(NativePart):
    """Subtract constraints from those that contain them, to exhaustion [1, section 6.1]."""

    native_name: ClassVar[str] = "subset_reduction"


@dataclass(frozen=True)
class CoupledSearch(NativePart):
    """
    Backtracking by component: fewest values first, then most constraints, forward checking.

    ``partition`` says how the components are found: by walking over coupled
    ``constraints`` [1, section 6.2] or as connected components of the graph of
    ``variables`` [1, section 6.3]. Both give the same components.
    """

    native_name: ClassVar[str] = "coupled_search"

    partition: Literal["constraints", "variables"] = "constraints"


@dataclass(frozen=True)
class ZoneSearch(NativePart):
    """
    Pedersen's limited search: backtracking in a zone around each uncertain cell.

    The zone has the clues at most ``radius`` (1 or 2) cells away that share cells
    with each other and with the cell [1, section 3.2].
    """

    native_name: ClassVar[str] = "zone_search"

    radius: int = 2
