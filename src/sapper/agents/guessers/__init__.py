"""Guessers: which cell to reveal when nothing is proven."""

from sapper.agents.guessers.places import CornerEdgeInterior
from sapper.agents.guessers.random import RandomGuess

__all__ = ["CornerEdgeInterior", "RandomGuess"]
