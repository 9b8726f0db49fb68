"""
Two agents on the same boards: who wins the games that only one of them wins.

McNemar's test [1] looks at those games alone, so that it tells agents apart with
far fewer games than two separate win rates would. Boards are the same where both
open on the same cell, and else as alike as the first-click rule allows.

References:
    [1] Q. McNemar 1947, Note on the sampling error of the difference between
        correlated proportions or percentages, Psychometrika 12.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper.lab.statistics import Z95

# Up to here the sum of binomial terms is quick; beyond, the normal curve is as good.
_EXACT = 100_000


@dataclass(frozen=True)
class Paired:
    """The comparison of *first* and *second* on the same games."""

    games: int
    both: int
    only_first: int
    only_second: int
    neither: int
    difference: float
    difference_low: float
    difference_high: float
    p_value: float


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
    difference = (only_first - only_second) / games if games else 0.0
    spread = math.sqrt(max(split - games * difference**2, 0.0)) / games if games else 0.0
    return Paired(
        games=games,
        both=both,
        only_first=only_first,
        only_second=only_second,
        neither=games - both - split,
        difference=difference,
        difference_low=difference - Z95 * spread,
        difference_high=difference + Z95 * spread,
        p_value=mcnemar_p(only_first, only_second),
    )


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
