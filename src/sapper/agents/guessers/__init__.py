"""Guessers: which cell to reveal when nothing is proven."""

from sapper.agents.guessers.clue_chance import ClueChance
from sapper.agents.guessers.exact import LeastRisk
from sapper.agents.guessers.learned import LearnedGuess
from sapper.agents.guessers.likeliest_mine import LikeliestMine
from sapper.agents.guessers.places import CornerEdgeInterior
from sapper.agents.guessers.random import RandomGuess
from sapper.agents.guessers.search import Improved, LookAhead
from sapper.agents.guessers.sentence_risk import (
    AssignmentsOrPatterns,
    PatternDatabase,
    SatisfyingAssignments,
)
from sapper.agents.guessers.shares import PlacementShare, ZoneShare
from sapper.agents.guessers.solution_share import LeastScore, SolutionShare

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
