"""Small positions for hypothesis: honest ones, spoiled ones, and any clues at all."""

from __future__ import annotations

from hypothesis import strategies as st

from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN
from sapper.game.position import Position

MOST_CELLS = 16


@st.composite
def grids(draw: st.DrawFn) -> tuple[int, int]:
    """Draw columns and rows of a grid that brute force can take."""
    columns = draw(st.integers(1, 6))
    return columns, draw(st.integers(1, min(6, MOST_CELLS // columns)))


@st.composite
def honest_positions(draw: st.DrawFn) -> Position:
    """Draw part of a real layout: clues, covered cells, right flags, mines shown."""
    columns, rows = draw(grids())
    num_cells = columns * rows
    mines = draw(st.sets(st.integers(0, num_cells - 1)))
    shown = draw(st.sets(st.integers(0, num_cells - 1)))
    blank = Position.blank(columns, rows, len(mines))
    cells = bytearray(blank.cells)
    for cell in shown:
        if cell in mines:
            cells[cell] = draw(st.sampled_from([FLAGGED, MINE_SHOWN]))
        else:
            cells[cell] = sum(n in mines for n in blank.neighbours(cell))
    return Position(columns, rows, len(mines), bytes(cells))


@st.composite
def spoiled_positions(draw: st.DrawFn) -> Position:
    """Draw an honest position with one cell or the number of mines changed."""
    position = draw(honest_positions())
    if draw(st.booleans()):
        num_mines = draw(st.integers(0, position.num_cells))
        return Position(position.columns, position.rows, num_mines, position.cells)
    cells = bytearray(position.cells)
    cells[draw(st.integers(0, len(cells) - 1))] = draw(st.integers(0, MINE_SHOWN))
    return Position(position.columns, position.rows, position.num_mines, bytes(cells))


@st.composite
def any_positions(draw: st.DrawFn) -> Position:
    """Draw any clues on any cells."""
    columns, rows = draw(grids())
    codes = st.one_of(st.just(COVERED), st.integers(0, 3), st.integers(0, MINE_SHOWN))
    cells = draw(st.lists(codes, min_size=columns * rows, max_size=columns * rows))
    return Position(columns, rows, draw(st.integers(0, columns * rows)), bytes(cells))


def positions() -> st.SearchStrategy[Position]:
    """Draw positions of every kind."""
    return st.one_of(honest_positions(), spoiled_positions(), any_positions())
