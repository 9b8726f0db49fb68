"""Openers: where a game begins."""

from sapper.agents.openers.cells import FixedCell, RandomCell
from sapper.agents.openers.places import BestFirst, RandomCorner, RandomEdge, RandomInterior

__all__ = ["BestFirst", "FixedCell", "RandomCell", "RandomCorner", "RandomEdge", "RandomInterior"]
