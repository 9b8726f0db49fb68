"""Openers: where a game begins."""

from sapper.agents.openers.cells import FixedCell, RandomCell
from sapper.agents.openers.places import RandomCorner, RandomEdge, RandomInterior

__all__ = ["FixedCell", "RandomCell", "RandomCorner", "RandomEdge", "RandomInterior"]
