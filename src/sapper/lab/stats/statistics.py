"""
Quantiles, corrections and intervals in print.

The interval of a share is in `sapper.agents.run.intervals`, where games need it too.

References:
    [1] S. Holm 1979, A simple sequentially rejective multiple test procedure,
        Scandinavian Journal of Statistics 6.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from sapper.agents.run.intervals import Z95, wilson_interval

__all__ = [
    "Z95",
    "chi_square_quantile",
    "format_interval",
    "format_p",
    "holm",
    "wilson_interval",
]


def chi_square_quantile(share: float, freedom: int) -> float:
    """
    Return the quantile of the chi-square distribution below which ``share`` of it lies.

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


def holm(p_values: Sequence[float]) -> list[float]:
    """
    Correct p-values of tests made at once, in their order, by Holm's method [1].

    One below 0.05 then means: at most once in twenty such families is any of the
    differences called real none at all.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    corrected, least = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        least = max(least, min((len(p_values) - rank) * p_values[place], 1.0))
        corrected[place] = least
    return corrected


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
