"""Contradictory positions: the error names clues that clash, and none too many."""

import random

import pytest
from hypothesis import assume, given, settings

from oracles.census import iter_layouts
from oracles.positions import any_positions, spoiled_positions
from oracles.reached import iter_reached
from sapper.errors import InconsistentPositionError
from sapper.game import Position, Rules
from sapper.game.codes import COVERED
from sapper.logic import analyse


def conflict_of(position: Position) -> InconsistentPositionError | None:
    try:
        analyse(position)
    except InconsistentPositionError as error:
        return error
    return None


def fits_with_clues(position: Position, clues: set[int], *, mine_count: bool) -> bool:
    """Return whether a layout fits these clues alone; other clue cells are known safe."""
    return any(True for _ in iter_layouts(position, clues=clues, mine_count=mine_count))


@settings(max_examples=400, deadline=None)
@given(spoiled_positions() | any_positions())
def test_named_clues_clash_and_none_can_be_left_out(position: Position) -> None:
    error = conflict_of(position)
    assume(error is not None)
    assert error is not None
    clues, count = set(error.clues), error.needs_mine_count
    assert error.is_minimal
    assert not fits_with_clues(position, clues, mine_count=count)
    for clue in clues:
        assert fits_with_clues(position, clues - {clue}, mine_count=count)
    if count:
        assert fits_with_clues(position, clues, mine_count=False)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4./.. 2", "r1c1 shows 4 but has 3 covered neighbours"),
        ("F1F/... 3", "r1c2 shows 1 but has 2 flagged or shown mines around it"),
        ("1./.. 3", "r1c1=1 and the number of mines 3 cannot hold together"),
        ("... 4", "4 mines are left for 3 covered cells"),
        ("FF. 1", "2 mines are flagged or shown but there are 1"),
        ("1.2 1", "r1c3 shows 2 but has 1 covered neighbour"),
        ("1.3/... 3", "r1c1=1 and r1c3=3 cannot hold together"),
        ("1. 2", "2 mines are left for 1 covered cell"),
    ],
)
def test_message_says_what_clashes(text: str, message: str) -> None:
    error = conflict_of(Position.parse(text))
    assert str(error) == f"no placement of mines fits: {message}"


def test_one_wrong_clue_on_expert_is_found_near_where_it_is() -> None:
    rng = random.Random(5)
    found = 0
    for seed in range(12):
        reached = list(iter_reached(Rules.parse("expert", first_click="zero"), seed))
        position = reached[len(reached) // 2].position
        wrong = rng.choice([c for c, code in enumerate(position.cells) if 0 < code < 8])
        cells = bytearray(position.cells)
        cells[wrong] += 1
        error = conflict_of(Position(30, 16, 99, bytes(cells)))
        if error is None:
            continue
        found += 1
        assert wrong in error.clues
        assert len(error.clues) <= 60
    assert found >= 6


def test_wrong_number_of_mines_on_expert_needs_the_mine_count() -> None:
    reached = list(iter_reached(Rules.parse("expert", first_click="zero"), 3))
    position = reached[-1].position
    error = conflict_of(Position(30, 16, 20, position.cells))
    assert error is not None
    assert error.needs_mine_count
    assert error.is_minimal
    assert "the number of mines 20 cannot hold together" in str(error)


def test_conflict_on_a_million_cells_is_local() -> None:
    cells = bytearray([COVERED]) * 1_000_000
    for cell in range(1001, 999_000, 3003):
        cells[cell] = 2
    cells[500_500] = 7
    cells[500_502] = 0
    error = conflict_of(Position(1000, 1000, 200_000, bytes(cells)))
    assert error is not None
    assert error.clues == (500_500, 500_502)
    assert not error.needs_mine_count


def test_too_few_mines_on_a_million_cells() -> None:
    row = bytes([COVERED, 2, COVERED])
    cells = (bytes([COVERED]) * 999 + row * 333 + bytes([COVERED]) * 999) * 333
    error = conflict_of(Position(999, 999, 100_000, cells))
    assert error is not None
    assert error.needs_mine_count
