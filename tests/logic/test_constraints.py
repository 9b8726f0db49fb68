"""Constraints without a grid: equal to brute force, and to the grid's engine on grids."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from oracles.constraints import Given, placements, risks, smallest_proof
from sapper import Position, analyse
from sapper.errors import (
    ArgumentError,
    BudgetExceededError,
    IllegalMoveError,
    InconsistentPositionError,
    RulesError,
)
from sapper.logic import Constraints


def some_constraints(seed: int, most_cells: int = 11) -> tuple[Constraints, list[Given]]:
    """Make random constraints that a hidden placement fits, exact ones and ranges."""
    chance = random.Random(seed)
    size = chance.randint(1, most_cells)
    mines = [chance.random() < 0.4 for _ in range(size)]
    made = Constraints(size, sum(mines) if chance.random() < 0.6 else None)
    for _ in range(chance.randint(0, 6)):
        cells = chance.sample(range(size), chance.randint(0, min(size, 6)))
        number = sum(mines[cell] for cell in cells)
        slack = chance.choice((0, 0, 0, 1))
        made.add(cells, max(0, number - slack), number + slack)
    return made, [made[i] for i in range(len(made))]


@pytest.mark.parametrize("seed", range(300))
def test_risks_counts_and_proofs_are_those_of_brute_force(seed: int) -> None:
    made, given = some_constraints(seed)
    fits = placements(made.num_cells, made.num_mines, given)
    found = made.solve()
    truth = risks(fits)
    assert np.abs(found.risk - [float(risk) for risk in truth]).max() < 1e-12
    assert found.safe == tuple(cell for cell, risk in enumerate(truth) if risk == 0)
    assert found.mines == tuple(cell for cell, risk in enumerate(truth) if risk == 1)
    assert found.num_placements == len(fits)
    assert math.isclose(found.log_placements, math.log(len(fits)), abs_tol=1e-12)


@pytest.mark.parametrize("seed", range(40))
def test_no_smaller_set_of_constraints_proves_a_cell(seed: int) -> None:
    made, given = some_constraints(seed, 8)
    found = made.solve()
    for reason in found.reasons():
        own = [given[i] for i in reason.constraints]
        total = made.num_mines if reason.needs_mine_count else None
        assert reason.is_mine == (reason.cell in found.mines)
        assert all(
            mines[reason.cell] == reason.is_mine for mines in placements(made.num_cells, total, own)
        )
        assert (len(own), reason.needs_mine_count) == smallest_proof(
            made.num_cells, made.num_mines, given, reason.cell, is_mine=reason.is_mine
        )
        assert reason.is_smallest


@pytest.mark.parametrize("seed", range(60))
def test_what_ifs_are_one_more_constraint(seed: int) -> None:
    made, given = some_constraints(seed)
    found = made.solve()
    cell = seed % made.num_cells
    for what, is_mine in (("mine", 1), ("safe", 0)):
        fits = placements(made.num_cells, made.num_mines, [*given, ((cell,), is_mine, is_mine)])
        if not fits:
            with pytest.raises(InconsistentPositionError, match=f"cell {cell} cannot be {what}"):
                found.assume(cell, what)  # type: ignore[arg-type]
            continue
        after = found.assume(cell, what)  # type: ignore[arg-type]
        assert np.abs(after.risk - [float(risk) for risk in risks(fits)]).max() < 1e-12
    assert len(made) == len(given)


@pytest.mark.parametrize("num_mines", [3, None])
def test_samples_are_uniform_over_all_that_fits(num_mines: int | None) -> None:
    made = Constraints(6, num_mines)
    made.add([0, 1, 2], 1, 2)
    made.add([2, 3], 1)
    fits = placements(6, num_mines, [made[0], made[1]])
    drawn = Counter(map(tuple, made.solve().sample(4000, seed=5).astype(int).tolist()))
    assert set(drawn) == set(fits)
    expected = 4000 / len(fits)
    chi = sum((drawn[one] - expected) ** 2 / expected for one in fits)
    assert chi < len(fits) - 1 + 5 * math.sqrt(2 * len(fits))
    assert (made.solve().sample(3, seed=5) == made.solve().sample(3, seed=5)).all()


def test_grids_are_constraints() -> None:
    text = "..1./..2./11../.... 3"
    position = Position.parse(text)
    made = Constraints(16, 3)
    for cell in range(16):
        if (clue := position.clue(cell)) is not None:
            made.add([cell], 0)
            made.add(position.neighbours(cell), clue)
    found, truth = made.solve(), analyse(position)
    covered = [*position.covered]
    assert np.abs(found.risk[covered] - truth.risk.ravel()[covered]).max() < 1e-12
    assert found.num_placements == truth.num_placements
    assert found.mines == truth.mines


def test_counts_of_large_sets_are_whole_numbers() -> None:
    made = Constraints(300, 130)
    made.add(range(200), 100)
    found = made.solve()
    assert found.num_placements == math.comb(200, 100) * math.comb(100, 30)
    assert found.risk[0] == 0.5
    assert abs(found.risk[299] - 0.3) < 1e-12
    drawn = found.sample(50, seed=1)
    assert (drawn[:, :200].sum(axis=1) == 100).all()
    assert (drawn.sum(axis=1) == 130).all()


def test_an_analysis_keeps_what_it_was_asked_about() -> None:
    made = Constraints(3)
    made.add([0, 1], 1)
    found = made.solve()
    other = made.copy()
    made.add([0], 1)
    assert found.assume(2, "mine").risk.tolist() == [0.5, 0.5, 1.0]
    assert other.solve().risk.tolist() == [0.5, 0.5, 0.5]
    assert made.solve().risk.tolist() == [1.0, 0.0, 0.5]


def test_what_clashes_is_named() -> None:
    made = Constraints(4, 2)
    made.add([3], 0)
    made.add([0, 1], 2)
    made.add([1, 2], 0)
    with pytest.raises(InconsistentPositionError, match="constraints 1 and 2 cannot hold") as error:
        made.solve()
    assert error.value.clues == (1, 2)
    few = Constraints(4, 1)
    few.add([0, 1], 1)
    few.add([2, 3], 1)
    with pytest.raises(InconsistentPositionError, match=r"0 and 1 cannot hold with 1 mine$"):
        few.solve()


def test_a_budget_s_end_says_what_was_proven() -> None:
    chance = random.Random(3)
    made = Constraints(62, 30)
    made.add([60, 61], 2)
    for _ in range(10):
        made.add(chance.sample(range(60), 20), 10)
    with pytest.raises(BudgetExceededError, match="max_states=1,000") as error:
        made.solve(max_states=1000)
    assert error.value.max_states == 1000
    assert error.value.partial is not None
    assert error.value.partial.mines == (60, 61)
    for _ in range(30):
        made.add(chance.sample(range(60), 20), 10)
    with pytest.raises(BudgetExceededError, match="too many constraints depend on each other"):
        made.solve()


def test_wrong_constraints_are_sentences() -> None:
    made = Constraints(3, 1)
    for wrong, message in (
        (lambda: made.add([3], 1), "a cell from 0 to 2, got 3"),
        (lambda: made.add([-1], 1), "a cell from 0 to 2, got -1"),
        (lambda: made.add([1, 1], 1), "each cell once, got 1 twice"),
        (lambda: made.add([1], 2, 1), "0 <= low <= high, got low=2, high=1"),
        (lambda: Constraints(3, 4), "number of mines from 0 to 3, got 4"),
    ):
        with pytest.raises(RulesError, match=message):
            wrong()
    with pytest.raises(ArgumentError):
        Constraints(0)
    with pytest.raises(ArgumentError):
        made.add(["r1c1"], 1)  # type: ignore[list-item]
    with pytest.raises(IllegalMoveError, match="'safe' or 'mine', got 3"):
        made.solve().assume(0, 3)  # type: ignore[arg-type]
    assert len(made) == 0
    with pytest.raises(InconsistentPositionError, match="constraint 0 cannot hold"):
        made.add([1], 2)
        made.solve()


def test_not_proven_has_no_reason() -> None:
    with pytest.raises(Exception, match="cell 1 is not proven"):
        Constraints(3).solve().reason(1)


def test_findings_are_json() -> None:
    made = Constraints(3, 1)
    made.add([0, 1], 1)
    found = json.loads(json.dumps(made.solve().to_dict()))
    assert found["risk"] == [0.5, 0.5, 0.0]
    assert found["num_placements"] == "2"
    assert found["reasons"][0]["constraints"] == [0]
    assert made.solve().to_dict({"safe"}) == {"safe": [2]}


def test_constraints_that_say_nothing_change_nothing() -> None:
    made = Constraints(9, 4)
    for pair in combinations(range(9), 2):
        made.add(pair, 0, 2)
    assert made.solve().num_placements == math.comb(9, 4)
