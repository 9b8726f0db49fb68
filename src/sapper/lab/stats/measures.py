"""
What is measured of games: declared once, for tables, plots, claims and reports.

Most measures are one number a game, from its row of results; their means are what is
compared, and because there is a number for every game, two agents can be compared game by
game. Others say how far the games are spread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sapper.agents import Games
from sapper.agents.run.columns import PROVEN_BY
from sapper.game.rules import Rules, score_of
from sapper.lab.stats.sets import Measure, deviation_of, set_means

PerGame = Callable[[Games, Rules], NDArray[np.float64]]


def score(games: Games, rules: Rules) -> NDArray[np.float64]:
    """Return the share of the mines flagged rightly; 1 where there are none to find."""
    return np.asarray(score_of(games["mines_flagged"], rules.num_mines), np.float64)


def random_moves(games: Games, rules: Rules) -> NDArray[np.float64]:
    """
    Return the guesses with the first pick counted.

    The first pick is no move of chance where every cell was proven, the first too:
    an agent that knows the number of mines may need no pick at all.
    """
    guesses = games["guesses"].astype(np.float64)
    proven = [column for name, column in games.columns.items() if name.startswith(PROVEN_BY)]
    if not proven:
        return guesses + 1
    is_picked = np.sum(proven, axis=0, dtype=np.int64) < rules.num_cells
    return guesses + is_picked


class Kind(NamedTuple):
    """
    A measure: what tables call it, how plots show it, and how it is taken.

    ``of`` gives one number a game. ``spread``, of games and the size of a set, is instead of
    the mean; ``scale`` is how many of the unit that plots show make one.
    """

    title: str
    shown: str = ""
    of: PerGame | None = None
    spread: Callable[[Games, int], Measure] | None = None
    scale: float = 1.0


def _percent(of: Callable[[Games], Any]) -> PerGame:
    """Return 100 for a game of which something is true, 0 for another."""
    return lambda games, _: np.asarray(100.0 * of(games), np.float64)


MEASURES: Final = {
    "win_percent": Kind("won %", "won, %", _percent(lambda games: games["won"])),
    "win_percent_sd": Kind(
        "won %, deviation of sets",
        spread=lambda games, size: deviation_of(100 * set_means(games["won"], size)),
    ),
    "no_guess_percent": Kind(
        "won without a guess %",
        "won without a guess, %",
        _percent(lambda games: games.won_without_guess),
    ),
    "guesses_with_first": Kind(
        "guesses with the first click", "random moves, the first counted", random_moves
    ),
    "guesses_with_first_sd": Kind(
        "guesses, deviation",
        spread=lambda games, _: deviation_of(games["guesses"].astype(np.float64)),
    ),
    "score": Kind("score", "score", score),
    "seconds_per_game": Kind(
        "seconds a game", "µs a game", lambda games, _: games["nanoseconds"] / 1e9, scale=1e6
    ),
}
# Those that are one number a game.
PER_GAME: Final = {name: kind.of for name, kind in MEASURES.items() if kind.of is not None}
# What a report draws of the score game if nothing else is asked for.
OF_SCORE_GAME: Final = ("score", "guesses_with_first", "seconds_per_game")
