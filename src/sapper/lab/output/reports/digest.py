"""
The digest of a condition: all that a report needs of its games, read once.

Five million games are read block by block and reduced to counts; only who won
which game is kept, a byte a game, for sets, convergence and pairs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sapper.lab.output.board_numbers import board_numbers, rules_of
from sapper.lab.stats.measures import PER_GAME
from sapper.lab.stats.sets import Measure, set_means
from sapper.lab.store.protocol import ConditionRow, ExperimentRow, Store
from sapper.lab.tallies import Tally

# Edges of the histogram of time: ten a decade, from 100 ns to 1000 s.
TIME_EDGES: Final = np.logspace(2, 12, 101)
MOST_GUESSES: Final = 200


@dataclass(frozen=True)
class Digest:
    """
    A condition and what its games come to.

    Where only sums were kept there is nothing but the ``tally``.
    """

    condition: ConditionRow
    tally: Tally
    won: NDArray[np.bool_]
    numbers: NDArray[np.int64]
    guesses: NDArray[np.int64]
    times: NDArray[np.int64]
    # Sum and sum of squares of what is measured of each game.
    moments: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    # Numbers of the boards, game by game, where they were asked for.
    boards: Mapping[str, NDArray[np.int32]] = field(default_factory=dict)
    # What a game's board follows from, besides the rules: its seed and the first cell.
    seeds: NDArray[np.uint64] = field(default_factory=lambda: np.zeros(0, np.uint64))
    firsts: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))

    @property
    def has_games(self) -> bool:
        """Whether the games themselves were kept."""
        return len(self.won) > 0

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.tally.games

    @property
    def score(self) -> float:
        """The mean share of mines flagged rightly."""
        return self.tally.score(int(self.condition.parameters["mines"]))

    def measure(self, name: str) -> Measure:
        """Return the mean over the kept games of what is measured of each, with its error."""
        count = len(self.won)
        total, squares = self.moments[name]
        mean = total / count
        spread = max(squares / count - mean * mean, 0.0) / max(count - 1, 1)
        return Measure(mean, float(np.sqrt(spread)))

    def sets(self, size: int) -> NDArray[np.float64]:
        """Return the win rates of the whole sets."""
        return set_means(self.won, size)

    def convergence(self, points: int = 120) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the win rate as games are added, at places evenly spread on a log scale."""
        places = np.unique(np.logspace(0, np.log10(len(self.won)), points).astype(np.int64))
        return places, np.cumsum(self.won)[places - 1] / places


def digest_condition(
    store: Store, condition: ConditionRow, sums: Tally, boards: Sequence[str] = ()
) -> Digest | None:
    """
    Read the games of a condition, or take the ``sums`` where no more was kept.

    ``boards`` names numbers of the boards that are wanted as well.
    """
    won: list[NDArray[np.bool_]] = [np.zeros(0, np.bool_)]
    numbers: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
    seeds: list[NDArray[np.uint64]] = [np.zeros(0, np.uint64)]
    firsts: list[NDArray[np.int32]] = [np.zeros(0, np.int32)]
    moments: dict[str, tuple[float, float]] = {}
    numbers_of_boards: dict[str, list[NDArray[np.int32]]] = {name: [] for name in boards}
    rules = rules_of(condition)
    guesses = np.zeros(MOST_GUESSES + 1, np.int64)
    times = np.zeros(len(TIME_EDGES) + 1, np.int64)
    tally = Tally()
    for (first, count), games in store.iter_games(condition):
        won.append(games["won"])
        numbers.append(np.arange(first, first + count))
        seeds.append(games["game_seed"])
        firsts.append(games["first_cell"])
        tally += Tally.of(games)
        for name, found in board_numbers(condition, games, boards).items():
            numbers_of_boards[name].append(found)
        for name, per_game in PER_GAME.items():
            values = per_game(games, rules)
            total, squares = moments.get(name, (0.0, 0.0))
            moments[name] = total + float(values.sum()), squares + float((values**2).sum())
        guesses += np.bincount(np.minimum(games["guesses"], MOST_GUESSES), minlength=len(guesses))
        places = np.searchsorted(TIME_EDGES, games["nanoseconds"])
        times += np.bincount(places, minlength=len(times))
    # Tasks with games and tasks without may stand side by side: then the sums are whole.
    whole = tally if tally.games == sums.games else sums
    if whole.games == 0:
        return None
    games_won, game_numbers = np.concatenate(won), np.concatenate(numbers)
    of_boards = {name: np.concatenate(parts) for name, parts in numbers_of_boards.items() if parts}
    return Digest(
        condition, whole, games_won, game_numbers, guesses, times, moments, of_boards,
        np.concatenate(seeds), np.concatenate(firsts),
    )  # fmt: skip


def digest_experiment(
    store: Store, experiment: ExperimentRow, boards: Sequence[str] = ()
) -> list[Digest]:
    """Read the games of every condition that has some."""
    sums = store.tallies(experiment.id)
    found = (digest_condition(store, row, sums[row.id], boards) for row in experiment.conditions)
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
    """Return a parameter of a condition."""
    return digest.condition.parameters.get(name, "")


def format_value(value: Any) -> str:
    """Write a parameter's value for a label."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)
