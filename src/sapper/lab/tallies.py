"""
Tallies: the sums over some games, in one shape everywhere.

A worker gives the tally of a task, a store keeps it and adds it up by condition,
the league and the reports read it. A sum is declared here and nowhere else: stores,
SQL, exports and the docs read `SUM_COLUMNS`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, Final, Self

import numpy as np

from sapper.agents import Games
from sapper.agents.run.columns import Recorded
from sapper.game.rules import score_of
from sapper.lab.stats.statistics import wilson_interval


def _sum(meaning: str, of: Callable[[Games], Any] | None = None, kind: str = "<i8") -> Any:
    """Declare a sum: what it means, its type, and of which number a game."""
    return field(default=0, metadata={"of": of, "column": (kind, meaning)})


def _squared(games: Games) -> Any:
    return games["guesses"].astype(np.int64) ** 2


@dataclass(frozen=True)
class Tally:
    """
    The sums over some games, which add up.

    ``nanoseconds`` is what the agent spent deciding, ``seconds`` what the games took
    where they were played, all workers together, and ``tasks`` how many pieces the games
    came in.

    >>> (Tally(games=3, wins=2) + Tally(games=1)).win_rate
    0.5
    """

    games: int = _sum("games played")
    wins: int = _sum("games won", lambda games: games["won"])
    wins_without_guess: int = _sum(
        "games won with no guess but the first click", lambda games: games.won_without_guess
    )
    stuck: int = _sum("games given up", lambda games: games["stuck"])
    forfeits: int = _sum(
        "games that a program lost with no legal move in time", lambda games: games["forfeit"] > 0
    )
    guesses: int = _sum("sum of the guesses", lambda games: games["guesses"])
    guesses_squared: int = _sum("sum of the squares of the guesses", _squared)
    mines_flagged: int = _sum(
        "sum of the mines flagged rightly", lambda games: games["mines_flagged"]
    )
    nanoseconds: int = _sum("sum of the time spent deciding", lambda games: games["nanoseconds"])
    seconds: float = _sum("time the games took where they were played", kind="<f8")
    tasks: int = 0

    @classmethod
    def of(cls, games: Games, seconds: float = 0.0) -> Self:
        """Sum games up, as one task."""
        if len(games) == 0:
            return cls()
        sums = {name: int(of(games).sum(dtype=np.int64)) for name, of in _OF_GAMES.items()}
        return cls(games=len(games), **sums, seconds=seconds, tasks=1)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            **{f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(self)}
        )

    @property
    def win_rate(self) -> float:
        """The share of games won; nan if there is none."""
        return self._mean(self.wins)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the win rate."""
        return wilson_interval(self.wins, self.games)

    @property
    def no_guess_rate(self) -> float:
        """The share of games won with no guess but the first click."""
        return self._mean(self.wins_without_guess)

    @property
    def no_guess_interval(self) -> tuple[float, float]:
        """The 95 % interval of that share."""
        return wilson_interval(self.wins_without_guess, self.games)

    @property
    def mean_guesses(self) -> float:
        """Guesses a game, the first click not counted."""
        return self._mean(self.guesses)

    @property
    def guesses_deviation(self) -> float:
        """The standard deviation of the guesses over games."""
        mean = self.mean_guesses
        return math.sqrt(max(self._mean(self.guesses_squared) - mean * mean, 0.0))

    @property
    def microseconds(self) -> float:
        """Time an agent thinks about a game."""
        return self._mean(self.nanoseconds) / 1000

    def score(self, num_mines: int) -> float:
        """Return the mean share of the mines flagged rightly; 1 where there are none to find."""
        return float(score_of(self._mean(self.mines_flagged), num_mines))

    def _mean(self, total: int) -> float:
        return total / self.games if self.games else math.nan


SUM_COLUMNS: Final = tuple(
    Recorded(one.name, *one.metadata["column"]) for one in fields(Tally) if one.metadata
)
_OF_GAMES: Final = {one.name: of for one in fields(Tally) if (of := one.metadata.get("of"))}
# What a store keeps of a task beside its number of games and its time.
STORED: Final = tuple(_OF_GAMES)
