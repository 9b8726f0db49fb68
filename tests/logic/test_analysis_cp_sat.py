"""CP-SAT as a second, independent oracle of what is proven on full-size positions."""

import os

import pytest

from oracles.reached import iter_reached
from sapper.game import Rules
from sapper.logic import analyse

if os.environ.get("SAPPER_REQUIRE_EXTRAS") != "1":
    pytest.importorskip("ortools", reason="needs the extra cp")

from oracles.cp_sat import proven_cells


def check_game(on: str, seed: int, every: int) -> None:
    for i, reached in enumerate(iter_reached(Rules.parse(on, first_click="zero"), seed)):
        if i % every == every // 2:
            analysis = analyse(reached.position)
            assert proven_cells(reached.position) == (analysis.safe, analysis.mines)


@pytest.mark.parametrize("seed", range(2))
def test_proven_cells_equal_cp_sat_on_beginner(seed: int) -> None:
    check_game("beginner", seed, every=15)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_proven_cells_equal_cp_sat_on_expert(seed: int) -> None:
    check_game("expert", seed, every=25)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_proven_cells_equal_cp_sat_on_intermediate(seed: int) -> None:
    check_game("intermediate", seed, every=20)
