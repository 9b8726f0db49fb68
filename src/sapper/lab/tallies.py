"""
Tallies: the sums over some games, in one shape everywhere.

A worker gives the tally of a task, a store keeps it and adds it up by condition,
the league and the reports read it. Its fields are those of `columns.SUM_COLUMNS`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Self

import numpy as np

from sapper.agents import Games
from sapper.lab.statistics import wilson_interval


@dataclass(frozen=True)
class Tally:
    """
    The sums over some games, which add up.

    ``nanoseconds`` is what the agent spent deciding, ``seconds`` what the games took
    where they were played, all workers together, and ``tasks`` how many pieces the
    games came in.

    >>> (Tally(games=3, wins=2) + Tally(games=1)).win_rate
    0.5
    """

    games: int = 0
    wins: int = 0
    wins_without_guess: int = 0
    stuck: int = 0
    guesses: int = 0
    guesses_squared: int = 0
    mines_flagged: int = 0
    nanoseconds: int = 0
    seconds: float = 0.0
    tasks: int = 0

    @classmethod
    def of(cls, games: Games, seconds: float = 0.0) -> Self:
        """Sum games up, as one task."""
        if len(games) == 0:
            return cls()
        guesses = games["guesses"].astype(np.int64)
        return cls(
            games=len(games),
            wins=games.wins,
            wins_without_guess=games.wins_without_guess,
            stuck=int(games["stuck"].sum()),
            guesses=int(guesses.sum()),
            guesses_squared=int((guesses * guesses).sum()),
            mines_flagged=int(games["mines_flagged"].sum()),
            nanoseconds=int(games["nanoseconds"].sum()),
            seconds=seconds,
            tasks=1,
        )

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
        return self._mean(self.mines_flagged) / num_mines if num_mines else 1.0

    def _mean(self, total: int) -> float:
        return total / self.games if self.games else math.nan
