"""The sums of Kvietinskas 2021's experiments, from `docs/papers/data`, by condition."""

from __future__ import annotations

import csv
import math
from pathlib import Path

from sapper.lab.tallies import Tally

DATA = Path(__file__).parents[1] / "docs" / "papers" / "data"
GRIDS = ("beginner-8", "beginner", "intermediate", "expert")
WINDOWS = ("4x4", "5x5", "6x6", "7x7", "8x8", "9x9", "10x10", "whole")
COUNTED = ("games", "wins", "wins_without_guess", "guesses", "nanoseconds")
STEPS = ("0", "1", "2", "3", "4", "none")
# When the games of each file were played.
PLAYED = dict.fromkeys(
    ("kvietinskas-1", "kvietinskas-1-recheck", "kvietinskas-2", "kvietinskas-verification"),
    "played on 2026-11-19 with today's boards",
)


class Sums(Tally):
    """What was counted in one condition, in percent."""

    def percent(self, *, no_guess: bool = False) -> float:
        """The share of games won, or won without a guess, in percent."""
        return 100 * (self.no_guess_rate if no_guess else self.win_rate)

    def percent_interval(self, *, no_guess: bool = False) -> tuple[float, float]:
        """Its 95 % interval (Wilson)."""
        low, high = self.no_guess_interval if no_guess else self.interval
        return 100 * low, 100 * high


class Table:
    """Conditions of one experiment."""

    def __init__(self, name: str) -> None:
        self.played = PLAYED[name]
        with (DATA / f"{name}.csv").open() as file:
            self._rows = list(csv.DictReader(file))

    @property
    def games(self) -> int:
        """How many games each condition has."""
        return min(int(row["games"]) for row in self._rows)

    @property
    def num_conditions(self) -> int:
        """How many conditions there are."""
        return len(self._rows)

    @property
    def seconds(self) -> float:
        """The time that all decisions took, on one core."""
        return sum(int(row["nanoseconds"]) for row in self._rows) / 1e9

    def find(self, **values: str) -> Sums | None:
        """Return the condition with these values, or None if there is none."""
        for row in self._rows:
            if all(row[key] == value for key, value in values.items()):
                return Sums(**{name: int(row[name]) for name in COUNTED})
        return None

    def get(self, **values: str) -> Sums:
        """Return the condition with these values."""
        found = self.find(**values)
        if found is None:
            raise LookupError(f"no condition with {values!r}")
        return found


def difference(one: Sums, other: Sums, *, no_guess: bool = False) -> tuple[float, float, float]:
    """
    Return the difference of two shares in points, with its 95 % interval (Newcombe).

    The games are the same, which makes the true interval narrower; sums do not tell by how much.
    """
    a, b = one.percent(no_guess=no_guess), other.percent(no_guess=no_guess)
    a_low, a_high = one.percent_interval(no_guess=no_guess)
    b_low, b_high = other.percent_interval(no_guess=no_guess)
    return (
        a - b,
        a - b - math.hypot(a - a_low, b_high - b),
        a - b + math.hypot(a_high - a, b - b_low),
    )


def is_clear(found: tuple[float, float, float]) -> bool:
    """Whether the interval of a difference does not contain zero."""
    return found[1] > 0 or found[2] < 0
