"""Sizes and seeds that cross into the core are checked before anything is made of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sapper import Position, Rules, _core, load_agent, play_games
from sapper.agents import play_seeds
from sapper.agents.run.play import game_seeds
from sapper.errors import IllegalMoveError, NotationError, RulesError, SapperError
from sapper.game.layout import Layout, lay_many
from sapper.game.rules import native_rules
from sapper.game.seeds import check_seed
from sapper.logic import sample_layouts

RULES = Rules.parse("beginner")


@pytest.mark.parametrize("count", [2**33, 2**40, 2**61, 2**62, 2**63 - 1])
def test_more_layouts_than_a_machine_holds_are_refused(count: int) -> None:
    with pytest.raises(RulesError, match=r"expected at most \d+ layouts at once"):
        sample_layouts(Position.parse("..1./..2./11../.... 3"), count, 0)


@pytest.mark.parametrize("count", [2**30, 2**61, 2**63])
def test_more_seeds_than_a_machine_holds_are_refused(count: int) -> None:
    with pytest.raises(RulesError, match=r"expected at most \d+ seeds at once"):
        game_seeds(1, 0, count)


@pytest.mark.parametrize(
    ("columns", "rows", "mines"),
    [(0, 5, [1]), (5, 0, [1]), (-1, 5, []), (256, 5, []), (5, 5, [25]), (2, 2, [2**32 - 1])],
)
def test_mbf_of_no_grid_is_refused(columns: int, rows: int, mines: list[int]) -> None:
    with pytest.raises(NotationError):
        _core.format_mbf(columns, rows, mines)


WRONG_SEEDS: list[Any] = [-1, 2**63, 1.7, float("nan"), True, "1", None, np.bool_(True), 1 + 0j]


@pytest.mark.parametrize("seed", WRONG_SEEDS, ids=str)
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    agent = load_agent("random")
    for use in (
        lambda: check_seed(seed),
        lambda: lay_many(RULES, [seed], 0),
        lambda: lay_many(RULES, [1, seed], 0),
        lambda: play_seeds(agent, RULES, [seed]),
        lambda: play_seeds(agent, RULES, [1], agent_seed=seed),
        lambda: play_games(agent, RULES, games=1, seed=seed),
        lambda: Layout.from_seed(RULES, seed, 0),
        lambda: sample_layouts(Position.parse("..1 1"), 1, seed),
    ):
        with pytest.raises(SapperError, match="seed"):
            use()


def test_numbers_of_numpy_are_seeds() -> None:
    five: Any = np.int64(5)
    assert check_seed(five) == 5
    assert np.array_equal(lay_many(RULES, np.array([5]), 0), lay_many(RULES, [5], 0))
    assert lay_many(RULES, [], 0).shape == (0, 9, 9)


def spec(deducers: int = 0, names: int | None = None, **more: Any) -> Any:
    parts: list[object] = [_core.PartSpec("single_point", {}) for _ in range(deducers)]
    called = [f"d{n}" for n in range(deducers if names is None else names)]
    return _core.AgentSpec(None, parts, called, _core.PartSpec("random", {}), False, True, **more)


def test_driver_asked_before_its_game_began_says_so() -> None:
    driver = _core.Driver(native_rules(RULES), spec(1))
    for ask in (driver.turn, driver.question, lambda: driver.answer(0, False, 0)):
        with pytest.raises(IllegalMoveError, match="start one first"):
            ask()


def test_rows_of_one_agent_are_not_read_as_anothers() -> None:
    driver = _core.Driver(native_rules(RULES), spec(1))
    driver.start(1, 1)
    with pytest.raises(SapperError, match="expected the agent that played"):
        driver.columns(spec(3))


def test_parts_without_their_options_are_named() -> None:
    with pytest.raises(SapperError, match="expected the option 'mine_count' of the native part"):
        _core.deduce_position(_core.PartSpec("exact", {}), Position.parse("././1 1"))
    with pytest.raises(SapperError, match="as another type"):
        part = _core.PartSpec("exact", {"mine_count": "x"})
        _core.deduce_position(part, Position.parse("././1 1"))
    with pytest.raises(SapperError, match="a name for each of 1 deducers"):
        spec(1, names=0)


@pytest.mark.parametrize("seconds", [-1.0, float("nan"), float("inf"), 1e300])
def test_clock_that_cannot_be_is_refused(seconds: float) -> None:
    with pytest.raises(RulesError, match="seconds a game"):
        spec(seconds=seconds)


def test_guesser_that_is_no_function_is_refused() -> None:
    with pytest.raises(TypeError, match="expected a function"):
        _core.play(native_rules(RULES), spec(), np.zeros(1, np.uint64), 0, True, 1, 7)
