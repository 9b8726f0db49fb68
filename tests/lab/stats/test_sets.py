"""Means and deviations of sets against numbers from elsewhere."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sapper.lab.stats.sets import deviation_of, mean_of, set_means


def test_sets_give_the_binomial_deviation() -> None:
    won = np.random.default_rng(1).random(100_000) < 0.3592
    sets = 100 * set_means(won, 100)
    assert len(sets) == 1000
    assert deviation_of(sets).value == pytest.approx(4.80, abs=0.4)  # 100 sqrt(p (1 - p) / 100)


def test_error_of_the_deviation_covers_the_truth() -> None:
    random = np.random.default_rng(2)
    hits = sum(
        abs(found.value - 2.0) < 1.96 * found.error
        for found in (deviation_of(random.normal(5, 2, 2000)) for _ in range(200))
    )
    assert 180 <= hits <= 199


def test_mean_of_nothing_is_not_a_number() -> None:
    assert math.isnan(mean_of(np.zeros(0)).value)
    assert math.isnan(deviation_of(np.ones(1)).value)
    assert deviation_of(np.ones(5)).value == 0
