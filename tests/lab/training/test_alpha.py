"""Alpha of eq. 10: the regression finds the line that the best alphas lie on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from sapper.lab.training.alpha import fit_alpha
from sapper.lab.training.plans import ALPHA

THETAS = (0.004, 0.006, 0.9, 0.05)


class Given:
    """A crew that has the best alphas ready: on the line, and off it by ``noise`` in turn."""

    def __init__(self, noise: float) -> None:
        self.noise = noise

    def run(self, _: Callable[[Any], Any], searches: Sequence[Any]) -> Iterator[tuple[int, float]]:
        for number, search in enumerate(searches):
            rules = search.task[0]
            sides = (rules.rows, rules.columns, rules.num_mines / rules.num_cells, 1.0)
            yield number, float(np.dot(THETAS, sides)) + self.noise * (-1) ** number


def fit(noise: float) -> Any:
    return fit_alpha("sc", 1, 0.05, Given(noise), lambda *_: None)  # type: ignore[arg-type]


def test_regression_finds_the_line_that_the_alphas_lie_on() -> None:
    found = fit(0.0)
    assert found.thetas == pytest.approx(THETAS, abs=1e-6)
    assert found.r_squared == 1.0
    assert found.num_games == 31 * sum(len(seeds) for _, seeds in ALPHA.tasks(1, 0.05))


def test_what_the_line_does_not_explain_is_missing_from_its_share() -> None:
    shares = [fit(noise).r_squared for noise in (0.02, 0.1, 1.0)]
    assert 1.0 > shares[0] > shares[1] > shares[2] >= 0.0
