"""The game: grid, rules, layout, position, moves, formats and replay."""

from sapper.game.game import Game
from sapper.game.io.files import load_layout, load_position, save_layout
from sapper.game.layout import Layout, lay_many
from sapper.game.moves import Move
from sapper.game.position import Position
from sapper.game.replay import Replay
from sapper.game.rules import DIFFICULTIES, Rules

__all__ = [
    "DIFFICULTIES",
    "Game",
    "Layout",
    "Move",
    "Position",
    "Replay",
    "Rules",
    "lay_many",
    "load_layout",
    "load_position",
    "save_layout",
]
