"""
Intervals of shares and means.

References:
    [1] E. B. Wilson 1927, Probable inference, the law of succession, and
        statistical inference, JASA 22.
"""

from __future__ import annotations

import math
from typing import Any

from numpy.typing import NDArray

# The normal quantile of a two-sided 95 % interval.
Z95 = 1.959963984540054


def wilson_interval(wins: int, games: int, z: float = Z95) -> tuple[float, float]:
    """
    Return the Wilson interval of a share: sensible at 0, at 1 and for few games.

    >>> low, high = wilson_interval(66, 100)
    >>> round(low, 4), round(high, 4)
    (0.5628, 0.7454)
    """
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    centre = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max((centre - spread) / scale, 0.0), min((centre + spread) / scale, 1.0)


def mean_interval(values: NDArray[Any], z: float = Z95) -> tuple[float, float]:
    """
    Return the interval of a mean by the normal curve; of fewer than two values, the widest.

    >>> import numpy as np
    >>> low, high = mean_interval(np.array([1, 2, 3, 4]))
    >>> round(low, 3), round(high, 3)
    (1.235, 3.765)
    """
    if len(values) < 2:
        return -math.inf, math.inf
    mean, error = float(values.mean()), float(values.std(ddof=1)) / math.sqrt(len(values))
    return mean - z * error, mean + z * error
