"""
Curves: logistic over density, exponential over size, a cubic through anything.

The first two are fitted to counts of wins and games, so that a point of many games weighs
more; the cubic to means, each of which weighs the same. Written with numpy alone: a dozen
lines each do not need scipy.

References:
    [1] D. Becerra 2015, figures 5.3 and 5.4.
    [2] Y. P. Sinha, P. Malviya, R. K. Nayak 2021, figure 5.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sapper.errors import SapperError

FITS: Final = ("logistic", "exponential", "cubic")
_STEPS = 100
_SMALL = 1e-10


@dataclass(frozen=True)
class Fit:
    """
    A fitted curve: its parameters, their standard errors, and how well it fits.

    ``deviance`` is about ``freedom`` where the curve is right; of a cubic it is the sum of
    the squared distances.
    """

    kind: str
    names: tuple[str, ...]
    values: tuple[float, ...]
    errors: tuple[float, ...]
    deviance: float
    freedom: int

    def __call__(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the values of the curve."""
        if self.kind == "cubic":
            return np.asarray(np.polyval(self.values[::-1], x), dtype=np.float64)
        first, second = self.values
        if self.kind == "logistic":
            return _logistic(second * (first - x))
        return np.asarray(first * np.exp(-second * x))

    @property
    def formula(self) -> str:
        """The curve as a formula."""
        if self.kind == "logistic":
            return "won = 1 / (1 + exp(steepness · (x - middle)))"
        if self.kind == "cubic":
            return "constant + linear · x + square · x² + cube · x³"
        return "won = start · exp(-rate · x)"


def fit_curve(kind: str, x: Sequence[float], wins: Sequence[int], games: Sequence[int]) -> Fit:
    """Fit a curve by its name."""
    if kind == "cubic":
        return fit_cubic(x, [won / played for won, played in zip(wins, games, strict=True)])
    return (fit_logistic if kind == "logistic" else fit_exponential)(x, wins, games)


def fit_logistic(x: Sequence[float], wins: Sequence[int], games: Sequence[int]) -> Fit:
    """
    Fit ``1 / (1 + exp(steepness (x - middle)))`` by maximum likelihood.

    >>> fit = fit_logistic([0.1, 0.2, 0.3], [881, 500, 119], [1000, 1000, 1000])
    >>> [round(value, 2) for value in fit.values]
    [0.2, 20.02]
    """
    place, won, played = _arrays(x, wins, games)
    scale = float(place.std()) or 1.0
    centre = float(place.mean())
    design = np.stack([np.ones_like(place), (place - centre) / scale], axis=1)
    weights = np.zeros(2)
    for _ in range(_STEPS):
        share = _logistic(design @ weights)
        variance = np.maximum(played * share * (1 - share), _SMALL)
        information = design.T @ (design * variance[:, None])
        step = np.linalg.solve(information, design.T @ (won - played * share))
        # Far from the answer a whole step may overshoot.
        weights += step * min(1.0, 5.0 / max(float(np.abs(step).max()), _SMALL))
        if float(np.abs(step).max()) < _SMALL:
            break
    covariance = np.linalg.inv(information)
    constant, slope = weights[0] - weights[1] * centre / scale, weights[1] / scale
    if slope == 0:
        raise SapperError("expected win rates that change with x, got a flat line")
    middle, steepness = -constant / slope, -slope
    # The middle is where the line is 0: the delta method gives its error.
    gradient = np.array([1.0, (middle - centre) / scale]) / slope
    errors = (math.sqrt(gradient @ covariance @ gradient), math.sqrt(covariance[1, 1]) / scale)
    share = _logistic(design @ weights)
    return Fit(
        "logistic",
        ("middle", "steepness"),
        (float(middle), float(steepness)),
        errors,
        _deviance(won, played, share),
        len(place) - 2,
    )


def fit_exponential(x: Sequence[float], wins: Sequence[int], games: Sequence[int]) -> Fit:
    """
    Fit ``start exp(-rate x)`` by least squares, each point weighed by its variance.

    >>> fit = fit_exponential([10, 20, 30], [606, 368, 223], [1000, 1000, 1000])
    >>> [round(value, 2) for value in fit.values]
    [1.0, 0.05]
    """
    place, won, played = _arrays(x, wins, games)
    share = (won + 0.5) / (played + 1)
    weight = played / (share * (1 - share))
    slope, constant = np.polyfit(place, np.log(share), 1, w=np.sqrt(weight) * share)
    values = np.array([math.exp(constant), -slope])
    for _ in range(_STEPS):
        curve = values[0] * np.exp(-values[1] * place)
        jacobian = np.stack([curve / values[0], -place * curve], axis=1)
        information = jacobian.T @ (jacobian * weight[:, None])
        step = np.linalg.solve(information, jacobian.T @ (weight * (won / played - curve)))
        values += step
        if float(np.abs(step / values).max()) < _SMALL:
            break
    errors = np.sqrt(np.diag(np.linalg.inv(information)))
    curve = np.clip(values[0] * np.exp(-values[1] * place), _SMALL, 1 - _SMALL)
    return Fit(
        "exponential",
        ("start", "rate"),
        (float(values[0]), float(values[1])),
        (float(errors[0]), float(errors[1])),
        _deviance(won, played, curve),
        len(place) - 2,
    )


def fit_cubic(x: Sequence[float], values: Sequence[float]) -> Fit:
    """
    Fit a polynomial of the third degree by least squares.

    >>> fit = fit_cubic([0, 1, 2, 3, 4], [1, 3, 11, 31, 69])
    >>> [round(value, 6) + 0.0 for value in fit.values]
    [1.0, 1.0, 0.0, 1.0]
    """
    place, value = np.asarray(x, dtype=np.float64), np.asarray(values, dtype=np.float64)
    if len(set(place.tolist())) < 4:
        raise SapperError(
            f"expected four places at least for a cubic, got {len(set(place.tolist()))}"
        )
    design = np.vander(place, 4, increasing=True)
    weights, *_ = np.linalg.lstsq(design, value, rcond=None)
    squares = float(((value - design @ weights) ** 2).sum())
    freedom = len(place) - 4
    variance = squares / freedom if freedom else math.nan
    spread = np.diag(np.linalg.inv(design.T @ design)) * variance
    return Fit(
        "cubic",
        ("constant", "linear", "square", "cube"),
        tuple(map(float, weights)),
        tuple(map(float, np.sqrt(spread))),
        squares,
        freedom,
    )


def _arrays(
    x: Sequence[float], wins: Sequence[int], games: Sequence[int]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    place, won, played = (np.asarray(values, dtype=np.float64) for values in (x, wins, games))
    keep = played > 0
    if len(set(place[keep].tolist())) < 3:
        raise SapperError(
            f"expected games at three places at least for a fit, got {int(keep.sum())}"
        )
    return place[keep], won[keep], played[keep]


def _logistic(value: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(1 / (1 + np.exp(-np.clip(value, -500, 500))))


def _deviance(
    won: NDArray[np.float64], played: NDArray[np.float64], share: NDArray[np.float64]
) -> float:
    lost = played - won
    expected = np.clip(share, _SMALL, 1 - _SMALL)
    with np.errstate(divide="ignore", invalid="ignore"):
        of_wins = np.where(won > 0, won * np.log(won / (played * expected)), 0.0)
        of_losses = np.where(lost > 0, lost * np.log(lost / (played * (1 - expected))), 0.0)
    return float(2 * (of_wins + of_losses).sum())
