"""
Openers: where a game begins.

The fewer neighbours a first cell has, the likelier it shows a zero;
`sapper.logic.first_cell` has the exact chance. A grid without a cell of the wanted
place that leaves room for the mines is opened on an edge, or in a corner.

References:
    [1] Becerra 2015, sections 4.1 and 5.3.3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from sapper.agents.options import CellOption
from sapper.agents.protocols import NativePart

__all__ = ["BestFirst", "FixedCell", "RandomCell", "RandomCorner", "RandomEdge", "RandomInterior"]


@dataclass(frozen=True)
class RandomCorner(NativePart):
    """Open one of the corners."""

    native_name: ClassVar[str] = "corner"


@dataclass(frozen=True)
class RandomEdge(NativePart):
    """Open a cell of the border that is not a corner."""

    native_name: ClassVar[str] = "edge"


@dataclass(frozen=True)
class RandomInterior(NativePart):
    """Open a cell that is not on the border."""

    native_name: ClassVar[str] = "interior"


@dataclass(frozen=True)
class BestFirst(NativePart):
    """
    Open where the most games are won, as measured: see `docs/strongest.md`.

    A corner where the first cell need not be a zero; else r4c4 on large grids and
    r3c3 on small ones, nearer to the corner where there is no room.
    """

    native_name: ClassVar[str] = "best_first"


@dataclass(frozen=True)
class RandomCell(NativePart):
    """Open any cell that leaves room for the mines, each with the same chance."""

    native_name: ClassVar[str] = "random"


@dataclass(frozen=True)
class FixedCell(NativePart):
    """Open always the same cell, given by column and row counted from 0."""

    native_name: ClassVar[str] = "fixed"

    column: int = 0
    row: int = 0


OpenerName = Literal["random", "corner", "edge", "interior", "best"]

_OPENERS: Final[dict[str, NativePart]] = {
    "random": RandomCell(),
    "corner": RandomCorner(),
    "edge": RandomEdge(),
    "interior": RandomInterior(),
    "best": BestFirst(),
}


def make_opener(opener: OpenerName, first: CellOption | None = None) -> NativePart:
    """Return the opener of this name, or the one that opens ``first`` if it is given."""
    return FixedCell(first.column, first.row) if first else _OPENERS[opener]
