"""Positions: what is seen, what is wrong with it, and its symmetries."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import Game, Position, Rules
from sapper.errors import NotationError, SapperError
from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN


@st.composite
def positions(draw: st.DrawFn, side: int = 8) -> Position:
    """Make any position that can be written, sensible or not."""
    columns, rows = draw(st.integers(1, side)), draw(st.integers(1, side))
    codes = draw(st.lists(st.integers(0, 11), min_size=columns * rows, max_size=columns * rows))
    return Position(columns, rows, draw(st.integers(0, 100)), bytes(codes))


def test_example_of_the_house_style_is_read() -> None:
    position = Position.parse("..1./..2./11../.... 3")
    assert (position.columns, position.rows, position.num_mines) == (4, 4, 3)
    assert position.clue(2) == 1
    assert position.clue(0) is None
    assert position.num_cells == 16
    assert repr(position) == "Position('..1./..2./11../.... 3')"


def test_clue_is_asked_for_by_name_or_number() -> None:
    position = Position.parse("..1./..2./11../.... 3")
    assert position.clue("r1c3") == position.clue(2) == 1
    assert position.clue("r4c4") is None
    with pytest.raises(SapperError, match="r5c1"):
        position.clue("r5c1")


def test_blank_position_is_all_covered() -> None:
    assert str(Position.blank(3, 2, 1)) == ".../... 1"


def test_covered_flagged_and_shown_cells_are_listed() -> None:
    position = Position.parse(".F*/1.. 4")
    assert position.covered == [0, 4, 5]
    assert position.flagged == [1]
    assert position.mines_left == 2
    assert position.format_cells(position.covered) == "r1c1 r2c2 r2c3"
    assert position.cell("r2c1") == 3
    assert position.neighbours(0) == [1, 3, 4]


def test_mines_left_is_negative_with_too_many_flags() -> None:
    assert Position.parse("FF/.. 1").mines_left == -1


def test_array_is_a_read_only_view_of_rows_and_columns() -> None:
    position = Position.parse(".F*/123 4")
    assert position.array.tolist() == [[COVERED, FLAGGED, MINE_SHOWN], [1, 2, 3]]
    with pytest.raises(ValueError, match="read-only"):
        position.array[0, 0] = 0


@given(positions())
def test_equal_positions_are_one_key(position: Position) -> None:
    twin = Position.parse(str(position))
    assert twin == position
    assert len({twin, position}) == 1
    assert pickle.loads(pickle.dumps(position)) == position


@pytest.mark.parametrize(
    ("columns", "rows", "cells", "message"),
    [
        (2, 2, b"\t\t\t", "expected 2x2 cells, got 3"),
        (0, 2, b"", "expected 0x2 cells, got 0"),
        (-1, -1, b"\t", "expected -1x-1 cells, got 1"),
        (2, 1, b"\t\x0c", "expected cell codes 0 to 11, got 12"),
    ],
)
def test_cells_must_fit_the_grid(columns: int, rows: int, cells: bytes, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        Position(columns, rows, 1, cells)
    assert str(caught.value) == message


# Problems


def test_sensible_position_has_no_problems() -> None:
    assert Position.parse("..1./..2./11../.... 3").problems() == []


def test_all_problems_are_named_at_once() -> None:
    assert Position.parse("4.1/.FF/..0 1").problems() == [
        "r1c1 shows 4 but has 3 covered neighbours",
        "r1c3 shows 1 but has 2 flagged or shown mines around it",
        "r3c3 shows 0 but has 2 flagged or shown mines around it",
        "more flags and shown mines (2) than mines (1)",
    ]


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("4./.. 2", ["r1c1 shows 4 but has 3 covered neighbours"]),
        ("21. 1", ["r1c1 shows 2 but has 0 covered neighbours"]),
        (
            "2. 2",
            [
                "r1c1 shows 2 but has 1 covered neighbour",
                "more mines (2) than cells that may hold one (1)",
            ],
        ),
        ("0F 1", ["r1c1 shows 0 but has 1 flagged or shown mines around it"]),
        ("0* 1", ["r1c1 shows 0 but has 1 flagged or shown mines around it"]),
        ("FF. 1", ["more flags and shown mines (2) than mines (1)"]),
        ("F*. 1", ["more flags and shown mines (2) than mines (1)"]),
        (".. 3", ["more mines (3) than cells that may hold one (2)"]),
        ("1. 1", []),
        ("1F 1", []),
    ],
)
def test_each_problem_is_named(text: str, problems: list[str]) -> None:
    assert Position.parse(text).problems() == problems


def test_negative_number_of_mines_is_a_problem() -> None:
    assert Position(2, 1, -1, b"\t\t").problems() == ["a negative number of mines: -1"]


@given(positions())
def test_problems_are_those_counted_cell_by_cell(position: Position) -> None:
    marked = {i for i, code in enumerate(position.cells) if code in (FLAGGED, MINE_SHOWN)}
    covered = set(position.covered)
    high = low = 0
    for cell, code in enumerate(position.cells):
        if code < COVERED:
            around = set(position.neighbours(cell))
            high += code > len(around & (marked | covered))
            low += code < len(around & marked)
    found = position.problems()
    assert sum("covered neighbour" in text for text in found) == high
    assert sum("mines around it" in text for text in found) == low
    totals = (len(marked) > position.num_mines) + (position.num_mines > len(marked) + len(covered))
    assert len(found) == high + low + totals


@given(st.integers(0, 500), st.lists(st.integers(0, 35), max_size=12))
def test_real_game_has_no_problems(seed: int, cells: list[int]) -> None:
    game = Game(Rules(6, 6, 6, game="score"), seed=seed)
    for cell in cells:
        if not game.is_over and cell in game.position.covered:
            game.reveal(cell)
    assert game.position.problems() == []


# Symmetries


@given(positions())
def test_symmetries_undo_themselves(position: Position) -> None:
    assert position.transposed().transposed() == position
    assert position.mirrored().mirrored() == position


@given(positions())
def test_symmetries_move_cells_and_keep_the_rest(position: Position) -> None:
    assert np.array_equal(position.transposed().array, position.array.T)
    assert np.array_equal(position.mirrored().array, np.fliplr(position.array))
    for other in (position.transposed(), position.mirrored()):
        assert other.num_mines == position.num_mines
        assert sorted(other.cells) == sorted(position.cells)
        assert len(other.problems()) == len(position.problems())


def test_transposed_position_exchanges_rows_and_columns() -> None:
    position = Position.parse("12./345 3")
    assert str(position.transposed()) == "13/24/.5 3"
    assert str(position.mirrored()) == ".21/543 3"


def test_a_negative_number_of_mines_is_refused_where_positions_are_made() -> None:
    with pytest.raises(SapperError, match="expected num_mines of at least 0, got -1"):
        Position.from_array([[9, 9]], num_mines=-1)
    with pytest.raises(SapperError, match="expected num_mines of at least 0, got -1"):
        Position.blank(2, 1, -1)
