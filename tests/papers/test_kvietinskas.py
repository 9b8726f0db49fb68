"""The figures of Kvietinskas 2021, with room for chance; long ones are marked."""

from __future__ import annotations

import pytest

from sapper.agents import load_agent, play_seeds
from sapper.agents.run.play import game_seeds
from sapper.game.rules import Rules
from sapper.lab.stats.statistics import wilson_interval

VERIFICATION = "kvietinskas/optimal:first=r4c4"


def without_guess(agent_id: str, grid: str, games: int) -> tuple[float, float]:
    """Return the interval of the share of games won without a guess, in percent."""
    rules = Rules.parse(grid, first_click="zero")
    played = play_seeds(load_agent(agent_id), rules, game_seeds(40, 0, games), agent_seed=4040)
    low, high = wilson_interval(played.wins_without_guess, games)
    return 100 * low, 100 * high


@pytest.mark.paper
@pytest.mark.parametrize(
    ("grid", "published"), [("beginner", 92), ("intermediate", 72), ("expert", 16)]
)
def test_verification_test_wins_as_published_without_a_guess(grid: str, published: float) -> None:
    # Told as "around": half a point of rounding, and half a point of their own chance.
    low, high = without_guess(VERIFICATION, grid, 20_000)
    assert low - 1 < published < high + 1


@pytest.mark.parametrize(
    ("grid", "published"), [("beginner", 92), ("intermediate", 72), ("expert", 16)]
)
def test_verification_test_is_near_in_a_few_games(grid: str, published: float) -> None:
    low, high = without_guess(VERIFICATION, grid, 1500)
    assert low - 2 < published < high + 2


@pytest.mark.paper
@pytest.mark.parametrize(
    ("grid", "published"), [("beginner", 74.09), ("intermediate", 43.432), ("expert", 1.707)]
)
def test_linear_algebra_lies_between_a_corner_and_a_random_first_cell(
    grid: str, published: float
) -> None:
    # Where the game was opened is not given; a zero at the first click must have been the rule.
    corner, _ = without_guess("kvietinskas/linear-algebra:first=r1c1", grid, 20_000)
    _, anywhere = without_guess("kvietinskas/linear-algebra", grid, 20_000)
    assert corner < published < anywhere
