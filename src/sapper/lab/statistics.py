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


def chi_square_quantile(share: float, freedom: int) -> float:
    """
    Return the number below which a chi-square of so many degrees of freedom falls so often.

    >>> round(chi_square_quantile(0.975, 4), 3), round(chi_square_quantile(0.025, 4), 3)
    (11.143, 0.484)
    """
    low, high = 0.0, freedom + 20.0 * math.sqrt(2.0 * freedom) + 20.0
    for _ in range(100):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if _chi_square(middle, freedom) < share else (low, middle)
    return 0.5 * (low + high)


def _chi_square(x: float, freedom: int) -> float:
    """Sum the series of the incomplete gamma function: the share below x, which is above 0."""
    shape, half = 0.5 * freedom, 0.5 * x
    term = total = math.exp(shape * math.log(half) - half - math.lgamma(shape + 1.0))
    step = shape
    while term > 1e-17 * total and term > 0.0:
        step += 1.0
        term *= half / step
        total += term
    return min(total, 1.0)


def format_interval(low: float, high: float, digits: int = 2, *, signed: bool = False) -> str:
    """
    Write an interval as low–high, with signs where it is one of a difference.

    >>> format_interval(45.012, 51.2), format_interval(-1.2, 3.4, 1, signed=True)
    ('45.01–51.20', '-1.2 – +3.4')
    """
    if signed:
        return f"{low:+.{digits}f} – {high:+.{digits}f}"
    return f"{low:.{digits}f}–{high:.{digits}f}"


def format_p(p: float) -> str:
    """
    Write a p-value: ``= 0.043``, ``= 3e-25``.

    >>> format_p(0.0431), format_p(3.2e-25), format_p(0.0)
    ('= 0.043', '= 3e-25', '< 1e-300')
    """
    if p < 1e-300:
        return "< 1e-300"
    return f"= {p:.0e}" if p < 1e-4 else f"= {p:.2g}"
