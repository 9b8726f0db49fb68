"""Guessers: which cell to reveal when nothing is proven."""

from sapper.agents.guessers.becerra import CornerEdgeInterior, PlacementShare, ZoneShare
from sapper.agents.guessers.cooper import ClueChance
from sapper.agents.guessers.house import LeastRisk, RandomGuess
from sapper.agents.guessers.learned import LearnedGuess
from sapper.agents.guessers.search import Improved, LookAhead
from sapper.agents.guessers.sinha import LeastScore, SolutionShare
from sapper.agents.guessers.vaitzman import (
    AssignmentsOrPatterns,
    LikeliestMine,
    PatternDatabase,
    SatisfyingAssignments,
)

__all__ = [
    "AssignmentsOrPatterns",
    "ClueChance",
    "CornerEdgeInterior",
    "Improved",
    "LearnedGuess",
    "LeastRisk",
    "LeastScore",
    "LikeliestMine",
    "LookAhead",
    "PatternDatabase",
    "PlacementShare",
    "RandomGuess",
    "SatisfyingAssignments",
    "SolutionShare",
    "ZoneShare",
]
