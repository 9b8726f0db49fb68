"""Deducers: what proves cells safe or mines, cheapest first."""

from sapper.agents.deducers.becerra import (
    CoupledSearch,
    PrintedSinglePoint,
    SubsetReduction,
    ZoneSearch,
)
from sapper.agents.deducers.cooper import AssumptionSearch, MineTotal, SubsetDifferences
from sapper.agents.deducers.cp_sat import CpSat
from sapper.agents.deducers.exact import Exact
from sapper.agents.deducers.kvietinskas import HumanLike, LinearAlgebra, Window
from sapper.agents.deducers.minicard import MiniCard
from sapper.agents.deducers.single_point import (
    CellularAutomaton,
    DoubleSet,
    NaiveSinglePoint,
    QueuedSinglePoint,
    SinglePoint,
)
from sapper.agents.deducers.sinha import SolutionProofs
from sapper.agents.deducers.vaitzman import Backtracking, SentenceGroups

__all__ = [
    "AssumptionSearch",
    "Backtracking",
    "CellularAutomaton",
    "CoupledSearch",
    "CpSat",
    "DoubleSet",
    "Exact",
    "HumanLike",
    "LinearAlgebra",
    "MineTotal",
    "MiniCard",
    "NaiveSinglePoint",
    "PrintedSinglePoint",
    "QueuedSinglePoint",
    "SentenceGroups",
    "SinglePoint",
    "SolutionProofs",
    "SubsetDifferences",
    "SubsetReduction",
    "Window",
    "ZoneSearch",
]
