"""The exact chance that a first cell shows a zero."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import Rules
from sapper.errors import RulesError
from sapper.game.layout import Layout
from sapper.logic.first_cell import zero_chance, zero_chance_by_counting, zero_chance_by_product


@given(st.integers(9, 600), st.floats(0, 1), st.sampled_from([0, 1, 2, 3, 5, 8]), st.booleans())
def test_product_and_count_are_the_same_number(
    cells: int, density: float, around: int, safe: bool
) -> None:
    mines = int(density * (cells - safe))
    by_product = zero_chance_by_product(cells, mines, around, safe=safe)
    assert by_product == zero_chance_by_counting(cells, mines, around, safe=safe)
    assert 0 <= by_product <= 1


@pytest.mark.parametrize("first_click", ["any", "safe"])
@pytest.mark.parametrize("difficulty", ["beginner", "intermediate", "expert"])
def test_corner_beats_edge_beats_interior(difficulty: str, first_click: str) -> None:
    rules = Rules.parse(difficulty, first_click=first_click)
    corner, edge, interior = (zero_chance(rules, cell) for cell in (0, 1, rules.columns + 1))
    assert corner > edge > interior


def test_zero_rule_makes_it_certain() -> None:
    assert zero_chance(Rules.parse("expert", first_click="zero"), 100) == 1


def test_chance_is_the_share_of_all_layouts() -> None:
    from itertools import combinations

    rules = Rules(4, 3, 3, first_click="any")
    for cell in range(12):
        layouts = [Layout(4, 3, mines).position() for mines in combinations(range(12), 3)]
        zeros = sum(position.clue(cell) == 0 for position in layouts)
        assert zero_chance(rules, cell) == Fraction(zeros, len(layouts))


def test_cell_must_be_on_the_grid() -> None:
    with pytest.raises(RulesError, match="expected a cell from 0 to 80, got 81"):
        zero_chance(Rules.parse("beginner"), 81)
