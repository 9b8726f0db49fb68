"""Native objects that were refused something, or given odd arrays, stay in one piece."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from sapper import Position, Rules, _core
from sapper.agents.guessers import Improved, SolutionShare
from sapper.errors import ArgumentError, IllegalMoveError, NotationError, RulesError, SapperError
from sapper.game.rules import native_rules

RULES = Rules.parse("beginner")


def driver_of(*deducers: object) -> _core.Driver:
    names = [f"d{n}" for n in range(len(deducers))]
    guesser = _core.PartSpec("random", {})
    return _core.Driver(
        native_rules(RULES), _core.AgentSpec(None, list(deducers), names, guesser, False, True)
    )


def test_driver_whose_start_was_refused_has_no_game() -> None:
    driver = driver_of(_core.PartSpec("single_point", {}))
    driver.start(3, 1)
    for _ in range(30):  # the deducer has read a long log
        driver.turn()
    with pytest.raises(RulesError, match="expected a layout of 10 mines"):
        driver.start_on([5], 1, 1)
    with pytest.raises(IllegalMoveError, match="start one first"):
        driver.turn()
    driver.start(3, 1)
    assert driver.turn() is _core.Need.nothing


def test_batch_whose_deducer_failed_at_the_start_of_a_game_can_be_asked_again() -> None:
    starts: list[int] = []

    def make(columns: int, rows: int, num_mines: int) -> Any:
        starts.append(columns)
        if len(starts) == 2:
            raise ValueError("no")
        return lambda cells, changed, window: []

    spec = _core.AgentSpec(None, [make], ["d"], _core.PartSpec("random", {}), False, True)
    seeds = np.arange(3, dtype=np.uint64)
    batch = _core.Batch(native_rules(RULES), spec, seeds, 0, True, 1)
    with pytest.raises(ValueError, match="no"):
        batch.questions()
    for _ in range(3):
        batch.questions()


@pytest.mark.parametrize("cell", [10**30, "x", 1.5, None])
def test_part_that_gives_no_cell_number_is_reported(cell: Any) -> None:
    driver = driver_of(lambda *_: lambda *_: [(cell, False, [])])
    driver.start(3, 1)
    with pytest.raises(IllegalMoveError, match="expected a cell number from a part, got"):
        driver.turn()


def test_game_of_a_driver_is_not_changed_from_outside() -> None:
    driver = driver_of(_core.PartSpec("single_point", {}))
    driver.start(3, 1)
    driver.turn()
    shown = driver.game.cells()
    driver.game.start(1)
    assert driver.game.cells() == shown
    driver.turn()


def test_layout_that_is_refused_leaves_the_game_as_it_was() -> None:
    game = _core.Game(native_rules(Rules.parse("3x3x2", first_click="any")))
    game.start_on([0, 8])
    game.reveal(4)
    for mines in ([1, 1], [2, 9], [1], [2, 2**32 - 1]):
        with pytest.raises(RulesError):
            game.start_on(mines)
    assert game.mines() == [0, 8]
    assert game.cells_revealed == 1


def arrays_of(lanes: int) -> dict[str, Any]:
    shape = (lanes, RULES.rows, RULES.columns)
    kinds: dict[str, Any] = {"rewards": float, "taken_risk": float, "game_seeds": np.uint64}
    kinds |= {"num_mines": np.int64, "safe_left": np.int64, "outcomes": np.int64}
    for name in ("is_over", "is_cut", "is_illegal", "is_guess", "could_be_proven"):
        kinds[name] = np.uint8
    arrays = {name: np.zeros(lanes, kind) for name, kind in kinds.items()}
    return arrays | {name: np.zeros(shape, np.uint8) for name in ("cells", "allowed")}


def vector_games(arrays: dict[str, Any], lanes: int = 2) -> _core.VectorGames:
    options = _core.VectorOptions(
        flags=False, cascade=True, mine_ends=True, show_risk=False, reward=_core.RewardKind.win,
        oracle=_core.Oracle.off, autoreset=_core.Autoreset.next_step, penalty=1.0, most_mines=0,
        most_steps=0, game_seeds=[],
    )  # fmt: skip
    return _core.VectorGames(native_rules(RULES), options, lanes, arrays)


def test_arrays_of_another_type_are_refused_and_not_copied() -> None:
    for name, wrong in [
        ("rewards", np.zeros(2, np.float32)),
        ("cells", np.zeros((2, 9, 9), np.int64)),
        ("cells", np.zeros((2, 9, 18), np.uint8)[:, :, ::2]),
        ("num_mines", [0, 0]),
    ]:
        with pytest.raises(TypeError, match=f"an array {name} of its own type"):
            vector_games(arrays_of(2) | {name: wrong})
    arrays = arrays_of(2)
    del arrays["outcomes"]
    with pytest.raises(TypeError, match="an array outcomes"):
        vector_games(arrays)
    for lanes in (1, 3):
        with pytest.raises(ValueError, match="another size"):
            vector_games(arrays_of(2), lanes)
    with pytest.raises(RulesError, match="at once"):
        vector_games(arrays_of(2), 2**40)


def test_arrays_live_as_long_as_the_games_that_write_into_them() -> None:
    arrays = arrays_of(2)
    games = vector_games(arrays)
    cells = arrays["cells"]
    arrays.clear()
    for lane in range(2):
        games.seed(lane, 7)
        games.reset(lane)
    games.step(np.array([40, 40]), 0, 2)
    assert (cells != 9).any()


@pytest.mark.parametrize(
    ("cell", "what", "code"), [(16, 1, 1), (2**32 - 1, 9, 9), (1, 11, 1), (1, 1, 12), (2, 1, 1)]
)
def test_what_cannot_be_assumed_is_refused(cell: int, what: int, code: int) -> None:
    position = Position.parse("..1./..2./11../.... 3")
    findings = _core.analyse(position, True, True, 10**6)
    with pytest.raises((IndexError, NotationError), match="expected a"):
        findings.assume(cell, what, code)


def test_cells_assumed_safe_are_on_the_grid() -> None:
    position = Position.parse("..1./..2./11../.... 3")
    findings = _core.analyse(position, True, True, 10**6)
    for cell in (16, 4000, 2**32 - 1):
        with pytest.raises(IndexError, match="expected cells"):
            findings.find_reasons(position, None, [cell])


def test_grids_of_impossible_shapes_are_refused() -> None:
    for shape in [(0, 2**31, 2), (1, 0, 0), (0, 2**33, 2**20), (2, 0, 5)]:
        with pytest.raises(RulesError, match="expected a grid of 1 to"):
            _core.measure_boards(np.zeros(shape, np.uint8), True)


def model(*lefts: int, row_size: int = 9) -> _core.TreeModel:
    count = len(lefts)
    return _core.TreeModel(
        np.zeros(count, np.float32), np.array(lefts, np.uint32), np.zeros(count, np.uint32),
        np.zeros(1, np.uint32), 0.5, row_size,
    )  # fmt: skip


@pytest.mark.parametrize("left", [2, 3, 2**31, 2**32 - 1])
def test_trees_whose_children_are_not_there_are_refused(left: int) -> None:
    with pytest.raises(SapperError, match="children follow their parents"):
        model(left, 0, 0)


def test_models_are_shown_positions_that_are_some() -> None:
    options = _core.RowOptions("features", SolutionShare().native_spec(), "zero", 0.5, True, True)
    cells, words = np.full((1, 2, 2), 9, np.uint8), np.zeros(1, np.uint64)
    allowed = np.ones_like(cells)
    guess = _core.sinha_guesses(model(0), options, 1, cells, allowed, words)
    assert 0 <= guess[0] < 4
    with pytest.raises(NotationError, match="rows of 9 numbers, got one of 4"):
        _core.sinha_guesses(model(0, row_size=4), options, 1, cells, allowed, words)
    with pytest.raises(SapperError, match="a cell to guess, got none in position 0"):
        _core.sinha_guesses(model(0), options, 1, cells, 0 * allowed, words)
    with pytest.raises(NotationError, match="expected cell codes"):
        _core.sinha_guesses(model(0), options, 1, 0 * cells + 200, allowed, words)
    for mines in (-(2**63), 2**63 - 1):
        with pytest.raises(NotationError, match="expected a number of mines up to"):
            _core.sinha_rows(options, mines, cells, allowed, words)


def test_limits_and_kinds_that_are_none_are_refused() -> None:
    position = Position.parse("..1 1")
    with pytest.raises(RulesError, match="expected a number coins"):
        _core.search_guess(position, {})
    options = _core.BoardOptions()
    with pytest.raises(SapperError, match="a symmetry from 0 to 4"):
        options.symmetry = 99


def test_cells_that_cannot_be_safe_are_not_assumed_safe() -> None:
    # The 2 at r3c4 has its mines at r2c4 and r4c5.
    cells = bytes.fromhex("0000010909 0000010909 0000010209 0000000109 0000000101")
    position = Position(5, 5, 3, cells)
    found = _core.analyse(position, True, False, 20_000)
    assert 19 in found.mines
    with pytest.raises(ValueError, match="that are safe"):
        found.find_reasons(position, None, [19])
    assert len(found.find_reasons(position, None, [3])) == len(found.safe) + len(found.mines) - 1


@pytest.mark.parametrize("options", [{}, {"table": None}, {"table": 7}, {"table": "x"}])
def test_guesser_by_patterns_without_a_table_is_reported(options: dict[str, Any]) -> None:
    texts = {"value": "share", "clues": "shown"}
    with pytest.raises((SapperError, TypeError), match=r"table|PartSpec"):
        guesser = _core.PartSpec("pattern_database", texts | options)
        spec = _core.AgentSpec(None, [], [], guesser, False, False)
        _core.Driver(native_rules(RULES), spec)


@pytest.mark.parametrize("value", [-1, -(2**31), 2**31, 2**32 + 1, 2**62])
@pytest.mark.parametrize(("name", "option"), [
    ("zone_share", "radius"), ("satisfying_assignments", "size"), ("least_risk", "max_states"),
])  # fmt: skip
def test_sizes_of_parts_do_not_wrap_around(name: str, option: str, value: int) -> None:
    guesser = _core.PartSpec(name, {"counts": "share", option: value})
    spec = _core.AgentSpec(None, [], [], guesser, False, False)
    with pytest.raises(SapperError, match=f"'{option}' .* from 0 to 2147483647, got {value}"):
        _core.Driver(native_rules(RULES), spec)


@pytest.mark.parametrize("mines", [-(2**63), 2**63 - 1, 2**51])
def test_numbers_of_mines_that_sums_would_overflow_at_are_refused(mines: int) -> None:
    with pytest.raises(NotationError, match=f"number of mines .* got {mines}"):
        Position(2, 1, mines, b"\x01\x09")


def test_position_without_a_covered_cell_is_won() -> None:
    """The table of its layouts has no columns: nothing of it may be looked at."""
    is_done, parts, *_ = _core.position_value(Position.parse("00 0"), False, 20, 2506, True)
    assert (is_done, parts) == (True, [])


@pytest.mark.parametrize("odd", [{"band": 10, "sea_band": 58}, {"num_sea": 0}])
def test_search_that_lets_no_candidate_through_still_plays(odd: dict[str, int]) -> None:
    """Playouts went to a cell that there is not."""
    options = {one.name: getattr(Improved(), one.name) for one in fields(Improved)} | odd
    options["endgame_layouts"] = options["player_endgame_layouts"] = options["few_cells"] = 0
    found = _core.paired_playouts(Position.blank(6, 4, 4), 2, 8, options, 1, 7)
    assert len(found) > 0


@pytest.mark.parametrize("opener", ["corner", "random"])
def test_opener_without_a_cell_to_open_is_an_error(opener: str) -> None:
    rules = _core.Rules(1, 4, 1, _core.FirstClick.zero, _core.GameKind.normal)
    spec = _core.AgentSpec(_core.PartSpec(opener, {}), [], [], None, False, False)
    with pytest.raises(SapperError, match="expected a cell that may be opened, found none"):
        _core.Advisor(rules, spec).advise(Position.blank(1, 4, 3), 1)


@pytest.mark.parametrize("seed", [True, 1.5, -1, 2**64, "x"])
def test_seed_that_is_no_whole_number_is_refused_behind_the_border_too(seed: Any) -> None:
    for call in (
        lambda: _core.game_seed(seed, 0),
        lambda: _core.game_seed(0, seed),
        lambda: _core.game_seeds(seed, 0, 1),
        lambda: _core.agent_stream(0, seed),
    ):
        with pytest.raises(ArgumentError, match="as a whole number, got"):
            call()


@pytest.mark.parametrize("seeds", [np.array([1.7]), np.array([-1]), np.array([True]), [1]])
def test_seeds_of_another_type_are_refused_and_not_converted(seeds: Any) -> None:
    rules, guesser = native_rules(RULES), _core.PartSpec("random", {})
    spec = _core.AgentSpec(None, [], [], guesser, False, True)
    for call in (
        lambda: _core.lay_many(rules, seeds, 0),
        lambda: _core.play(rules, spec, seeds, 0, False, 1, None),
        lambda: _core.Batch(rules, spec, seeds, 0, False, 1),
    ):
        with pytest.raises(TypeError, match="incompatible function arguments"):
            call()


@pytest.mark.parametrize("number", [2**63 - 1, -(2**63)])
def test_option_that_sums_overflow_at_is_refused(number: int) -> None:
    with pytest.raises(RulesError, match=r"an option row of at most 2\^62, got"):
        _core.PartSpec("fixed_cell", {"column": 0, "row": number})
