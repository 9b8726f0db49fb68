"""Two agents on the same boards: the numbers, the words, and what they promise."""

from __future__ import annotations

import json
import math
import re

import numpy as np
import pytest

import sapper
from sapper.errors import SapperError
from sapper.game.codes import MINE_SHOWN
from sapper.game.layout import lay_many
from sapper.game.rules import Rules
from sapper.lab import League, compare, play_games
from sapper.lab.stats.moved_mines import mines_moved
from sapper.lab.stats.paired import compare as compare_wins
from sapper.lab.stats.paired import (
    compare_values,
    games_needed,
    mcnemar_p,
    paired_interval,
    unpaired_interval,
)

BEGINNER = sapper.Rules.parse("beginner")


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


def test_compare_plays_the_games_that_play_games_plays() -> None:
    found = compare("exact", "kvietinskas/single-point", "beginner", games=200, seed=7)
    one, other = (play_games(agent, BEGINNER, 200, 7) for agent in (found.first, found.second))
    assert found.paired == compare_wins(one.won, other.won)
    assert found.first_mean[0] == one.win_rate
    assert sapper.compare is compare
    assert compare(one, other, BEGINNER, seed=7).paired == found.paired


def test_games_of_other_seeds_are_not_compared() -> None:
    one, other = (play_games("random", BEGINNER, 5, seed) for seed in (1, 2))
    with pytest.raises(SapperError, match="the same games of both"):
        compare(one, other, BEGINNER)


def test_words_say_difference_interval_p_discordant_and_games_needed() -> None:
    found = compare("exact", "kvietinskas/single-point", "beginner", games=200, seed=7)
    text, pair = str(found), found.paired
    assert f"difference: {100 * pair.difference:+.2f} points (" in text
    assert re.search(r"\([-+]\d+\.\d\d – [-+]\d+\.\d\d\), McNemar p [=<] ", text)
    assert f"{pair.only_first} (first), {pair.only_second} (second)" in text
    assert f"about {pair.games_needed} games suffice; exact is better" in text
    assert "±" not in text
    same = str(compare("random", "random", "beginner", games=20))
    assert "no difference in 20 games" in same


def test_words_and_dictionary_have_the_numbers() -> None:
    found = compare("exact", "kvietinskas/single-point", "beginner", games=200, seed=7)
    pair, said = found.paired, found.to_dict()
    means = []
    for mean, name in ((found.first_mean, "first"), (found.second_mean, "second")):
        assert mean == tuple(said[f"{name}_{one}"] for one in ("mean", "low", "high"))
        value, low, high = (100 * number for number in mean)
        means.append(f"{value:.2f} % ({low:.2f}–{high:.2f})")
    assert f"{found.measure}: {means[0]} against {means[1]}" in found.lines()
    low, high = 100 * pair.difference_low, 100 * pair.difference_high
    assert f"{100 * pair.difference:+.2f} points ({low:+.2f} – {high:+.2f})" in repr(found)
    score = compare("exact", "random", "5x5x5", games=30, game="score")
    assert f"score: {score.first_mean[0]:.4f} (" in str(score)
    assert f"difference: {score.paired.difference:+.4f} (" in str(score)


def test_score_game_is_compared_by_its_score() -> None:
    found = compare("exact", "random", "5x5x5", games=30, game="score")
    assert found.measure == "score"
    assert found.first_mean[0] > 0.5 > found.second_mean[0]
    assert json.dumps(found.to_dict(), allow_nan=False)


def test_few_games_give_no_nan_in_json() -> None:
    for game in ("normal", "score"):
        found = compare("exact", "random", "5x5x5", games=1, game=game)
        assert json.dumps(found.to_dict(), allow_nan=False)


def test_league_compares_the_best_with_each_other_one() -> None:
    agents = [sapper.load_agent(name) for name in ("random", "exact", "kvietinskas/single-point")]
    league = League(agents, [("beginner", BEGINNER)], games=600, seed=7)
    league.play()
    one, other = league.comparisons
    assert (one.first, other.first) == ("exact", "exact")
    assert {one.second, other.second} == {"random", "kvietinskas/single-point"}
    assert one.paired == compare("exact", one.second, "beginner", games=600, seed=7).paired


def test_drawing_names_both_agents() -> None:
    found = compare("exact", "random", "5x5x5", games=20)
    assert "exact against random, 5x5x5" in found.to_svg()


def test_games_tell_two_agents_apart_where_p_is_below_a_twentieth() -> None:
    apart = compare("exact", "random", "beginner", games=100, seed=7)
    alike = compare("exact", "exact:opener=corner", "beginner", games=100, seed=7)
    assert (apart.is_telling, alike.is_telling) == (True, False)
    assert apart.paired.p_value < 0.05 < alike.paired.p_value


# How far the boards are the same


def test_mines_that_the_first_clicks_move_are_counted_board_by_board() -> None:
    rules = Rules.parse("expert", first_click="zero")
    random = np.random.default_rng(4)
    seeds = np.arange(40, dtype=np.uint64)
    firsts, others = (random.integers(0, rules.num_cells, 40).astype(np.int32) for _ in range(2))
    others[0] = -1  # this one ended before its first reveal
    moved = 0
    for seed, first, other in zip(seeds[1:], firsts[1:], others[1:], strict=True):
        one, two = (lay_many(rules, [int(seed)], int(cell))[0] for cell in (first, other))
        moved += int(((one == MINE_SHOWN) & (two != MINE_SHOWN)).sum())
    assert mines_moved(rules, seeds, firsts, others) == pytest.approx(moved / 39)


def test_agents_that_open_the_same_cell_play_the_same_boards() -> None:
    for names in (("exact", "exact"), ("exact:opener=corner", "exact:opener=corner")):
        found = compare(*names, "beginner", games=50, seed=7, first_click="zero")
        assert found.mines_moved == 0
        assert "the same 50 boards, seed 7" in str(found)
    free = compare("exact", "random", "beginner", games=50, seed=7, first_click="any")
    assert free.mines_moved == 0


def test_few_mines_move_between_agents_that_open_other_cells() -> None:
    found = compare("exact", "becerra/cscsp", "expert", games=60, first_click="zero")
    assert found.mines_moved is not None
    assert 0.5 < found.mines_moved < 5
    shown = f"the same 60 boards but for {found.mines_moved:.1f} mines a board that the first"
    assert shown in str(found)
    assert found.to_dict()["mines_moved"] == found.mines_moved


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


def test_league_measures_the_mines_of_each_pair() -> None:
    agents = [sapper.load_agent(name) for name in ("exact", "random", "exact:opener=corner")]
    rules = Rules.parse("beginner", first_click="zero")
    league = League(agents, [("beginner", rules)], games=300, seed=7, batch_size=70)
    league.play()
    for one in league.comparisons:
        alone = compare(one.first, one.second, rules, games=300, seed=7)
        assert one.mines_moved == alone.mines_moved
        assert one.mines_moved is not None
        assert 0 < one.mines_moved < 5
