"""Exact counts of positions of any size."""

import math

import numpy as np
import pytest

from oracles.opened import opened_by_play
from sapper.errors import BudgetExceededError
from sapper.game import Position
from sapper.game.codes import COVERED
from sapper.logic import analyse, census
from sapper.logic.census import Census, Component


def test_exact_number_that_takes_too_long_is_refused_but_its_logarithm_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(census, "MOST_SECONDS", 1e-6)
    analysis = analyse(opened_by_play(100, 100, rounds=0)[0])
    assert analysis.log_placements > 1000
    with pytest.raises(BudgetExceededError, match="use log_placements"):
        _ = analysis.num_placements


def test_binomials_of_a_large_sea_beside_a_component_are_refused_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(census, "MOST_SECONDS", 1.0)
    pair = Component(((0, 1),), (2,), 0, (1, 2, 1))
    with pytest.raises(BudgetExceededError, match="use log_placements"):
        _ = Census((pair,), 400_000, 200_000).num_placements
    # Most mines are in the component: little is left to count.
    full = Component((tuple(range(50_000)),), (50_000,), 50_000, (1,))
    assert Census((full,), 1_000_000, 50_100).num_placements == math.comb(1_000_000, 100)


def test_exact_number_of_a_large_position_agrees_with_its_logarithm() -> None:
    analysis = analyse(opened_by_play(200, 200, rounds=2)[0])
    assert analysis.log_placements == pytest.approx(math.log(analysis.num_placements), rel=1e-13)


def test_counts_beyond_a_double_keep_every_digit() -> None:
    # Between two covered rows, a row of threes: columns hold 0, 1 and 2 mines in
    # turn or 1 each; the first column's two neighbours hold 2 together.
    columns = 1000
    rows = ["." * columns, "2" + "3" * (columns - 2) + "2", "." * columns]
    analysis = analyse(Position.parse(f"{'/'.join(rows)} {columns}"))
    # With columns = 3k + 1 the patterns 1 1 1 ..., 2 0 1 ... and 0 2 1 ... are
    # distinguished by their number of mines; only the first has one per column.
    assert analysis.num_placements == 2**columns
    assert analysis.risk[0] == pytest.approx(np.full(columns, 0.5), abs=1e-12)


@pytest.mark.parametrize(
    ("columns", "rows", "mines"), [(2000, 2000, 2_000_000), (1500, 1500, 10**6)]
)
def test_number_of_placements_that_takes_too_long_is_refused(
    columns: int, rows: int, mines: int
) -> None:
    counted = Census((), columns * rows, mines)
    with pytest.raises(BudgetExceededError, match="use log_placements"):
        _ = counted.num_placements
    assert Census((), 40_000, 8_000).num_placements == math.comb(40_000, 8_000)


def test_count_of_more_digits_than_python_writes_is_in_the_document() -> None:
    blank = Position(200, 200, 8000, bytes([COVERED]) * 40_000)
    written = analyse(blank).to_dict()["num_placements"]
    assert len(written) > 4300
    assert written.isdigit()
    # Compared by remainders, since no such number is read back from text either.
    number = math.comb(40_000, 8_000)
    remainder = 0
    for digit in written:
        remainder = (10 * remainder + int(digit)) % 1_000_003
    assert remainder == number % 1_000_003
