"""Parts written in Python, in the place of native ones."""

from __future__ import annotations

import numpy as np
import pytest

from oracles.drawings import RULES, SINGLE_POINT, row_of
from oracles.parts import (
    AllSafe,
    AnyAllowed,
    AnyAllowedOfMany,
    ChordGuess,
    FirstAllowed,
    FirstAllowedOfMany,
    FlagFirst,
    OffGrid,
    PythonFixedCell,
    PythonRandomCell,
    Raises,
    TooFew,
)
from oracles.single_point import SlowSinglePoint
from sapper import Agent, Games, Rules
from sapper.agents import Playthrough, play_seeds
from sapper.agents.deducers import SinglePoint
from sapper.agents.guessers import RandomGuess
from sapper.agents.openers import FixedCell, RandomCell
from sapper.agents.run.play import game_seeds
from sapper.errors import ArgumentError, IllegalMoveError, RulesError, SapperError

# Parts in Python


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("flags", [True, False])
def test_single_point_in_python_proves_the_same_turn_by_turn(rules: Rules, flags: bool) -> None:
    native = Agent(RandomCell(), (SinglePoint(),), RandomGuess(), flags=flags)
    slow = Agent(RandomCell(), (SlowSinglePoint(),), RandomGuess(), flags=flags)
    for seed in game_seeds(11, 0, 40).tolist():
        turns = zip(Playthrough(native, rules, seed), Playthrough(slow, rules, seed), strict=True)
        for ours, theirs in turns:
            assert ours.role == theirs.role
            assert set(ours.safe) == set(theirs.safe)
            assert set(ours.mines) == set(theirs.mines)
            assert ours.position == theirs.position
            assert ours.outcome == theirs.outcome


def test_python_deducer_gives_the_rows_of_the_native_one() -> None:
    for rules in RULES:
        seeds = game_seeds(13, 0, 100)
        native = play_seeds(SINGLE_POINT, rules, seeds)
        slow = play_seeds(Agent(RandomCell(), (SlowSinglePoint(),), RandomGuess()), rules, seeds)
        assert np.array_equal(native.proven_by_single_point, slow.proven_by_slow_single_point)
        for name in dict(native):
            # The order within a turn decides which reveals a cascade saves.
            if name not in ("nanoseconds", "moves", "proven_by_single_point"):
                assert np.array_equal(native[name], slow[name]), name


def test_python_opener_gives_the_first_cell() -> None:
    rules = Rules(5, 4, 3)
    agent = Agent(PythonFixedCell(3, 2), (SinglePoint(),))
    native = Agent(FixedCell(3, 2), (SinglePoint(),))
    seeds = game_seeds(1, 0, 50)
    assert play_seeds(agent, rules, seeds).same_play(play_seeds(native, rules, seeds))


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize(
    "guesser", [FirstAllowed(), FirstAllowedOfMany(), AnyAllowed(), AnyAllowedOfMany()]
)
def test_rows_do_not_depend_on_how_many_games_wait_together(rules: Rules, guesser: object) -> None:
    agent = Agent(RandomCell(), (SinglePoint(),), guesser)  # type: ignore[arg-type]  # any kind
    seeds = game_seeds(5, 0, 60)
    alone = play_seeds(agent, rules, seeds, width=1)
    for width in (3, 256):
        assert play_seeds(agent, rules, seeds, width=width).same_play(alone)
    one_by_one = Games.concat(play_seeds(agent, rules, [seed]) for seed in seeds.tolist())
    assert one_by_one.same_play(alone)


def test_guess_many_answers_as_guess_does() -> None:
    seeds = game_seeds(6, 0, 80)
    for rules in RULES:
        for one, many in (
            (FirstAllowed(), FirstAllowedOfMany()),
            (AnyAllowed(), AnyAllowedOfMany()),
        ):
            first = play_seeds(Agent(RandomCell(), (SinglePoint(),), one), rules, seeds)
            second = play_seeds(
                Agent(RandomCell(), (SinglePoint(),), many),
                rules,
                seeds,
            )
            assert first.same_play(second)


def test_playthrough_gives_the_row_of_the_run() -> None:
    for agent in (SINGLE_POINT, Agent(guesser=AnyAllowed()), Agent(PythonRandomCell())):
        for rules in RULES:
            seeds = game_seeds(7, 0, 15)
            games = play_seeds(agent, rules, seeds, agent_seed=9)
            rows = []
            for seed in seeds.tolist():
                played = Playthrough(agent, rules, seed, agent_seed=9)
                list(played)
                rows.append(played.result())
            assert Games.concat(rows).same_play(games)


def test_guesser_may_flag() -> None:
    row = row_of(Agent(FixedCell(1, 0), (), FlagFirst()), "*-*", game="score")
    assert (row["won"], row["mines_flagged"], row["guesses"], row["moves"]) == (True, 2, 0, 3)


def test_agent_that_only_flags_ends_stuck() -> None:
    row = row_of(Agent(guesser=FlagFirst()), "*-*")
    assert (row["stuck"], row["moves"], row["first_cell"]) == (True, 3, -1)


@pytest.mark.parametrize(
    ("agent", "error", "message"),
    [
        (Agent(guesser=OffGrid(-1)), IllegalMoveError, "expected a guess at a covered cell"),
        (Agent(guesser=OffGrid(99)), IllegalMoveError, "got cell number 99 in position"),
        (Agent(guesser=OffGrid(2**40)), IllegalMoveError, "expected a guess at a covered cell"),
        (Agent(OffGrid(-1)), RulesError, "expected the opener to choose a cell on the grid"),
        (Agent(OffGrid(81)), RulesError, "got cell number 81"),
        (Agent(FixedCell(9, 0)), RulesError, "expected a first cell on a grid of 9x9, got r1c10"),
        (Agent(FixedCell(), (), OffGrid(0)), IllegalMoveError, "not proven to be a mine, got r1c1"),
        (Agent(guesser=ChordGuess()), SapperError, "expected a guess to reveal or flag a cell"),
        (Agent(guesser=TooFew()), SapperError, "expected 1 guess, got 0"),
        (Agent(guesser=Raises()), ZeroDivisionError, "broken on purpose"),
    ],
)
def test_broken_part_is_an_error_that_says_why(
    agent: Agent, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        play_seeds(agent, RULES[0], [1])
    with pytest.raises(error):
        list(Playthrough(agent, RULES[0], 1))


def test_part_in_a_place_that_it_does_not_fit_is_refused_when_the_agent_is_made() -> None:
    for place, part in (("opener", Raises()), ("deducer", Raises()), ("guesser", AllSafe())):
        name = "deducers" if place == "deducer" else place
        given = {name: (part,) if place == "deducer" else part}
        with pytest.raises(ArgumentError, match=f"expected an? {place}, got {type(part).__name__}"):
            Agent(**given)  # type: ignore[arg-type]  # the point


def test_core_survives_an_error_in_a_part() -> None:
    for _ in range(50):
        with pytest.raises(ZeroDivisionError):
            play_seeds(Agent(guesser=Raises()), RULES[0], range(10))
    assert len(play_seeds(SINGLE_POINT, RULES[0], range(10))) == 10
