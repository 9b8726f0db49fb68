"""CP-SAT, human-like deduction and linear algebra against each other and against oracles."""

from __future__ import annotations

import pytest

from oracles.linear_algebra import settled
from oracles.reached import iter_met, proven
from sapper.agents import Agent, Playthrough, load_agent, play_seeds
from sapper.agents.deducers import Exact, HumanLike, LinearAlgebra, SinglePoint
from sapper.agents.guessers import RandomGuess
from sapper.agents.openers import RandomCell
from sapper.agents.run.play import game_seeds
from sapper.agents.run.turns import deduce
from sapper.game.rules import Rules

GRIDS = ("beginner", "intermediate", "expert")


@pytest.mark.parametrize("flags", [True, False])
@pytest.mark.parametrize("grid", GRIDS)
def test_no_step_is_the_single_point_strategy(grid: str, flags: bool) -> None:
    rules, seeds = Rules.parse(grid), game_seeds(13, 0, 100)
    played = [
        play_seeds(Agent(RandomCell(), parts, RandomGuess(), flags), rules, seeds)
        for parts in ((SinglePoint(),), (HumanLike(0),), (SinglePoint(), HumanLike(0)))
    ]
    for other in played[1:]:
        # Moves are not compared: a cascade may save some, depending on the order.
        for column in ("won", "guesses", "cells_revealed", "mines_flagged"):
            assert (played[0][column] == other[column]).all()


@pytest.mark.parametrize("grid", GRIDS)
def test_each_step_proves_no_less_and_never_more_than_the_engine(grid: str) -> None:
    for position in list(iter_met("kvietinskas/single-point", Rules.parse(grid), 6))[::2]:
        exact = deduce(Exact(False), position)
        last: set[int] = set()
        for steps in (0, 1, 2, 3, 4, -1):
            found = deduce(HumanLike(steps), position)
            assert set(found.safe) <= set(exact.safe)
            assert set(found.mines) <= set(exact.mines)
            assert last <= {*found.safe, *found.mines}
            last = {*found.safe, *found.mines}
        assert {*deduce(SinglePoint(), position).safe} <= last


@pytest.mark.parametrize("flags", [True, False])
@pytest.mark.parametrize("steps", [1, 2, -1])
def test_components_left_alone_have_nothing_new_to_say(steps: int, flags: bool) -> None:
    """The deducer looks only at what changed; all at once must prove nothing more."""
    agent = Agent(RandomCell(), (HumanLike(steps),), RandomGuess(), flags)
    for seed in range(10):
        proven: set[int] = set()
        before = None
        for turn in Playthrough(agent, Rules.parse("intermediate", first_click="zero"), seed):
            proven |= {*turn.mines, *turn.safe}
            if turn.role == "guesser" and before is not None:
                found = deduce(HumanLike(steps), before)
                assert {*found.safe, *found.mines} <= proven
            before = turn.position


@pytest.mark.parametrize("grid", ["beginner-8", "intermediate"])
def test_linear_algebra_reads_off_what_fractions_give(grid: str) -> None:
    compared = 0
    met = iter_met("kvietinskas/linear-algebra", Rules.parse(grid), 5)
    for position in list(met)[:: 1 if grid == "beginner-8" else 5]:
        assert proven(LinearAlgebra(), position) == settled(position), position
        compared += 1
    assert compared > 8


def test_linear_algebra_proves_no_more_than_the_engine() -> None:
    for position in iter_met("kvietinskas/single-point", Rules.parse("expert"), 4):
        found, exact = deduce(LinearAlgebra(), position), deduce(Exact(False), position)
        assert set(found.safe) <= set(exact.safe)
        assert set(found.mines) <= set(exact.mines)


@pytest.mark.parametrize("grid", ["beginner-8", *GRIDS])
@pytest.mark.parametrize("count", ["yes", "no"])
def test_flags_change_no_outcome_where_the_whole_grid_is_seen(grid: str, count: str) -> None:
    rules, seeds = Rules.parse(grid, first_click="zero"), game_seeds(40, 0, 400)
    with_flags, without = (
        play_seeds(
            load_agent(f"kvietinskas/optimal:mine_count={count},flags={flags}"),
            rules,
            seeds,
            agent_seed=4040,
        )
        for flags in ("yes", "no")
    )
    assert (with_flags.won == without.won).all()
    assert (with_flags.guesses == without.guesses).all()
