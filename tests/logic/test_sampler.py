"""Sampled layouts fit, and are uniform: chi-square against the list of all layouts."""

import math
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from oracles.census import brute_force
from oracles.reached import iter_reached
from sapper.errors import BudgetExceededError, InconsistentPositionError
from sapper.game import Position, Rules
from sapper.logic import analyse, sample_layouts


def chi_square_limit(degrees: int) -> float:
    """Wilson and Hilferty's approximation of the 99.99 % point."""
    spread = 2 / (9 * degrees)
    return degrees * (1 - spread + 3.719 * math.sqrt(spread)) ** 3


@pytest.mark.parametrize(
    "text",
    [
        "..1./..2./11../.... 3",
        "...../.2.3./....1 5",
        "1.../..../...2 4",
        "...../..... 3",
        "F1../.2../.... 4",
        "*..1/.... 2",
    ],
)
def test_every_layout_is_drawn_equally_often(text: str) -> None:
    position = Position.parse(text)
    layouts = brute_force(position).layouts
    draws = 60 * len(layouts)
    sampled = sample_layouts(position, draws, seed=11)
    counts = Counter(frozenset(np.flatnonzero(layout).tolist()) for layout in sampled)
    assert set(counts) <= set(layouts)
    expected = draws / len(layouts)
    chi_square = sum((counts[layout] - expected) ** 2 / expected for layout in layouts)
    assert chi_square < chi_square_limit(len(layouts) - 1)


def test_mean_of_samples_is_the_risk_on_expert() -> None:
    reached = list(iter_reached(Rules.parse("expert", first_click="zero"), 5))
    position = reached[len(reached) // 2].position
    draws = 4000
    mean = sample_layouts(position, draws, seed=3).mean(axis=0)
    risk = np.nan_to_num(analyse(position).risk)
    deviation = np.sqrt(risk * (1 - risk) / draws)
    assert (np.abs(mean - risk) <= 5 * deviation).all()


def test_samples_fit_every_clue_and_the_number_of_mines() -> None:
    reached = list(iter_reached(Rules.parse("intermediate", first_click="zero"), 8))
    position = reached[len(reached) // 2].position
    for layout in sample_layouts(position, 200, seed=1):
        assert layout.sum() == 40
        for cell, code in enumerate(position.cells):
            if code <= 8:
                assert sum(layout.flat[n] for n in position.neighbours(cell)) == code


def test_same_seed_same_layouts() -> None:
    position = Position.parse("..1./..2./11../.... 3")
    draws = [sample_layouts(position, 20, seed=seed) for seed in (1, 1, 2)]
    assert [bool((a == b).all()) for a, b in pairwise(draws)] == [True, False]


def test_fewer_layouts_are_a_prefix_of_more() -> None:
    position = Position.parse("...../.2.3./....1 5")
    assert (sample_layouts(position, 5, seed=4) == sample_layouts(position, 9, seed=4)[:5]).all()


def test_samples_after_an_assumption_fit_it() -> None:
    position = Position.parse("..1./..2./11../.... 3")
    after = analyse(position).assume("r3c3", 2)
    wanted = {
        layout
        for layout in brute_force(position).layouts
        if 10 not in layout and len(layout & set(position.neighbours(10))) == 2
    }
    drawn = {frozenset(np.flatnonzero(layout).tolist()) for layout in after.sample(300, seed=2)}
    assert drawn == wanted
    safe = analyse(position).assume("r1c1", "safe").sample(50, seed=2)
    assert not safe[:, 0, 0].any()


def test_samples_need_the_number_of_mines() -> None:
    with pytest.raises(BudgetExceededError, match="any number of mines"):
        analyse(Position.parse("1.. 1"), use_mine_count=False).sample(1, seed=1)


def test_contradictory_position_cannot_be_sampled() -> None:
    with pytest.raises(InconsistentPositionError):
        sample_layouts(Position.parse("4./.. 2"), 1, seed=1)
