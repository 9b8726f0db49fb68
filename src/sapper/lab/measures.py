"""
What is measured of each game: one number a game, from its row of results.

Means of these are what tables, plots and claims compare; because there is a number
for every game, two agents can be compared game by game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sapper.agents.columns import PROVEN_BY
from sapper.game.rules import Rules

Columns = Mapping[str, NDArray[Any]]
PerGame = Callable[[Columns, Rules], NDArray[np.float64]]


def score(columns: Columns, rules: Rules) -> NDArray[np.float64]:
    """Return the share of the mines flagged rightly; 1 where there are none to find."""
    if rules.num_mines == 0:
        return np.ones(len(columns["mines_flagged"]))
    return np.asarray(columns["mines_flagged"] / rules.num_mines, np.float64)


def random_moves(columns: Columns, rules: Rules) -> NDArray[np.float64]:
    """
    Return the guesses with the first pick counted.

    The first pick is no move of chance where every cell was proven, the first too:
    an agent that knows the number of mines may need no pick at all.
    """
    guesses = columns["guesses"].astype(np.float64)
    proven = [column for name, column in columns.items() if name.startswith(PROVEN_BY)]
    if not proven:
        return guesses + 1
    is_picked = np.sum(proven, axis=0, dtype=np.int64) < rules.num_cells
    return guesses + is_picked


def win_percent(columns: Columns, rules: Rules) -> NDArray[np.float64]:
    """Return 100 for a game won, 0 for another."""
    del rules
    return np.asarray(100.0 * columns["won"], np.float64)


def no_guess_percent(columns: Columns, rules: Rules) -> NDArray[np.float64]:
    """Return 100 for a game won with no guess but the first click, 0 for another."""
    del rules
    return np.asarray(100.0 * (columns["won"] & (columns["guesses"] == 0)), np.float64)


def seconds_per_game(columns: Columns, rules: Rules) -> NDArray[np.float64]:
    """Return the seconds that an agent thinks about a game."""
    del rules
    return np.asarray(columns["nanoseconds"] / 1e9, np.float64)


PER_GAME: Final[Mapping[str, PerGame]] = {
    "win_percent": win_percent,
    "no_guess_percent": no_guess_percent,
    "guesses_with_first": random_moves,
    "score": score,
    "seconds_per_game": seconds_per_game,
}
# How each is shown: what it is called, and how many of the shown unit make one.
SHOWN: Final[Mapping[str, tuple[str, float]]] = {
    "win_percent": ("won, %", 1.0),
    "no_guess_percent": ("won without a guess, %", 1.0),
    "guesses_with_first": ("random moves, the first counted", 1.0),
    "score": ("score", 1.0),
    "seconds_per_game": ("µs a game", 1e6),
}
# What a report draws of the score game if nothing else is asked for.
OF_SCORE_GAME: Final = ("score", "guesses_with_first", "seconds_per_game")
