"""What-ifs of an analysed position against fresh analyses and brute force."""

import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles.census import brute_force
from oracles.positions import honest_positions
from sapper import play_games
from sapper.agents.agent import Agent
from sapper.agents.deducers import Exact, SinglePoint
from sapper.agents.guessers import LeastRisk
from sapper.agents.openers import RandomCell
from sapper.errors import BudgetExceededError, IllegalMoveError, InconsistentPositionError
from sapper.game import Position, Rules
from sapper.game.codes import COVERED
from sapper.logic import Analysis, analyse

ROOT = Path(__file__).parents[2]
EXAMPLE = Position.parse("..1./..2./11../.... 3")


def same(one: Analysis, other: Analysis) -> bool:
    return (
        one.safe == other.safe
        and one.mines == other.mines
        and one.num_placements == other.num_placements
        and one.key == other.key
        and bool(np.allclose(one.risk, other.risk, rtol=0, atol=1e-12, equal_nan=True))
    )


@settings(max_examples=300, deadline=None)
@given(honest_positions(), st.data())
def test_assumed_clue_gives_what_brute_force_says(position: Position, data: st.DataObject) -> None:
    analysis = analyse(position, trust_flags=False)
    covered = [c for c, code in enumerate(position.cells) if code == COVERED]
    if not covered:
        return
    cell = data.draw(st.sampled_from(covered))
    clue = data.draw(st.integers(0, 8))
    cells = bytearray(position.cells)
    cells[cell] = clue
    after = Position(position.columns, position.rows, position.num_mines, bytes(cells))
    truth = brute_force(after, trust_flags=False)
    if not truth.num_placements:
        with pytest.raises(InconsistentPositionError, match="cannot show"):
            analysis.assume(cell, clue)
        return
    found = analysis.assume(cell, clue)
    assert found.position == after
    assert found.num_placements == truth.num_placements
    assert (found.safe, found.mines) == (truth.safe, truth.mines)
    assert same(found, analyse(after, trust_flags=False))


@settings(max_examples=100, deadline=None)
@given(honest_positions())
def test_placements_are_the_sum_over_what_a_cell_may_be(position: Position) -> None:
    analysis = analyse(position)
    for cell in position.covered[:3]:
        total = 0
        for what in (*range(9), "mine"):
            try:
                total += analysis.assume(cell, what).num_placements
            except InconsistentPositionError:
                continue
        assert total == analysis.num_placements


@settings(max_examples=100, deadline=None)
@given(honest_positions())
def test_layouts_are_listed_once_each(position: Position) -> None:
    analysis = analyse(position)
    if analysis.num_placements > 2000:
        with pytest.raises(BudgetExceededError, match="more than 2,000 layouts fit"):
            analysis.list_layouts(2000)
        return
    layouts = analysis.list_layouts(2000)
    assert len({layout.tobytes() for layout in layouts}) == analysis.num_placements
    risk = layouts.mean(axis=0)
    known = ~np.isnan(analysis.risk)
    assert np.allclose(risk[known], analysis.risk[known], atol=1e-12)


@settings(max_examples=100, deadline=None)
@given(honest_positions())
def test_living_cells_are_those_with_two_possible_clues(position: Position) -> None:
    analysis = analyse(position)
    table = analysis.clue_table().reshape(-1, 9)
    expected = [cell for cell in position.covered if (table[cell] > 0).sum() > 1]
    assert list(analysis.living) == expected


def test_key_does_not_depend_on_the_order_of_assumptions() -> None:
    analysis = analyse(EXAMPLE)
    one = analysis.assume("r4c1", 0).assume("r3c3", 2)
    other = analysis.assume("r3c3", 2).assume("r4c1", 0)
    assert one.key == other.key == analyse(one.position).key
    assert one.key != analysis.key


def test_assuming_leaves_the_analysis_as_it_was() -> None:
    analysis = analyse(EXAMPLE)
    before = analysis.risk.copy(), analysis.num_placements, analysis.key
    analysis.assume("r3c3", 2).assume("r1c1", "mine")
    assert np.array_equal(before[0], analysis.risk, equal_nan=True)
    assert before[1:] == (analysis.num_placements, analysis.key)


def test_assumed_safe_cell_stays_covered_and_is_explained() -> None:
    after = analyse(Position.parse("1.. 1"), use_mine_count=False).assume("r1c3", "safe")
    assert after.assumed_safe == (2,)
    assert str(after.position) == "1.. 1"
    two = analyse(Position.parse("./1/. 1")).assume("r1c1", "safe")
    assert two.mines == (2,)
    assert str(two.reason(2)).startswith("r3c1 is a mine")


def test_impossible_assumption_is_an_error_that_names_the_clues() -> None:
    with pytest.raises(InconsistentPositionError, match="r3c3 cannot show 8: no placement"):
        analyse(EXAMPLE).assume("r3c3", 8)
    with pytest.raises(InconsistentPositionError, match="r3c3 cannot be mine"):
        analyse(EXAMPLE).assume("r3c3", "mine")
    with pytest.raises(IllegalMoveError, match="expected a covered cell"):
        analyse(EXAMPLE).assume("r1c3", 1)
    with pytest.raises(IllegalMoveError, match="expected a clue from 0 to 8"):
        analyse(EXAMPLE).assume("r3c3", 9)


def test_guess_of_least_risk_uses_what_was_solved_when_the_budget_ends() -> None:
    rules = Rules.parse("intermediate", first_click="safe")
    parts = (SinglePoint(), Exact())
    tight = Agent(opener=RandomCell(), deducers=parts, guesser=LeastRisk(max_states=12))
    wide = Agent(opener=RandomCell(), deducers=parts, guesser=LeastRisk())
    cut = play_games(tight, rules, games=300, seed=3)
    full = play_games(wide, rules, games=300, seed=3)
    assert int(full["cut_guesses"].sum()) == 0
    assert int(cut["cut_guesses"].sum()) > 300
    # A random guess would survive far less often than the least known risk.
    survived = 1 - cut["mines_hit"].sum() / cut["guesses"].sum()
    assert survived > 0.7


@pytest.mark.slow
def test_a_million_steps_equal_fresh_solves(tmp_path: Path) -> None:
    configure = ["cmake", "-S", str(ROOT), "-B", str(tmp_path)]
    options = ["-DSAPPER_PYTHON=OFF", "-DSAPPER_NATIVE_TESTS=ON"]
    subprocess.run([*configure, *options], check=True, capture_output=True)
    build = ["cmake", "--build", str(tmp_path), "--target", "test_belief"]
    subprocess.run(build, check=True, capture_output=True)
    program = tmp_path / "native" / "tests" / "test_belief"
    done = subprocess.run([program, "1000000"], check=True, capture_output=True, text=True)
    assert int(done.stdout.split()[0]) >= 1_000_000
