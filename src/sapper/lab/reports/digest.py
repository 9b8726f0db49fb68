"""
The digest of a condition: all that a report needs of its games, read once.

Five million games are read block by block and reduced to counts; only who won
which game is kept, a byte a game, for sets, convergence and pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sapper.lab.sets import set_means
from sapper.lab.store.protocol import ConditionRow, ExperimentRow, Store
from sapper.lab.tallies import Tally

# Edges of the histogram of time: ten a decade, from 100 ns to 1000 s.
TIME_EDGES: Final = np.logspace(2, 12, 101)
MOST_GUESSES: Final = 200


@dataclass
class Digest:
    """A condition, its tally, and what else its games come to, where they are kept."""

    condition: ConditionRow
    tally: Tally
    won: NDArray[np.bool_]
    numbers: NDArray[np.int64]
    guesses: NDArray[np.int64] | None = None
    times: NDArray[np.int64] | None = None

    @property
    def has_games(self) -> bool:
        """Whether the games are there, not only their sums."""
        return len(self.won) > 0

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.tally.games

    @property
    def score(self) -> float:
        """The mean share of mines flagged rightly."""
        return self.tally.score(int(self.condition.parameters["mines"]))

    def sets(self, size: int) -> NDArray[np.float64]:
        """Give the win rates of the whole sets."""
        return set_means(self.won, size)

    def convergence(self, points: int = 120) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Give the win rate after so many games, at places evenly spread on a log scale."""
        places = np.unique(np.logspace(0, np.log10(self.games), points).astype(np.int64))
        return places, np.cumsum(self.won)[places - 1] / places


def digest_condition(store: Store, condition: ConditionRow, kept: Tally) -> Digest | None:
    """Read the games of a condition, or take its sums where only they are kept; None if none."""
    parts: list[NDArray[np.bool_]] = []
    numbers: list[NDArray[np.int64]] = []
    tally = Tally()
    guesses = np.zeros(MOST_GUESSES + 1, np.int64)
    times = np.zeros(len(TIME_EDGES) + 1, np.int64)
    for (first, count), games in store.iter_games(condition):
        parts.append(games["won"])
        numbers.append(np.arange(first, first + count))
        tally += Tally.of(games)
        guessed = np.minimum(games["guesses"].astype(np.int64), MOST_GUESSES)
        guesses += np.bincount(guessed, minlength=len(guesses))
        places = np.searchsorted(TIME_EDGES, games["nanoseconds"])
        times += np.bincount(places, minlength=len(times))
    if not parts:
        nothing = (np.zeros(0, np.bool_), np.zeros(0, np.int64))
        return Digest(condition, kept, *nothing) if kept.games else None
    return Digest(condition, tally, np.concatenate(parts), np.concatenate(numbers), guesses, times)


def digest_experiment(store: Store, experiment: ExperimentRow) -> list[Digest]:
    """Read the games of every condition that has some."""
    tallies = store.tallies(experiment.id)
    found = (digest_condition(store, row, tallies[row.id]) for row in experiment.conditions)
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
