"""
Intervals for shares.

References:
    [1] E. B. Wilson 1927, Probable inference, the law of succession, and
        statistical inference, JASA 22.
"""

from __future__ import annotations

import math

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


def format_interval(low: float, high: float, digits: int = 2, *, signed: bool = False) -> str:
    """
    Write an interval as low–high, with signs where it is one of a difference.

    >>> format_interval(45.012, 51.2), format_interval(-1.2, 3.4, 1, signed=True)
    ('45.01–51.20', '-1.2 – +3.4')
    """
    if signed:
        return f"{low:+.{digits}f} – {high:+.{digits}f}"
    return f"{low:.{digits}f}–{high:.{digits}f}"
