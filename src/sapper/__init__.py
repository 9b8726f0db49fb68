"""
Sapper: a Minesweeper laboratory.

The names below are the public ones; `docs/architecture.md` shows the layers.
"""

from sapper.agents import Agent, Deduction, Games, load_agent, register
from sapper.errors import SapperError
from sapper.game import Game, Layout, Move, Position, Rules
from sapper.lab import play_games
from sapper.logic import analyse, sample_layouts, value

__version__ = "0.1.0"

__all__ = [
    "Agent",
    "Deduction",
    "Game",
    "Games",
    "Layout",
    "Move",
    "Position",
    "Rules",
    "SapperError",
    "analyse",
    "load_agent",
    "play_games",
    "register",
    "sample_layouts",
    "value",
]
