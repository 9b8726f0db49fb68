"""Two agents on the same boards: the numbers, the words, and what they promise."""

from __future__ import annotations

import json
import re

import pytest

import sapper
from sapper.errors import SapperError
from sapper.lab import compare, play_games
from sapper.lab.stats.paired import compare as compare_wins

BEGINNER = sapper.Rules.parse("beginner")


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


def test_drawing_names_both_agents() -> None:
    found = compare("exact", "random", "5x5x5", games=20)
    assert "exact against random, 5x5x5" in found.to_svg()


def test_games_tell_two_agents_apart_where_p_is_below_a_twentieth() -> None:
    apart = compare("exact", "random", "beginner", games=100, seed=7)
    alike = compare("exact", "exact:opener=corner", "beginner", games=100, seed=7)
    assert (apart.is_telling, alike.is_telling) == (True, False)
    assert apart.paired.p_value < 0.05 < alike.paired.p_value
