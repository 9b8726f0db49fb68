"""Cells as numbers and as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import NotationError
from sapper.game.cells import format_cell, neighbours, parse_cell, split_cell

SIDES = st.integers(1, 1000)


@given(SIDES, SIDES, st.data())
def test_text_of_a_cell_reads_back(columns: int, rows: int, data: st.DataObject) -> None:
    cell = data.draw(st.integers(0, columns * rows - 1))
    assert parse_cell(format_cell(cell, columns), columns, rows) == cell


def test_cells_are_counted_from_1_row_first() -> None:
    assert format_cell(0, 9) == "r1c1"
    assert format_cell(8, 9) == "r1c9"
    assert format_cell(9, 9) == "r2c1"
    assert split_cell("r12c34") == (33, 11)


@pytest.mark.parametrize(
    "text",
    ["", "r", "r1", "c1", "c1r1", "r0c1", "r1c0", "r01c1", "r-1c1", "R1C1", "r1c1 ", "r1.5c1"],
)
def test_what_is_no_cell_is_an_error(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        split_cell(text)
    assert str(caught.value) == f"expected a cell such as r3c5, got {text!r}"


@pytest.mark.parametrize("text", ["r4c1", "r1c5", "r999999999c1"])
def test_cell_off_the_grid_is_an_error(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_cell(text, columns=4, rows=3)
    assert str(caught.value) == f"expected a cell from r1c1 to r3c4, got {text!r}"


@given(st.integers(1, 7), st.integers(1, 7))
def test_neighbours_are_the_cells_one_step_away_in_order(columns: int, rows: int) -> None:
    for cell in range(columns * rows):
        expected = [
            other
            for other in range(columns * rows)
            if other != cell
            and max(abs(other // columns - cell // columns), abs(other % columns - cell % columns))
            == 1
        ]
        assert neighbours(cell, columns, rows) == expected
