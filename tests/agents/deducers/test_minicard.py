"""The deducer by a solver of clauses proves what the engine proves."""

from __future__ import annotations

import sys

import pytest

from oracles.reached import iter_mixed, iter_reached, proven
from sapper import Agent, Position, Rules, load_agent
from sapper.agents import Playthrough
from sapper.agents.deducers import (
    Exact,
    MiniCard,
    SinglePoint,
    Window,
)
from sapper.agents.guessers import RandomGuess
from sapper.agents.openers import RandomCell
from sapper.errors import MissingExtraError, NotationError

GRIDS = ("8x8x10", "12x9x22", "7x1x2", "5x5x12")


@pytest.mark.parametrize("mine_count", [False, True])
def test_solver_and_engine_prove_the_same(mine_count: bool) -> None:
    pytest.importorskip("pysat")
    for position in iter_mixed(8):
        ours = proven(MiniCard(mine_count), position)
        assert ours == proven(Exact(mine_count), position), str(position)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("mine_count", [False, True])
def test_solver_and_engine_prove_the_same_on_ten_thousand_positions(mine_count: bool) -> None:
    pytest.importorskip("pysat")
    num_positions = 0
    for grid, num_games in (("8x8x10", 120), ("16x16x40", 25), ("30x16x99", 20), ("9x9x35", 100)):
        for seed in range(num_games):
            rules = Rules.parse(grid, first_click="zero" if grid != "9x9x35" else "any")
            for reached in iter_reached(rules, seed, flags=True):
                num_positions += 1
                ours = proven(MiniCard(mine_count), reached.position)
                assert ours == proven(Exact(mine_count), reached.position), str(reached.position)
    assert num_positions >= 10_000


def test_solver_behind_a_window_proves_what_the_engine_proves_there() -> None:
    pytest.importorskip("pysat")
    for mine_count in (False, True):
        for position in list(iter_mixed(1))[::5]:
            ours = Window(MiniCard(mine_count), 4, 4, mine_count)
            theirs = Window(Exact(mine_count), 4, 4, mine_count)
            assert proven(ours, position) == proven(theirs, position), str(position)


def test_agent_with_a_solver_plays_and_counts_mines_only_if_asked() -> None:
    pytest.importorskip("pysat")
    assert load_agent("vaitzman/sat-aa:deducer=pysat,mine_count=yes").deducers == (
        SinglePoint(),
        MiniCard(mine_count=True),
    )
    with pytest.raises(NotationError, match="expected mine_count=yes with deducer=pysat"):
        load_agent("vaitzman/sat-pdb:mine_count=yes")
    agent = Agent(RandomCell(), (MiniCard(),), RandomGuess())
    game = Playthrough(agent, Rules.parse("beginner"), 3)
    assert list(game)[-1].outcome in ("won", "lost")


@pytest.mark.parametrize("text", ["F1F/... 3", "FF/F. 3", "010 0", "8.. 1"])
def test_solver_proves_nothing_where_no_layout_fits_or_nothing_is_asked(text: str) -> None:
    assert list(MiniCard().deduce(Position.parse(text), ())) == []


def test_solver_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    with pytest.raises(MissingExtraError, match=r"sapper\[sat\]"):
        list(MiniCard().deduce(Position.parse("1. 1"), ()))
