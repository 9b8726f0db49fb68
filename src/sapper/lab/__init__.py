"""The lab: many games, on many processes, with statistics."""

from sapper.lab.league import League
from sapper.lab.play import play_games
from sapper.lab.stats.comparison import Comparison, compare
from sapper.lab.summary import Summary

__all__ = ["Comparison", "League", "Summary", "compare", "play_games"]
