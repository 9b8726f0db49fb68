"""Deducers: what proves cells safe or mines, cheapest first."""

from sapper.agents.deducers.constraints import CoupledSearch, SubsetReduction, ZoneSearch
from sapper.agents.deducers.exact import Exact
from sapper.agents.deducers.single_point import (
    CellularAutomaton,
    DoubleSet,
    NaiveSinglePoint,
    QueuedSinglePoint,
    SinglePoint,
)

__all__ = [
    "CellularAutomaton",
    "CoupledSearch",
    "DoubleSet",
    "Exact",
    "NaiveSinglePoint",
    "QueuedSinglePoint",
    "SinglePoint",
    "SubsetReduction",
    "ZoneSearch",
]
