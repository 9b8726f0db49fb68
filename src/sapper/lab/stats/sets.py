"""
Means and spreads: of a column, and over sets of games.

The thesis [1] plays 1,000 sets of 100 games and reports the mean and the standard
deviation of the sets' win percentages; the guesses' deviation is over games.

References:
    [1] D. Becerra 2015, section 4.3.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper.lab.stats.statistics import chi_square_quantile


@dataclass(frozen=True)
class Measure:
    """A measured number and its standard error."""

    value: float
    error: float

    @property
    def is_known(self) -> bool:
        """Whether there were enough values for both."""
        return math.isfinite(self.value) and math.isfinite(self.error)


def mean_of(values: NDArray[Any]) -> Measure:
    """Return the mean."""
    if len(values) == 0:
        return Measure(math.nan, math.nan)
    spread = float(values.std(ddof=1)) if len(values) > 1 else math.nan
    return Measure(float(values.mean()), spread / math.sqrt(len(values)))


def median_of(values: NDArray[Any]) -> Measure:
    """
    Return the median; its error is half the width between the ranks one deviation away.

    Times want it: a busy machine makes some games a hundred times as long.
    """
    if len(values) < 2:
        return Measure(math.nan, math.nan)
    step = min(0.5 / math.sqrt(len(values)), 0.5)
    low, middle, high = np.quantile(values, [0.5 - step, 0.5, 0.5 + step])
    return Measure(float(middle), float(high - low) / 2)


def deviation_of(values: NDArray[Any]) -> Measure:
    """Return the standard deviation; its error follows from the fourth moment."""
    if len(values) < 2:
        return Measure(math.nan, math.nan)
    deviation = float(values.std(ddof=1))
    if deviation == 0:
        return Measure(0.0, 0.0)
    fourth = float(((values - values.mean()) ** 4).mean())
    spread = max(fourth - deviation**4, 0.0)
    return Measure(deviation, math.sqrt(spread / len(values)) / (2 * deviation))


def deviation_interval(deviation: float, count: int, level: float = 0.95) -> tuple[float, float]:
    """
    Return the interval of a standard deviation of ``count`` values by the chi-square curve.

    Means of sets are near enough to the normal curve for it, however few the sets.

    >>> low, high = deviation_interval(3.27, 5)
    >>> round(low, 2), round(high, 2)
    (1.96, 9.4)
    """
    if count < 2:
        return 0.0, math.inf
    freedom, tail = count - 1, 0.5 * (1.0 - level)
    above, below = (chi_square_quantile(p, freedom) for p in (1.0 - tail, tail))
    return deviation * math.sqrt(freedom / above), deviation * math.sqrt(freedom / below)


def set_means(values: NDArray[Any], size: int) -> NDArray[np.float64]:
    """
    Return the mean of each whole set of consecutive games.

    >>> set_means(np.array([1, 0, 1, 1, 0, 0, 1]), 2).tolist()
    [0.5, 1.0, 0.0]
    """
    whole = len(values) // size * size
    return values[:whole].reshape(-1, size).mean(axis=1, dtype=np.float64)  # type: ignore[no-any-return]
