"""The lab: many games, on many processes, with statistics."""

from sapper.lab.league import League, Summary
from sapper.lab.play import play_games
from sapper.lab.stats.comparison import Comparison, compare

__all__ = ["Comparison", "League", "Summary", "compare", "play_games"]
