"""Tallies: sums that add up and say the same whoever counts."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from sapper import Rules, load_agent, play_games
from sapper.agents import Games
from sapper.lab.tallies import SUM_COLUMNS, Tally


@pytest.fixture(scope="module")
def games() -> Games:
    agent = load_agent("kvietinskas/single-point")
    return play_games(agent, Rules.parse("9x9x10", game="score", first_click="any"), 200, seed=3)


def test_fields_are_the_declared_sums_and_the_number_of_tasks() -> None:
    declared = [column.name for column in SUM_COLUMNS]
    assert [field.name for field in fields(Tally)] == [*declared, "tasks"]


def test_tally_counts_what_a_slow_loop_counts(games: Games) -> None:
    rows = list(games)
    tally = Tally.of(games, 1.5)
    assert tally == Tally(
        games=200,
        wins=sum(row["won"] for row in rows),
        wins_without_guess=sum(row["won"] and row["guesses"] == 0 for row in rows),
        stuck=sum(row["stuck"] for row in rows),
        forfeits=sum(row["forfeit"] > 0 for row in rows),
        guesses=sum(row["guesses"] for row in rows),
        guesses_squared=sum(row["guesses"] ** 2 for row in rows),
        mines_flagged=sum(row["mines_flagged"] for row in rows),
        nanoseconds=sum(row["nanoseconds"] for row in rows),
        seconds=1.5,
        tasks=1,
    )
    assert tally.guesses_deviation == pytest.approx(np.std([row["guesses"] for row in rows]))
    assert tally.score(10) == pytest.approx(np.mean([row["mines_flagged"] / 10 for row in rows]))


def test_tallies_of_parts_add_up_to_that_of_the_whole(games: Games) -> None:
    parts = [
        Games({name: column[start : start + 60] for name, column in dict(games).items()})
        for start in range(0, 200, 60)
    ]
    whole = sum((Tally.of(part, 0.25) for part in parts), Tally())
    assert whole.tasks == 4
    assert whole.seconds == 1.0
    assert {**vars(whole), "tasks": 1, "seconds": 0.0} == vars(Tally.of(games))


def test_intervals_belong_to_their_own_shares() -> None:
    tally = Tally(games=100, wins=66, wins_without_guess=20)
    assert [round(x, 4) for x in tally.interval] == [0.5628, 0.7454]
    low, high = tally.no_guess_interval
    assert low < tally.no_guess_rate == 0.2 < high < 0.3


def test_nothing_played_has_no_rates() -> None:
    nothing = Tally.of(Games({}))
    assert nothing == Tally()
    assert nothing.win_rate != nothing.win_rate
    assert nothing.interval == (0.0, 1.0)
