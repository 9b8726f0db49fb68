"""Exact values against a plain search over all layouts, and what the limits say."""

import json
from fractions import Fraction

import pytest
from typer.testing import CliRunner

from oracles.reached import iter_reached
from oracles.value import best_wins, fitting_layouts, optimum
from sapper import Position, Rules, analyse, value
from sapper.agents.house import Effort, explain_guess
from sapper.cli import app
from sapper.errors import BudgetExceededError
from sapper.logic import cell_values, find_optimum

SMALL = ("3x2x1", "3x2x2", "3x3x2", "4x2x3", "5x2x3")


@pytest.mark.parametrize("size", SMALL)
@pytest.mark.parametrize("first_click", ["any", "safe", "zero"])
def test_optimum_equals_plain_search(size: str, first_click: str) -> None:
    rules = Rules.parse(size, first_click=first_click)
    wins, layouts = optimum(rules)
    if wins == 0:
        with pytest.raises(BudgetExceededError):
            find_optimum(rules)
        return
    assert find_optimum(rules).value == Fraction(wins, layouts)


# What others published: https://codegolf.stackexchange.com/questions/34276 gives both answers.
def test_optimum_of_four_by_four_is_the_known_one() -> None:
    found = find_optimum(Rules.parse("4x4x4", first_click="any"))
    assert (found.wins, found.layouts) == (961, 1820)
    empty = Position.parse("..../..../..../.... 4")
    best = {one.cell for one in cell_values(empty) if one.value == Fraction(961, 1820)}
    assert best == {1, 2, 4, 7, 8, 11, 13, 14}


def test_value_of_the_published_position_is_the_known_one() -> None:
    position = Position.parse("...../.1.../.3.../..... 5")
    first, second, *_ = cell_values(position)
    assert analyse(position).num_placements == 360
    assert first.value == value(position) == Fraction(285, 360)
    assert position.format_cell(first.cell) == "r1c3"
    assert second.value < first.value


@pytest.mark.parametrize("seed", range(12))
def test_value_of_positions_equals_plain_search(seed: int) -> None:
    rules = Rules.parse("4x3x4", first_click="safe")
    for reached in iter_reached(rules, seed, flags=False):
        position = reached.position
        layouts = fitting_layouts(position)
        opened = sum(1 << c for c in range(12) if position.clue(c) is not None)
        truth = Fraction(best_wins(layouts, 4, 3, opened), len(layouts))
        assert value(position) == truth
        values = cell_values(position)
        if values:
            assert values[0].value == truth


@pytest.mark.parametrize("seed", range(6))
def test_strongest_takes_a_cell_of_the_best_exact_value(seed: int) -> None:
    for reached in iter_reached(Rules.parse("4x4x5"), seed, flags=False):
        if len(fitting_layouts(reached.position)) > 400:
            continue
        guess = explain_guess(reached.position)
        values = {one.cell: one.value for one in cell_values(reached.position)}
        if guess is None or not values or not guess.candidates:
            continue
        assert values[guess.cell] == max(values.values())


def test_budget_gives_bounds_around_the_value() -> None:
    position = Position.parse("..../..../..../.... 4")
    with pytest.raises(BudgetExceededError, match="max_nodes=50") as caught:
        value(position, max_nodes=50)
    assert caught.value.bounds is not None
    low, high = caught.value.bounds
    assert low <= Fraction(961, 1820) <= high
    with pytest.raises(BudgetExceededError, match="max_layouts=100") as caught:
        value(position, max_layouts=100)
    assert caught.value.bounds is not None
    assert caught.value.bounds[0] <= Fraction(961, 1820) <= caught.value.bounds[1]


def test_layouts_beyond_memory_are_not_blamed_on_a_limit_that_allows_them() -> None:
    with pytest.raises(BudgetExceededError, match="has 30,260,340 layouts, more than can be kept"):
        value(Position.blank(6, 6, 8), max_layouts=10**9)


def test_efforts_differ_in_nodes_not_in_time() -> None:
    nodes: dict[Effort, list[int]] = {"fast": [], "normal": []}
    for reached in iter_reached(Rules.parse("9x9x20"), 5, flags=False):
        for effort, found in nodes.items():
            guesses = [explain_guess(reached.position, effort) for _ in range(2)]
            assert guesses[0] == guesses[1]
            found.append(0 if guesses[0] is None else guesses[0].nodes)
    assert sum(nodes["fast"]) < sum(nodes["normal"])


def test_command_prints_one_json_object() -> None:
    done = CliRunner().invoke(app, ["optimum", "4x4x4", "--first-click", "any", "--json"])
    found = json.loads(done.stdout)
    assert (found["wins"], found["layouts"]) == (961, 1820)
    assert found["value"] == 961 / 1820
    assert found["first"] and found["states"] > 0


def test_flags_are_trusted_unless_told_otherwise() -> None:
    position = Position.parse("F1/.. 1")
    assert value(position) == 1
    assert value(position, trust_flags=False) < 1


def test_upper_bound_is_never_below_what_the_safest_cell_allows() -> None:
    """Where more layouts fit than numbers can tell apart, it is rounded up."""
    for on, safest in (("9x9x10", Fraction(71, 81)), ("9x9x11", Fraction(70, 81))):
        columns, rows, mines = map(int, on.split("x"))
        with pytest.raises(BudgetExceededError) as caught:
            value(Position.blank(columns, rows, mines), max_layouts=100)
        assert caught.value.bounds is not None
        assert safest <= caught.value.bounds[1] <= safest + Fraction(1, 10**8)
