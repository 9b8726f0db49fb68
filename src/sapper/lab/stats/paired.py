"""
Two agents on the same boards: who wins the games that only one of them wins.

McNemar's test [1] looks at those games alone, so that it tells agents apart with
far fewer games than two separate win rates would. Boards are the same where both
open on the same cell, and else but for the few mines that the first clicks move. The interval
of the difference is the adjusted one of [2], which is sensible where no game, or every
game, was won by one agent only; the number of games needed is that of [3].
`unpaired_interval` [4] is what separate boards would give. `comparison.py` plays the games
and puts the numbers into words.

References:
    [1] Q. McNemar 1947, Note on the sampling error of the difference between
        correlated proportions or percentages, Psychometrika 12.
    [2] D. G. Bonett, R. M. Price 2012, Adjusted Wald confidence interval for a
        difference of binomial proportions based on paired data, J. Educ. Behav. Stat. 37.
    [3] R. J. Connor 1987, Sample size for testing differences in proportions for the
        paired-sample design, Biometrics 43.
    [4] R. G. Newcombe 1998, Interval estimation for the difference between independent
        proportions, Stat. Med. 17, method 10.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sapper.lab.stats.statistics import Z95

# Up to here the sum of binomial terms is quick; beyond, the normal curve is as good.
_EXACT = 100_000
# The normal quantile of "nine times in ten": how often the games needed show a difference.
_Z_POWER: Final = 1.2815515655446004

# Five wins to none are p = 0.06, six to none p = 0.03.
_FEWEST_SPLIT: Final = 6


@dataclass(frozen=True)
class Paired:
    """
    The comparison of *first* and *second* on the same games.

    ``games_needed`` is the number of games that tells the two apart nine times in ten if
    the true difference is the one seen here; None where none was seen.
    """

    games: int
    both: int
    only_first: int
    only_second: int
    neither: int
    difference: float
    difference_low: float
    difference_high: float
    p_value: float
    games_needed: int | None = None


def compare(first: NDArray[np.bool_], second: NDArray[np.bool_]) -> Paired:
    """
    Compare the wins of two agents on the same games.

    >>> one, other = np.array([1, 1, 1, 1, 0, 0], bool), np.array([1, 0, 0, 0, 0, 0], bool)
    >>> found = compare(one, other)
    >>> found.only_first, found.only_second, round(found.difference, 2), round(found.p_value, 6)
    (3, 0, 0.5, 0.25)
    """
    games = len(first)
    only_first = int((first & ~second).sum())
    only_second = int((second & ~first).sum())
    both = int((first & second).sum())
    split = only_first + only_second
    low, high = paired_interval(only_first, only_second, games)
    return Paired(
        games=games,
        both=both,
        only_first=only_first,
        only_second=only_second,
        neither=games - both - split,
        difference=(only_first - only_second) / games if games else 0.0,
        difference_low=low,
        difference_high=high,
        p_value=mcnemar_p(only_first, only_second),
        games_needed=games_needed(only_first, only_second, games),
    )


def compare_values(first: NDArray[Any], second: NDArray[Any]) -> Paired:
    """
    Compare a number of each game, such as its score, by the mean of the differences.

    ``only_first`` counts the games in which the first has the larger number, ``both``
    those in which the two are equal. The interval and p are those of the normal curve.

    >>> found = compare_values(np.array([0.9, 0.8, 1.0]), np.array([0.7, 0.8, 0.5]))
    >>> found.only_first, found.both, round(found.difference, 3)
    (2, 1, 0.233)
    """
    gain = np.asarray(first, np.float64) - np.asarray(second, np.float64)
    games = len(gain)
    only_first, only_second = int((gain > 0).sum()), int((gain < 0).sum())
    mean = float(gain.mean()) if games else 0.0
    deviation = float(gain.std(ddof=1)) if games > 1 else math.inf
    error = deviation / math.sqrt(games) if games else math.inf
    z = abs(mean) / error if error else math.inf if mean else 0.0
    needed = math.ceil(((Z95 + _Z_POWER) * deviation / mean) ** 2) if mean and games > 1 else None
    return Paired(
        games=games,
        both=games - only_first - only_second,
        only_first=only_first,
        only_second=only_second,
        neither=0,
        difference=mean,
        difference_low=mean - Z95 * error,
        difference_high=mean + Z95 * error,
        p_value=math.erfc(z / math.sqrt(2)),
        games_needed=needed,
    )


def paired_interval(only_first: int, only_second: int, games: int) -> tuple[float, float]:
    """
    Return the 95 % interval of the difference of two win rates on the same games [2].

    >>> low, high = paired_interval(0, 0, 100)
    >>> round(low, 3), round(high, 3)
    (-0.027, 0.027)
    """
    one, other = (only_first + 1) / (games + 2), (only_second + 1) / (games + 2)
    middle = one - other
    spread = Z95 * math.sqrt((one + other - middle**2) / (games + 2))
    return max(middle - spread, -1.0), min(middle + spread, 1.0)


def unpaired_interval(
    first: tuple[float, float, float], second: tuple[float, float, float]
) -> tuple[float, float]:
    """
    Return the 95 % interval of a difference of means of games on boards of their own [4].

    Each mean comes with its own interval.

    >>> low, high = unpaired_interval((0.8, 0.7, 0.9), (0.5, 0.4, 0.6))
    >>> round(low, 3), round(high, 3)
    (0.159, 0.441)
    """
    (one, one_low, one_high), (other, other_low, other_high) = first, second
    below = math.hypot(one - one_low, other_high - other)
    above = math.hypot(one_high - one, other - other_low)
    return one - other - below, one - other + above


def games_needed(only_first: int, only_second: int, games: int) -> int | None:
    """
    Return how many games show the difference nine times in ten, p below 0.05 [3].

    It is worked out as if the shares of games that only one won were the true ones; None
    where they are equal. Fewer than six boards that only one won never tell two apart.

    >>> games_needed(60, 40, 1000), games_needed(5, 5, 100), games_needed(90, 0, 100)
    (2623, None, 7)
    """
    if only_first == only_second:
        return None
    split, gain = (only_first + only_second) / games, (only_first - only_second) / games
    root = Z95 * math.sqrt(split) + _Z_POWER * math.sqrt(max(split - gain**2, 0.0))
    return math.ceil(max((root / gain) ** 2, _FEWEST_SPLIT / split))


def mcnemar_p(only_first: int, only_second: int) -> float:
    """Return the two-sided probability of a split at least this uneven if both are equally good."""
    split, fewer = only_first + only_second, min(only_first, only_second)
    if split == 0 or only_first == only_second:
        return 1.0
    if split > _EXACT:
        z = (abs(only_first - only_second) - 1) / math.sqrt(split)
        return math.erfc(z / math.sqrt(2))
    log_choose = math.lgamma(split + 1)
    terms = [
        log_choose - math.lgamma(i + 1) - math.lgamma(split - i + 1) - split * math.log(2)
        for i in range(fewer + 1)
    ]
    return min(1.0, 2 * math.fsum(math.exp(term) for term in terms))
