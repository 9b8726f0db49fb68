"""Intervals, sets, pairs and fits against numbers from elsewhere."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sapper.errors import SapperError
from sapper.lab.stats.fits import fit_curve, fit_exponential, fit_logistic
from sapper.lab.stats.paired import compare, mcnemar_p
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


@pytest.mark.parametrize(
    ("one", "other", "p"),
    [(0, 0, 1.0), (5, 5, 1.0), (10, 2, 0.03857421875), (1, 0, 1.0), (8, 1, 0.0390625)],
)
def test_mcnemar_is_the_exact_binomial(one: int, other: int, p: float) -> None:
    assert mcnemar_p(one, other) == pytest.approx(p)
    assert mcnemar_p(other, one) == pytest.approx(p)


def test_mcnemar_of_many_games_is_the_normal_curve() -> None:
    exact, normal = mcnemar_p(49_700, 50_299), mcnemar_p(49_701, 50_300)
    assert exact == pytest.approx(normal, rel=0.001)


def test_paired_difference_counts_every_game_once() -> None:
    random = np.random.default_rng(3)
    one, other = random.random(1000) < 0.5, random.random(1000) < 0.4
    found = compare(one, other)
    assert found.both + found.only_first + found.only_second + found.neither == 1000
    assert found.difference == pytest.approx(one.mean() - other.mean())
    assert found.difference_low < found.difference < found.difference_high


def test_logistic_fit_finds_the_curve_that_made_the_data() -> None:
    x = np.linspace(0.02, 0.4, 12)
    games = np.full(12, 100_000)
    truth = 1 / (1 + np.exp(38 * (x - 0.145)))
    wins = np.random.default_rng(4).binomial(games, truth)
    fit = fit_logistic(x.tolist(), wins.tolist(), games.tolist())
    for value, error, wanted in zip(fit.values, fit.errors, (0.145, 38), strict=True):
        assert abs(value - wanted) < 4 * error
        assert error < 0.01 * wanted
    assert fit.deviance < 30
    assert fit(x) == pytest.approx(truth, abs=0.01)


def test_exponential_fit_finds_the_curve_that_made_the_data() -> None:
    x = np.linspace(20, 900, 10)
    games = np.full(10, 50_000)
    truth = 0.9 * np.exp(-0.004 * x)
    wins = np.random.default_rng(5).binomial(games, truth)
    fit = fit_exponential(x.tolist(), wins.tolist(), games.tolist())
    for value, error, wanted in zip(fit.values, fit.errors, (0.9, 0.004), strict=True):
        assert abs(value - wanted) < 4 * error
    assert fit(x) == pytest.approx(truth, abs=0.01)


@pytest.mark.parametrize("kind", ["logistic", "exponential"])
def test_errors_and_deviance_of_a_fit_are_those_of_data_drawn_again(kind: str) -> None:
    x, games = np.linspace(0.05, 0.3, 8), np.full(8, 4000)
    truth = 1 / (1 + np.exp(20 * (x - 0.18))) if kind == "logistic" else 0.8 * np.exp(-6 * x)
    draws = np.random.default_rng(8).binomial(games, truth, (300, 8))
    fits = [fit_curve(kind, x.tolist(), wins.tolist(), games.tolist()) for wins in draws]
    spread = np.std([fit.values for fit in fits], axis=0)
    assert np.mean([fit.errors for fit in fits], axis=0) == pytest.approx(spread, rel=0.15)
    assert {fit.freedom for fit in fits} == {6}
    assert np.mean([fit.deviance for fit in fits]) == pytest.approx(6, abs=1)


def test_fits_survive_points_where_all_or_none_are_won() -> None:
    x, wins, games = [0.0, 0.1, 0.2, 0.3, 0.5], [100, 90, 30, 2, 0], [100] * 5
    assert 0.1 < fit_logistic(x, wins, games).values[0] < 0.2
    assert fit_exponential([1, 2, 3, 4], [100, 40, 10, 0], [100] * 4).values[1] > 0.5


def test_two_points_are_too_few_for_a_fit() -> None:
    with pytest.raises(SapperError, match="three places"):
        fit_logistic([0.1, 0.2], [5, 3], [10, 10])
