"""Columns of games: one outcome, and what follows from it."""

import math
import pickle

import numpy as np
import pytest

from sapper.agents import Games, load_agent, play_seeds
from sapper.agents.run.columns import game_columns
from sapper.agents.run.play import game_seeds
from sapper.game.game import OUTCOMES
from sapper.game.rules import Rules

AGENT = load_agent("kvietinskas/single-point")
GAMES = play_seeds(AGENT, Rules.parse("beginner"), game_seeds(1, 0, 200))


def test_driver_fills_exactly_the_declared_columns() -> None:
    declared = game_columns(AGENT.deducer_names)
    assert {name: one.dtype for name, one in GAMES.columns.items()} == {
        column.name: np.dtype(column.type) for column in declared
    }


@pytest.mark.parametrize("name", ["won", "lost", "stuck"])
def test_won_lost_and_stuck_follow_from_the_outcome(name: str) -> None:
    games = Games({"game_seed": np.arange(4, dtype=np.uint64), "outcome": np.arange(4)})
    assert games[name].tolist() == [one == name for one in OUTCOMES]
    assert GAMES[name].sum() == (GAMES.outcome == OUTCOMES.index(name)).sum()


def test_columns_without_an_outcome_have_no_wins() -> None:
    assert Games({"game_seed": np.arange(4, dtype=np.uint64)}).keys() == ["game_seed"]
    assert GAMES.keys()[:5] == ["game_seed", "outcome", "won", "lost", "stuck"]


def test_games_survive_pickling_and_joining() -> None:
    back = pickle.loads(pickle.dumps(GAMES))
    assert back.same_play(GAMES)
    assert Games.concat([GAMES, back]).wins == 2 * GAMES.wins


def test_unknown_column_is_an_attribute_error_that_names_the_columns() -> None:
    with pytest.raises(AttributeError, match=r"no column 'wonn'.*outcome, won, lost"):
        _ = GAMES.wonn


def test_win_interval_is_wilsons_around_the_win_rate() -> None:
    low, high = GAMES.win_interval()
    share, z, n = GAMES.win_rate, 1.959963984540054, len(GAMES)
    for end in (low, high):  # where the distance is z deviations of that end
        assert abs(end - share) == pytest.approx(z * math.sqrt(end * (1 - end) / n))
    assert low < share < high
    assert Games({}).win_interval() == (0.0, 1.0)


def test_means_of_columns_have_intervals() -> None:
    guesses = GAMES["guesses"]
    assert GAMES.mean("guesses") == pytest.approx(guesses.mean())
    low, high = GAMES.mean_interval("guesses")
    error = guesses.std(ddof=1) / math.sqrt(len(GAMES))
    assert (high - low) / 2 == pytest.approx(1.959963984540054 * error)
    assert (high + low) / 2 == pytest.approx(guesses.mean())
    assert GAMES.mean_interval("won") == GAMES.win_interval()
    assert Games.concat([]).win_interval() == (0.0, 1.0)
