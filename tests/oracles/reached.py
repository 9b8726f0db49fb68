"""
Positions reached by play, together with the layout that is really there.

A game goes on by revealing one random cell that is proven safe, or the cell of
least risk where none is; now and then a proven mine is flagged. Every position
on the way is given out, so that a test sees all stages of a game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from sapper.game import Game, Layout, Position, Rules
from sapper.logic import analyse


class Reached(NamedTuple):
    """A position and the truth behind it."""

    position: Position
    layout: Layout


def iter_reached(rules: Rules, seed: int, *, flags: bool = False) -> Iterator[Reached]:
    """Play one game and yield its positions."""
    choose = random.Random(seed)
    game = Game(rules, seed)
    game.reveal(choose.randrange(rules.num_cells))
    while not game.is_over:
        assert game.layout is not None
        yield Reached(game.position, game.layout)
        analysis = analyse(game.position)
        if flags and analysis.mines and choose.random() < 0.5:
            game.flag(choose.choice(analysis.mines))
        elif analysis.safe:
            game.reveal(choose.choice(analysis.safe))
        else:
            game.reveal(int(np.nanargmin(analysis.risk)))
