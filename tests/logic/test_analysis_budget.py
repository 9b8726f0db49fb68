"""Extreme grids: nothing hangs, nothing eats all memory, and a limit leaves its findings."""

import numpy as np
import pytest
from numpy.typing import NDArray

from oracles.opened import clues_of, opened_by_play, random_mines
from sapper.errors import BudgetExceededError
from sapper.game import Position
from sapper.game.codes import COVERED
from sapper.logic import analyse, sample_layouts


def shown(mines: NDArray[np.uint8], is_shown: NDArray[np.bool_]) -> Position:
    rows, columns = mines.shape
    cells = np.where(is_shown & (mines == 0), clues_of(mines), np.uint8(COVERED))
    return Position(columns, rows, int(mines.sum()), cells.astype(np.uint8).tobytes())


def check_against_layout(position: Position, mines: NDArray[np.uint8]) -> None:
    analysis = analyse(position)
    assert not mines.ravel()[list(analysis.safe)].any()
    assert mines.ravel()[list(analysis.mines)].all()
    assert np.nansum(analysis.risk) == pytest.approx(position.num_mines, rel=1e-13)


@pytest.mark.parametrize("num_mines", [60, 99, 150, 200])
def test_checkerboard_of_clues_on_expert_is_solved(num_mines: int) -> None:
    mines = random_mines(30, 16, num_mines, seed=num_mines)
    squares = np.indices((16, 30)).sum(axis=0) % 2 == 0
    check_against_layout(shown(mines, squares), mines)


def test_checkerboard_with_mines_only_between_the_clues_is_solved() -> None:
    squares = np.indices((16, 30)).sum(axis=0) % 2 == 0
    mines = np.where(squares, np.uint8(0), random_mines(30, 16, 240, seed=4))
    check_against_layout(shown(mines, squares), mines)


def test_hundred_by_hundred_with_two_thousand_mines_is_solved_or_stopped() -> None:
    mines = random_mines(100, 100, 2000, seed=3)
    for share in (0.05, 0.1, 0.2, 0.3, 0.5):
        is_shown = np.random.default_rng(1).random((100, 100)) < share
        try:
            check_against_layout(shown(mines, is_shown), mines)
        except BudgetExceededError as error:
            assert error.partial is not None
            assert not mines.ravel()[list(error.partial.safe)].any()
            assert mines.ravel()[list(error.partial.mines)].all()
            assert error.partial.components_done < error.partial.num_components


def test_hundred_by_hundred_opened_by_play_is_solved() -> None:
    for rounds in (0, 4, 40):
        check_against_layout(*opened_by_play(100, 100, rounds=rounds))


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [0, 4, 12])
def test_thousand_by_thousand_opened_by_play_is_solved(rounds: int) -> None:
    check_against_layout(*opened_by_play(1000, 1000, rounds=rounds))


def test_thousand_by_thousand_untouched_is_all_sea() -> None:
    analysis = analyse(Position.blank(1000, 1000, 206_000))
    assert analysis.risk.min() == analysis.risk.max() == pytest.approx(0.206, rel=1e-14)


def test_limit_is_named_and_findings_are_kept() -> None:
    # r1c1 is proven by a single clue; the rest needs a few states.
    position = Position.parse("01.../13.../...../..... 4")
    with pytest.raises(BudgetExceededError, match="more than max_states=3 states") as caught:
        analyse(position, max_states=3)
    assert caught.value.max_states == 3
    assert caught.value.partial is not None
    assert set(caught.value.partial.safe) <= set(analyse(position).safe)
    assert caught.value.partial.num_components == 1


def test_more_clues_at_once_than_a_state_can_hold_is_an_error_not_a_wrong_answer() -> None:
    mines = random_mines(400, 400, 32_000, seed=9)
    is_shown = np.random.default_rng(2).random((400, 400)) < 0.33
    with pytest.raises(BudgetExceededError) as caught:
        analyse(shown(mines, is_shown))
    partial = caught.value.partial
    assert partial is not None
    assert len(partial.safe) > 1000
    assert not mines.ravel()[list(partial.safe)].any()
    assert mines.ravel()[list(partial.mines)].all()


def test_samples_of_a_million_cells_are_refused_before_they_take_too_long() -> None:
    position, _ = opened_by_play(1000, 1000, rounds=0)
    with pytest.raises(BudgetExceededError, match="would take too long"):
        sample_layouts(position, 1, seed=1)
