"""Laws that hold whatever the position: sums, outcomes of a reveal, symmetry, truth."""

import math

import numpy as np
import pytest
from hypothesis import given, settings

from oracles.positions import honest_positions
from oracles.reached import Reached, iter_reached
from sapper.errors import IllegalMoveError
from sapper.game import Position, Rules
from sapper.game.codes import COVERED, MINE_SHOWN
from sapper.logic import analyse

EXPERT = Rules.parse("expert", first_click="zero")


def some_reached(count: int) -> list[Reached]:
    found: list[Reached] = []
    seed = 100
    while len(found) < count:
        found += [r for i, r in enumerate(iter_reached(EXPERT, seed)) if i % 20 == 3]
        seed += 1
    return found[:count]


REACHED = some_reached(30)


def replaced(position: Position, cell: int, code: int) -> Position:
    cells = bytearray(position.cells)
    cells[cell] = code
    return Position(position.columns, position.rows, position.num_mines, bytes(cells))


@settings(deadline=None)
@given(honest_positions())
def test_risks_add_up_to_the_mines_left(position: Position) -> None:
    shown = position.cells.count(MINE_SHOWN)
    assert np.nansum(analyse(position).risk) + shown == pytest.approx(position.num_mines, abs=1e-12)


@pytest.mark.parametrize("reached", REACHED[::3])
def test_risks_add_up_to_the_mines_left_on_expert(reached: Reached) -> None:
    assert np.nansum(analyse(reached.position).risk) == pytest.approx(99, rel=1e-13)


@pytest.mark.parametrize("reached", REACHED)
def test_every_proven_cell_is_so_in_the_real_layout(reached: Reached) -> None:
    analysis = analyse(reached.position)
    assert not set(analysis.safe) & set(reached.layout.mines)
    assert set(analysis.mines) <= set(reached.layout.mines)


@pytest.mark.parametrize("reached", REACHED[::6])
def test_placements_are_the_sum_over_the_outcomes_of_a_reveal(reached: Reached) -> None:
    position = reached.position
    analysis = analyse(position)
    unsettled = [c for c in position.covered if 0 < analysis.risk.flat[c] < 1]
    for cell in unsettled[::25]:
        chances = analysis.clue_chances(cell)
        risk = analysis.risk.flat[cell]
        assert chances.sum() + risk == pytest.approx(1, abs=1e-12)
        total = 0
        for clue in range(9):
            if chances[clue]:
                outcome = analyse(replaced(position, cell, clue)).num_placements
                total += outcome
                exact = outcome / analysis.num_placements
                assert chances[clue] == pytest.approx(exact, rel=1e-12)
        total += analyse(replaced(position, cell, MINE_SHOWN)).num_placements
        assert total == analysis.num_placements


@pytest.mark.parametrize("reached", REACHED[::10])
def test_risk_is_the_mean_of_the_risks_after_a_reveal(reached: Reached) -> None:
    position = reached.position
    analysis = analyse(position)
    cell = next(c for c in position.covered if 0 < analysis.risk.flat[c] < 1)
    mean = np.zeros_like(analysis.risk)
    outcomes = [*analysis.clue_chances(cell), analysis.risk.flat[cell]]
    for code, chance in zip([*range(9), MINE_SHOWN], outcomes, strict=True):
        if chance:
            after = analyse(replaced(position, cell, code)).risk
            mean += chance * np.nan_to_num(after)
    others = np.array(position.array == COVERED)
    others.flat[cell] = False
    assert mean[others] == pytest.approx(analysis.risk[others], abs=1e-12)


@pytest.mark.parametrize("reached", REACHED[::3])
def test_symmetry_changes_only_names(reached: Reached) -> None:
    position = reached.position
    analysis = analyse(position)
    mirrored = analyse(position.mirrored())
    transposed = analyse(position.transposed())
    np.testing.assert_allclose(mirrored.risk[:, ::-1], analysis.risk, rtol=1e-12)
    np.testing.assert_allclose(transposed.risk.T, analysis.risk, rtol=1e-12)
    assert len(mirrored.safe) == len(transposed.safe) == len(analysis.safe)
    assert mirrored.num_placements == transposed.num_placements == analysis.num_placements


