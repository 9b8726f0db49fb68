"""Deducers: what proves cells safe or mines, cheapest first."""

from sapper.agents.deducers.assumption import AssumptionSearch
from sapper.agents.deducers.backtracking import Backtracking
from sapper.agents.deducers.constraints import CoupledSearch, SubsetReduction, ZoneSearch
from sapper.agents.deducers.cp_sat import CpSat
from sapper.agents.deducers.differences import MineTotal, SubsetDifferences
from sapper.agents.deducers.exact import Exact
from sapper.agents.deducers.human_like import HumanLike
from sapper.agents.deducers.linear_algebra import LinearAlgebra
from sapper.agents.deducers.listed_solutions import SolutionProofs
from sapper.agents.deducers.minicard import MiniCard
from sapper.agents.deducers.sentence_groups import SentenceGroups
from sapper.agents.deducers.single_point import (
    CellularAutomaton,
    DoubleSet,
    NaiveSinglePoint,
    QueuedSinglePoint,
    SinglePoint,
)
from sapper.agents.deducers.window import Window

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
    "QueuedSinglePoint",
    "SentenceGroups",
    "SinglePoint",
    "SolutionProofs",
    "SubsetDifferences",
    "SubsetReduction",
    "Window",
    "ZoneSearch",
]
