"""Deducers: what proves cells safe or mines, cheapest first."""

from sapper.agents.deducers.single_point import (
    CellularAutomaton,
    DoubleSet,
    NaiveSinglePoint,
    QueuedSinglePoint,
    SinglePoint,
)

__all__ = [
    "CellularAutomaton",
    "DoubleSet",
    "NaiveSinglePoint",
    "QueuedSinglePoint",
    "SinglePoint",
]
