"""Quantiles and intervals against the printed tables."""

from __future__ import annotations

import pytest

from sapper.lab.stats.statistics import chi_square_quantile


@pytest.mark.parametrize(
    ("share", "freedom", "value"),
    [(0.975, 1, 5.0239), (0.025, 4, 0.4844), (0.95, 10, 18.307), (0.025, 999, 913.301)],
)
def test_chi_square_quantiles_are_those_of_the_tables(
    share: float, freedom: int, value: float
) -> None:
    assert chi_square_quantile(share, freedom) == pytest.approx(value, rel=1e-4)
