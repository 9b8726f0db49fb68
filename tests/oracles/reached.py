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

from sapper.agents import Playthrough, load_agent
from sapper.agents.protocols import Deducer, NativePart
from sapper.agents.run.turns import deduce
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


def iter_mixed(num_games: int, *, flags: bool = True) -> Iterator[Position]:
    """Yield the positions of games on several grids."""
    for grid in ("8x8x10", "12x9x22", "7x1x2", "5x5x12"):
        for seed in range(num_games):
            for reached in iter_reached(Rules.parse(grid, first_click="any"), seed, flags=flags):
                yield reached.position


def iter_met(agent_id: str, rules: Rules, num_games: int) -> Iterator[Position]:
    """Yield every position that an agent meets."""
    for seed in range(num_games):
        for turn in Playthrough(load_agent(agent_id), rules, seed):
            if turn.outcome == "playing":
                yield turn.position


def proven(part: NativePart | Deducer, position: Position) -> tuple[list[int], list[int]]:
    """Return the cells that a deducer proves safe, and those it proves to be mines."""
    found = deduce(part, position)
    return list(found.safe), list(found.mines)
