"""Openers by the name that an agent's option ``opener=`` or ``first=`` gives them."""

from __future__ import annotations

from typing import Final, Literal

from sapper.agents.openers.cells import FixedCell, RandomCell
from sapper.agents.openers.places import BestFirst, RandomCorner, RandomEdge, RandomInterior
from sapper.agents.options import CellOption
from sapper.agents.protocols import NativePart

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
