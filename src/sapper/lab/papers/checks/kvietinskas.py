"""
What Kvietinskas 2021 says of errors, by arithmetic.

References:
    [1] K. Kvietinskas 2021, sections 7.3.1 and 8.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sapper.lab.papers.claims import Check
from sapper.lab.stats.statistics import wilson_interval


def _half_width(games: int) -> float:
    """Return half of the 95 % interval of a win rate where it is widest, in points."""
    low, high = wilson_interval(games // 2, games)
    return 50 * (high - low)


def error_of_15000_games() -> tuple[bool | None, str]:
    """Compute the error of a win rate near one half after 15,000 games."""
    half = _half_width(15_000)
    return half <= 1, f"at one half, where it is widest, the 95 % interval is ±{half:.2f} points"


def settled_after_20000_games() -> tuple[bool | None, str]:
    """Compute the error of a win rate near one half after 20,000 and after 500 games."""
    half = _half_width(20_000)
    return half <= 1, f"±{half:.2f} points after 20,000 games, ±{_half_width(500):.1f} after 500"


CHECKS: Final[Mapping[str, Check]] = {
    "error_of_15000_games": error_of_15000_games,
    "settled_after_20000_games": settled_after_20000_games,
}
