"""The numbers of a board, against their definitions and against an independent program."""

from __future__ import annotations

import random

import ms_toollib
import numpy as np
import pytest

from oracles.board_metrics import SlowBoard
from sapper.boards.metrics import Metrics, measure, measure_games, measure_many
from sapper.errors import RulesError
from sapper.game.codes import MINE_SHOWN
from sapper.game.layout import Layout
from sapper.game.rules import Rules


def random_layouts(columns: int, rows: int, mines: int, count: int, seed: int) -> list[Layout]:
    chance = random.Random(seed)
    cells = range(columns * rows)
    return [Layout(columns, rows, tuple(chance.sample(cells, mines))) for _ in range(count)]


def test_hand_worked_boards() -> None:
    """Two openings and a wall of mines; a single clue; no mine at all; only mines."""
    assert measure(Layout.parse("--*--/--*--/--*--")) == Metrics(2, 2, 0, 2, 2)
    # 1 1 1 / 1 * 1 / 1 1 1: eight clues, or a click, a flag and chords around.
    assert measure(Layout.parse("---/-*-/---")).three_bv == 8
    assert measure(Layout.parse("---/-*-/---")).islands == 1
    # Click, flag and chord at r2c1, then chords at r1c2 and r3c2. A person begins at
    # r1c1, whose chord reveals r2c1 and r1c2; then r2c1, r1c2 and r3c2.
    assert measure(Layout.parse("---/-*-/---")).zini == 5
    assert measure(Layout.parse("---/-*-/---")).human_zini == 6
    assert measure(Layout.parse("---/---")) == Metrics(1, 1, 0, 1, 1)
    assert measure(Layout.parse("**/**")) == Metrics(0, 0, 0, 0, 0)


def test_3bv_is_the_fewest_left_clicks() -> None:
    for layout in random_layouts(4, 3, 3, 60, seed=1) + random_layouts(3, 3, 1, 9, seed=2):
        assert measure(layout).three_bv == SlowBoard(layout).fewest_clicks()


@pytest.mark.parametrize("size", [(4, 4, 4), (7, 5, 6), (9, 9, 10), (6, 9, 20)])
def test_numbers_are_what_the_definitions_say(size: tuple[int, int, int]) -> None:
    for layout in random_layouts(*size, 40, seed=3):
        slow = SlowBoard(layout)
        found = measure(layout)
        assert found.three_bv == len(slow.units())
        assert found.openings == sum(1 for unit in slow.units() if slow._is_zero(unit))
        assert found.islands == slow.islands()
        assert found.zini == slow.zini(human=False)
        assert found.human_zini == slow.zini(human=True)


def clue_lists(layout: Layout) -> list[list[int]]:
    codes = layout.position().cells
    shown = [-1 if code == MINE_SHOWN else code for code in codes]
    width = layout.columns
    return [shown[at : at + width] for at in range(0, len(shown), width)]


@pytest.mark.parametrize(
    ("size", "count"), [((9, 9, 10), 400), ((16, 16, 40), 150), ((30, 16, 99), 60)]
)
def test_numbers_agree_with_ms_toollib(size: tuple[int, int, int], count: int) -> None:
    compare_with_ms_toollib(size, count)


@pytest.mark.slow
def test_numbers_agree_with_ms_toollib_on_10_000_boards() -> None:
    compare_with_ms_toollib((9, 9, 10), 6000)
    compare_with_ms_toollib((16, 16, 40), 2500)
    compare_with_ms_toollib((30, 16, 99), 1500)


def compare_with_ms_toollib(size: tuple[int, int, int], count: int) -> None:
    layouts = random_layouts(*size, count, seed=4)
    for layout, found in zip(layouts, measure_many(layouts), strict=True):
        board = clue_lists(layout)
        assert found.three_bv == ms_toollib.cal_bbbv(board)
        assert found.openings == ms_toollib.cal_op(board)
        # Its stub is that of another version.
        assert found.zini == ms_toollib.cal_zini(board)  # type: ignore[call-arg]
        assert found.human_zini == ms_toollib.cal_hzini(board)


def test_layouts_of_different_sizes_are_refused() -> None:
    with pytest.raises(RulesError, match="one size"):
        measure_many([Layout(2, 2, (0,)), Layout(3, 2, (0,))])
    assert measure_many([]) == []


def test_numbers_of_played_games_are_those_of_their_layouts() -> None:
    rules = Rules.parse("beginner", first_click="zero")
    seeds, firsts = np.array([3, 4, 5, 6], dtype=np.uint64), np.array([0, 40, 0, -1])
    found = measure_games(rules, seeds, firsts)
    for row, seed, first in zip(found[:3].tolist(), seeds.tolist(), firsts.tolist(), strict=False):
        assert Metrics(*row) == measure(Layout.from_seed(rules, seed, first))
    assert found[3].tolist() == [-1] * 5
