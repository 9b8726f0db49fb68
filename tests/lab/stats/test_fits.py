"""Curves through win rates against those that made the data."""

from __future__ import annotations

import numpy as np
import pytest

from sapper.errors import SapperError
from sapper.lab.stats.fits import fit_curve, fit_exponential, fit_logistic


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
