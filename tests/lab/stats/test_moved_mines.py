"""The mines that other first clicks move."""

from __future__ import annotations

import numpy as np
import pytest

from sapper.game.codes import MINE_SHOWN
from sapper.game.layout import lay_many
from sapper.game.rules import Rules
from sapper.lab import compare
from sapper.lab.stats.moved_mines import mines_moved


def test_mines_that_the_first_clicks_move_are_counted_board_by_board() -> None:
    rules = Rules.parse("expert", first_click="zero")
    random = np.random.default_rng(4)
    seeds = np.arange(40, dtype=np.uint64)
    firsts, others = (random.integers(0, rules.num_cells, 40).astype(np.int32) for _ in range(2))
    others[0] = -1  # this one ended before its first reveal
    moved = 0
    for seed, first, other in zip(seeds[1:], firsts[1:], others[1:], strict=True):
        one, two = (lay_many(rules, [int(seed)], int(cell))[0] for cell in (first, other))
        moved += int(((one == MINE_SHOWN) & (two != MINE_SHOWN)).sum())
    assert mines_moved(rules, seeds, firsts, others) == pytest.approx(moved / 39)


def test_agents_that_open_the_same_cell_play_the_same_boards() -> None:
    for names in (("exact", "exact"), ("exact:opener=corner", "exact:opener=corner")):
        found = compare(*names, "beginner", games=50, seed=7, first_click="zero")
        assert found.mines_moved == 0
        assert "the same 50 boards, seed 7" in str(found)
    free = compare("exact", "random", "beginner", games=50, seed=7, first_click="any")
    assert free.mines_moved == 0


def test_few_mines_move_between_agents_that_open_other_cells() -> None:
    found = compare("exact", "becerra/cscsp", "expert", games=60, first_click="zero")
    assert found.mines_moved is not None
    assert 0.5 < found.mines_moved < 5
    shown = f"the same 60 boards but for {found.mines_moved:.1f} mines a board that the first"
    assert shown in str(found)
    assert found.to_dict()["mines_moved"] == found.mines_moved
