"""The lab: many games, on many processes, with statistics."""

from sapper.lab.play import play_games

__all__ = ["play_games"]
