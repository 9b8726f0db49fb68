"""Games of two agents on the same boards."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sapper.lab import compare
from sapper.lab.stats.paired import compare as compare_wins
from sapper.lab.stats.paired import (
    compare_values,
    games_needed,
    mcnemar_p,
    paired_interval,
    unpaired_interval,
)


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
    found = compare_wins(one, other)
    assert found.both + found.only_first + found.only_second + found.neither == 1000
    assert found.difference == pytest.approx(one.mean() - other.mean())
    assert found.difference_low < found.difference < found.difference_high


def split(random: np.random.Generator, games: int, times: int) -> np.ndarray:
    """Draw the boards that only the first (8 %), only the second (4 %) and neither alone won."""
    return random.multinomial(games, [0.08, 0.04, 0.88], size=times)


def test_interval_of_a_paired_difference_covers_the_truth() -> None:
    for games, most in ((20, 2000), (100, 1990), (1000, 1960)):
        drawn = split(np.random.default_rng(1), games, 2000)
        found = [paired_interval(one, other, games) for one, other, _ in drawn]
        covered = sum(low <= 0.04 <= high for low, high in found)
        assert 1860 <= covered <= most  # of 2000; it is cautious where games are few


def test_interval_of_a_paired_difference_is_that_of_bonett_and_price() -> None:
    # One board more for each side: 11 and 6 of 102, the variance by hand.
    middle, half = 5 / 102, 1.959964 * (((17 / 102) - (5 / 102) ** 2) / 102) ** 0.5
    assert paired_interval(10, 5, 100) == pytest.approx((middle - half, middle + half))


def test_so_many_games_tell_two_agents_apart_nine_times_in_ten() -> None:
    needed = games_needed(80, 40, 1000)
    assert needed is not None
    drawn = split(np.random.default_rng(2), needed, 1000)
    apart = sum(mcnemar_p(one, other) < 0.05 for one, other, _ in drawn)
    assert 850 <= apart <= 930


def test_interval_is_not_a_point_where_no_board_tells_the_two_apart() -> None:
    found = compare_wins(np.ones(50, bool), np.ones(50, bool))
    assert found.difference_low < -0.03
    assert found.difference_high > 0.03
    assert found.games_needed is None


def test_values_are_compared_by_their_differences() -> None:
    random = np.random.default_rng(3)
    one = random.normal(0.5, 0.1, 400)
    found = compare_values(one + 0.02, one + random.normal(0, 0.01, 400))
    assert found.difference == pytest.approx(0.02, abs=0.002)
    assert found.difference_low < 0.02 < found.difference_high
    assert found.p_value < 1e-6
    assert found.games_needed is not None
    assert found.games_needed < 10
    # Nine times in ten: (1.96 + 1.28)^2 times the variance over the square of the mean.
    two = compare_values(np.array([1.0, 3.0]), np.zeros(2))
    assert two.games_needed == math.ceil((1.959964 + 1.281552) ** 2 * 2 / 4)


def test_unpaired_interval_stands_beside_the_paired_one() -> None:
    found = compare("exact", "exact:opener=corner", "beginner", games=300, seed=7)
    low, high = found.unpaired_interval
    said = found.to_dict()
    assert (said["unpaired_low"], said["unpaired_high"]) == (low, high)
    assert low < found.paired.difference < high
    words = f"interval if each had played other boards: {100 * low:+.2f} – {100 * high:+.2f}"
    assert words in found.lines()
    # Newcombe 1998, table II, example (a): 56/70 less 48/80, method 10.
    wilson = [(0.8, 0.6918, 0.8772), (0.6, 0.4904, 0.7004)]
    assert unpaired_interval(*wilson) == pytest.approx((0.0524, 0.3339), abs=2e-4)
