"""Exact values of positions with several components, against a plain search over sets."""

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from oracles.value import best_wins, fitting_layouts, most_wins
from sapper import Position, Rules, _core, analyse, value
from sapper.errors import BudgetExceededError
from sapper.game.cells import neighbours
from sapper.game.codes import COVERED
from sapper.logic import cell_values, find_optimum, move_value

# Three pieces of 8, 13 and 15 layouts that have nothing to do with each other.
APART = ".1..00002..1011..../...3210.....01.3.2./.....1113...023..21/2..3.11....101..... 18"


def scattered(columns: int, rows: int, mines: int, hidden: int, seed: int) -> Position:
    """Cover the mines of a random layout and some safe cells, and reveal the rest."""
    choose = random.Random(seed)
    cells = range(columns * rows)
    laid = set(choose.sample(cells, mines))
    covered = laid | set(choose.sample([cell for cell in cells if cell not in laid], hidden))
    codes = [
        COVERED if cell in covered else sum(n in laid for n in neighbours(cell, columns, rows))
        for cell in cells
    ]
    return Position(columns, rows, mines, bytes(codes))


def num_parts(position: Position) -> int:
    """Count the independent parts that hide anything."""
    _, parts, _, _ = _core.position_value(position, True, 10_000, 100_000, False)
    return sum(layouts != 1 for _, _, _, layouts, _, _ in parts)


def iter_scattered(count: int, seed: int) -> Iterator[tuple[Position, frozenset[frozenset[int]]]]:
    """Yield positions with what hides behind them, a few hundred layouts at most."""
    while count:
        seed += 1
        columns, rows, mines, hidden = ((12, 6, 22, 24), (12, 6, 18, 30), (10, 5, 15, 20))[seed % 3]
        position = scattered(columns, rows, mines, hidden, seed)
        analysis = analyse(position)
        if 4 <= analysis.num_placements <= 300:
            count -= 1
            listed = analysis.list_layouts(1000)
            assert listed is not None
            mines_of = [frozenset(np.flatnonzero(layout).tolist()) for layout in listed]
            yield position, frozenset(mines_of)


def truth_of(position: Position, layouts: frozenset[frozenset[int]]) -> Fraction:
    """Return the value by plain search."""
    return Fraction(most_wins(layouts, position.columns, position.rows), len(layouts))


def test_value_of_scattered_positions_equals_plain_search() -> None:
    several = 0
    for position, layouts in iter_scattered(60, 0):
        truth = truth_of(position, layouts)
        assert value(position) == truth, position
        values = cell_values(position)
        assert not values or values[0].value == truth, position
        several += num_parts(position) > 1
    assert several > 2


def test_value_of_every_cell_and_move_equals_plain_search() -> None:
    for position, layouts in iter_scattered(25, 7000):
        columns, rows = position.columns, position.rows
        for one in cell_values(position):
            groups: dict[int, set[frozenset[int]]] = {}
            for mines in layouts:
                if one.cell not in mines:
                    clue = len(mines.intersection(neighbours(one.cell, columns, rows)))
                    groups.setdefault(clue, set()).add(mines)
            wins = sum(most_wins(frozenset(group), columns, rows) for group in groups.values())
            assert one.value == Fraction(wins, len(layouts)), (position, one)
            found = move_value(position, [one.cell])
            assert (found.value, found.best_value) == (one.value, value(position))
            assert found.best is not None
            assert move_value(position, [found.best]).value == found.best_value


def test_value_of_independent_parts_is_their_product() -> None:
    position = Position.parse(APART)
    assert num_parts(position) == 3
    listed = analyse(position).list_layouts(2000)
    assert listed is not None
    assert len(listed) == 8 * 13 * 15
    layouts = frozenset(frozenset(np.flatnonzero(layout).tolist()) for layout in listed)
    assert value(position) == truth_of(position, layouts)
    # Each part is listed by itself: the limit is on their sum.
    assert value(position, max_layouts=50) == value(position)


def test_bounds_of_a_spent_budget_hold() -> None:
    cut = 0
    for position, layouts in iter_scattered(60, 3000):
        truth = truth_of(position, layouts)
        calls = [partial(value, position, max_nodes=nodes) for nodes in (1, 4, 20)]
        calls += [partial(value, position, max_layouts=most) for most in (1, 3, len(layouts) - 1)]
        for call in calls:
            try:
                assert call() == truth
            except BudgetExceededError as error:
                assert error.bounds is not None
                low, high = error.bounds
                assert 0 < low <= truth <= high <= 1, (position, call.keywords)
                cut += 1
    assert cut > 60


def test_two_plain_searches_agree() -> None:
    for seed in range(8):
        position = scattered(4, 3, 4, 4, seed)
        layouts = fitting_layouts(position)
        opened = sum(1 << c for c in range(12) if position.clue(c) is not None)
        assert most_wins(layouts, 4, 3) == best_wins(layouts, 4, 3, opened)


@pytest.mark.parametrize("size", ["4x4x4", "5x4x3", "4x3x6"])
def test_mirror_images_may_be_remembered_together_or_not(size: str) -> None:
    """A whole game knows sets up to symmetry, a position knows each set by itself."""
    rules = Rules.parse(size, first_click="any")
    bare = Position(rules.columns, rules.rows, rules.num_mines, bytes([COVERED]) * rules.num_cells)
    assert value(bare) == find_optimum(rules).value


def test_turned_position_has_the_same_values() -> None:
    for position, _ in iter_scattered(20, 9000):
        grid = np.frombuffer(position.cells, np.uint8).reshape(position.rows, position.columns)
        cells = np.arange(grid.size).reshape(grid.shape)
        values = {one.cell: one.value for one in cell_values(position)}
        for turn in (np.fliplr, np.flipud, np.transpose):
            turned = np.ascontiguousarray(turn(grid))
            rows, columns = turned.shape
            other = Position(columns, rows, position.num_mines, turned.tobytes())
            names = turn(cells).ravel()
            assert value(other) == value(position)
            if analyse(position).safe:
                continue  # of several safe cells one is enough
            assert {int(names[v.cell]): v.value for v in cell_values(other)} == values