@pytest.mark.parametrize("reached", REACHED[::3])
def test_logarithm_and_exact_number_of_placements_agree(reached: Reached) -> None:
    analysis = analyse(reached.position)
    assert analysis.log_placements == pytest.approx(math.log(analysis.num_placements), rel=1e-13)


@pytest.mark.parametrize("reached", REACHED[::6])
def test_components_share_neither_cells_nor_clues(reached: Reached) -> None:
    analysis = analyse(reached.position)
    cells = [c for component in analysis.components for c in component.cells]
    clues = [c for component in analysis.components for c in component.clues]
    assert len(set(cells)) == len(cells)
    assert len(set(clues)) == len(clues)
    for component in analysis.components:
        assert component.counts_by_mines[0] > 0
        assert component.counts_by_mines[-1] > 0
        assert component.most_mines <= len(component.cells)


def test_untouched_expert_has_all_layouts() -> None:
    analysis = analyse(Position.blank(30, 16, 99))
    assert analysis.num_placements == math.comb(480, 99)
    assert analysis.risk == pytest.approx(np.full((16, 30), 99 / 480), rel=1e-15)


def test_trusted_flag_has_risk_one_and_is_not_listed_as_proven() -> None:
    analysis = analyse(Position.parse("F1. 1"))
    assert analysis.risk[0, 0] == 1.0
    assert analysis.mines == ()
    assert analysis.safe == (2,)


def test_flag_that_is_not_trusted_counts_as_covered() -> None:
    analysis = analyse(Position.parse("F1. 1"), trust_flags=False)
    assert analysis.risk[0].tolist()[::2] == [0.5, 0.5]
    assert analysis.safe == ()


def test_clue_chances_of_a_revealed_cell_are_refused() -> None:
    with pytest.raises(IllegalMoveError, match="expected a covered cell"):
        analyse(Position.parse("F1. 1")).clue_chances(1)


def test_analysis_shows_itself() -> None:
    text = repr(analyse(Position.parse("..1 1")))
    assert text == "<Analysis of ..1 1: 1 safe, 1 mine, log_placements=0>"


def test_without_the_mine_count_every_placement_of_the_clues_counts_the_same() -> None:
    analysis = analyse(Position.parse("1../... 5"), use_mine_count=False)
    # One mine among the three neighbours, anything in the two other cells.
    assert analysis.num_placements == 3 * 4
    assert analysis.risk[0, 1] == pytest.approx(1 / 3)
    assert analysis.risk[0, 2] == 0.5
    chances = analysis.clue_chances(1)
    assert chances.sum() == pytest.approx(2 / 3)
    # r1c2 safe: one mine in r2c1 or r2c2, and each of r1c3 and r2c3 with even odds.
    assert chances[1:4] == pytest.approx([1 / 6, 2 / 6, 1 / 6])


@pytest.mark.parametrize(
    "text", ["...../.2.../....1/..... 5", "..../.1../..2./.... 4", "....../.3..../...2../...... 6"]
)
def test_clue_chances_are_counted_over_all_layouts(text: str) -> None:
    position = Position.parse(text)
    analysis = analyse(position)
    listed = analysis.list_layouts(100_000)
    assert listed is not None
    layouts = np.asarray(listed).reshape(len(listed), -1)
    for cell in position.covered:
        near = layouts[:, list(position.neighbours(cell))].sum(axis=1)
        is_safe = layouts[:, cell] == 0
        truth = [float((near[is_safe] == clue).sum()) / len(layouts) for clue in range(9)]
        assert list(analysis.clue_chances(cell)) == pytest.approx(truth)


def test_analysis_as_data_has_the_hint_where_there_is_one() -> None:
    analysis = analyse(Position.parse("1../... 1"))
    hint = analysis.hint()
    assert hint is not None
    assert analysis.to_dict()["hint"] == hint.to_dict()
    assert analyse(Position.parse("1F 1")).to_dict({"hint"}) == {"hint": None}
