"""
The digest of a condition: all that a report needs of its games, read once.

Five million games are read block by block and reduced to counts; only who won
which game is kept, a byte a game, for sets, convergence and pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sapper.game.rules import Rules
from sapper.lab.measures import PER_GAME
from sapper.lab.sets import Measure, set_means
from sapper.lab.statistics import wilson_interval
from sapper.lab.store.protocol import ConditionRow, ExperimentRow, Store

# Edges of the histogram of time: ten a decade, from 100 ns to 1000 s.
TIME_EDGES: Final = np.logspace(2, 12, 101)
MOST_GUESSES: Final = 200


@dataclass
class Digest:
    """A condition and what its games come to."""

    condition: ConditionRow
    won: NDArray[np.bool_]
    numbers: NDArray[np.int64]
    wins_without_guess: int = 0
    stuck: int = 0
    guesses_sum: float = 0.0
    guesses_squares: float = 0.0
    nanoseconds: float = 0.0
    sums: dict[str, tuple[float, float]] = field(default_factory=dict)
    guesses: NDArray[np.int64] | None = None
    times: NDArray[np.int64] | None = None

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.won)

    @cached_property
    def wins(self) -> int:
        """How many were won."""
        return int(self.won.sum())

    @property
    def win_rate(self) -> float:
        """The share of games won."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the win rate."""
        return wilson_interval(self.wins, self.games)

    @property
    def no_guess_rate(self) -> float:
        """The share of games won without a guess."""
        return self.wins_without_guess / self.games

    @property
    def no_guess_interval(self) -> tuple[float, float]:
        """The 95 % interval of that share."""
        return wilson_interval(self.wins_without_guess, self.games)

    @property
    def mean_guesses(self) -> float:
        """Guesses a game, the first click not counted."""
        return self.guesses_sum / self.games

    @property
    def guesses_deviation(self) -> float:
        """The standard deviation of the guesses over games."""
        mean = self.mean_guesses
        return float(np.sqrt(max(self.guesses_squares / self.games - mean * mean, 0.0)))

    @property
    def microseconds(self) -> float:
        """Time an agent thinks about a game."""
        return self.nanoseconds / self.games / 1000

    @property
    def score(self) -> float:
        """The mean share of mines flagged rightly."""
        return self.measure("score").value

    def measure(self, name: str) -> Measure:
        """Give the mean over games of what is measured of each, with its error."""
        total, squares = self.sums[name]
        mean = total / self.games
        spread = max(squares / self.games - mean * mean, 0.0) * self.games / max(self.games - 1, 1)
        return Measure(mean, float(np.sqrt(spread / self.games)))

    def sets(self, size: int) -> NDArray[np.float64]:
        """Give the win rates of the whole sets."""
        return set_means(self.won, size)

    def convergence(self, points: int = 120) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Give the win rate after so many games, at places evenly spread on a log scale."""
        places = np.unique(np.logspace(0, np.log10(self.games), points).astype(np.int64))
        return places, np.cumsum(self.won)[places - 1] / places


def digest_condition(store: Store, condition: ConditionRow) -> Digest | None:
    """Read the games of a condition; None if there are none."""
    parts: list[NDArray[np.bool_]] = []
    numbers: list[NDArray[np.int64]] = []
    digest = Digest(condition, np.zeros(0, bool), np.zeros(0, np.int64))
    rules = _rules_of(condition)
    guesses = np.zeros(MOST_GUESSES + 1, np.int64)
    times = np.zeros(len(TIME_EDGES) + 1, np.int64)
    for (first, count), columns in store.iter_games(condition):
        parts.append(columns["won"])
        numbers.append(np.arange(first, first + count))
        guessed = columns["guesses"].astype(np.int64)
        digest.wins_without_guess += int((columns["won"] & (guessed == 0)).sum())
        digest.stuck += int(columns["stuck"].sum())
        digest.guesses_sum += float(guessed.sum())
        digest.guesses_squares += float((guessed * guessed).sum())
        for name, per_game in PER_GAME.items():
            values = per_game(dict(columns), rules)
            total, squares = digest.sums.get(name, (0.0, 0.0))
            digest.sums[name] = total + float(values.sum()), squares + float((values**2).sum())
        digest.nanoseconds += float(columns["nanoseconds"].sum())
        guesses += np.bincount(np.minimum(guessed, MOST_GUESSES), minlength=len(guesses))
        places = np.searchsorted(TIME_EDGES, columns["nanoseconds"])
        times += np.bincount(places, minlength=len(times))
    if not parts:
        return None
    digest.won, digest.numbers = np.concatenate(parts), np.concatenate(numbers)
    digest.guesses, digest.times = guesses, times
    return digest


def _rules_of(condition: ConditionRow) -> Rules:
    given = condition.parameters
    size = f"{given['columns']}x{given['rows']}x{given['mines']}"
    return Rules.parse(size, first_click=str(given["first_click"]), game=str(given["game"]))


def digest_experiment(store: Store, experiment: ExperimentRow) -> list[Digest]:
    """Read the games of every condition that has some."""
    found = (digest_condition(store, condition) for condition in experiment.conditions)
    return [digest for digest in found if digest is not None]


def varied_parameters(digests: Sequence[Digest]) -> list[str]:
    """Name the parameters that tell the conditions apart, what follows from others left out."""
    names = list(dict.fromkeys(key for one in digests for key in one.condition.parameters))
    varied = [name for name in names if len({value_of(one, name) for one in digests}) > 1]
    given = {"on", "size", "density"} & set(varied)
    derived = {"columns", "rows", "cells", "mines"} | ({"on"} if "size" in given else set())
    if "on" in varied and "size" not in names:
        derived |= {"density"}
    if "size" not in varied and "density" in varied and "size" in names:
        derived |= {"on"}
    return [name for name in varied if name not in derived]


def value_of(digest: Digest, name: str) -> Any:
    """Give a parameter of a condition."""
    return digest.condition.parameters.get(name, "")


def format_value(value: Any) -> str:
    """Write a parameter's value for a label."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)
