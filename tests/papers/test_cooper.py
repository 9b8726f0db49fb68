"""
Cooper 2020 in full: the scores of a faithful program, and what the text claims of them.

10,000 games a condition, the same boards for every agent: ``pytest -m paper``.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from sapper import Rules, load_agent
from sapper.agents import Games, play_seeds
from sapper.agents.run.play import game_seeds
from sapper.lab.stats.measures import random_moves, score
from sapper.lab.stats.sets import mean_of

pytestmark = pytest.mark.paper

GAMES = 10_000
Z999 = 3.29
# A program made from the text alone by other hands, 300 games each: mines, then the
# score of basic, equations, csp, combined, with global, with selector, with both.
TOLD = {
    5: (0.981, 0.982, 0.982, 0.982, 0.983, 0.973, 0.973),
    10: (0.968, 0.973, 0.972, 0.973, 0.974, 0.972, 0.972),
    20: (0.868, 0.914, 0.924, 0.925, 0.927, 0.948, 0.950),
    30: (0.734, 0.796, 0.816, 0.818, 0.824, 0.891, 0.893),
    40: (0.619, 0.672, 0.689, 0.694, 0.705, 0.814, 0.816),
    60: (0.473, 0.496, 0.502, 0.508, 0.520, 0.635, 0.641),
    70: (0.416, 0.432, 0.436, 0.436, 0.454, 0.516, 0.523),
    80: (0.351, 0.356, 0.358, 0.361, 0.396, 0.386, 0.394),
    90: (0.246, 0.247, 0.247, 0.248, 0.321, 0.241, 0.272),
}
AGENTS = (
    "basic",
    "equations",
    "csp",
    "combined",
    "combined:global=yes",
    "combined:selector=yes",
    "combined:global=yes,selector=yes",
)


def rules_of(on: str) -> Rules:
    return Rules.parse(on, first_click="any", game="score")


@cache
def played(agent: str, on: str, games: int = GAMES) -> Games:
    return play_seeds(load_agent(f"cooper/{agent}"), rules_of(on), game_seeds(2020, 0, games))


def scores(agent: str, on: str) -> NDArray[np.float64]:
    return score(played(agent, on), rules_of(on))


def gain(agent: str, other: str, on: str) -> float:
    """Return the paired difference of two agents, in its own standard errors."""
    found = mean_of(scores(agent, on) - scores(other, on))
    return found.value / found.error if found.error else 0.0


@pytest.mark.parametrize("mines", TOLD)
def test_scores_are_those_of_another_program(mines: int) -> None:
    for agent, told in zip(AGENTS, TOLD[mines], strict=True):
        ours = scores(agent, f"10x10x{mines}")
        spread = float(ours.std()) * np.sqrt(1 / len(ours) + 1 / 300)
        assert abs(float(ours.mean()) - told) < Z999 * spread + 0.0005, agent


@pytest.mark.parametrize("mines", range(5, 100, 5))
def test_combined_is_not_below_its_parts(mines: int) -> None:
    for part in ("basic", "equations", "csp"):
        assert gain("combined", part, f"10x10x{mines}") > -Z999


@pytest.mark.parametrize("mines", range(60, 100, 5))
def test_number_of_mines_pays_from_density_six_tenths_on(mines: int) -> None:
    assert gain("combined:global=yes", "combined", f"10x10x{mines}") > Z999


@pytest.mark.parametrize("mines", range(20, 75, 5))
def test_selector_pays_in_the_middle(mines: int) -> None:
    assert gain("combined:selector=yes", "combined", f"10x10x{mines}") > Z999


@pytest.mark.parametrize("mines", [5, 90])
def test_selector_loses_where_mines_are_rare_or_many(mines: int) -> None:
    assert gain("combined:selector=yes", "combined", f"10x10x{mines}") < -Z999


def test_scores_rise_with_size_at_density_three_tenths() -> None:
    for agent in ("basic", "combined", "combined:selector=yes"):
        means = [
            mean_of(score(played(agent, on, 1000), rules_of(on)))
            for on in ("10x10x30", "15x15x68", "20x20x120")
        ]
        for one, other in pairwise(means):
            assert other.value - one.value > Z999 * np.hypot(one.error, other.error), agent


def test_random_moves_rise_with_density() -> None:
    means = [
        float(random_moves(played("combined", on), rules_of(on)).mean())
        for on in (f"10x10x{mines}" for mines in (5, 10, 20, 30, 40, 60, 70, 80, 90, 100))
    ]
    assert means == sorted(means)
    told = [1.5, 2.2, 6.8, 16.9, 29.7, 51.1, 59.4, 66.9, 76.9, 100]
    assert means == pytest.approx(told, abs=0.9)
