"""Extreme grids: nothing hangs, nothing eats all memory, and a limit leaves its findings."""

import math
import random

import numpy as np
import pytest
from numpy.typing import NDArray

from sapper.errors import BudgetExceededError, IllegalMoveError
from sapper.game import Game, Layout, Position
from sapper.game.codes import COVERED
from sapper.logic import analyse, census, sample_layouts
from sapper.logic.census import Census, Component


def random_mines(columns: int, rows: int, num_mines: int, seed: int) -> NDArray[np.uint8]:
    mines = np.zeros(columns * rows, np.uint8)
    mines[random.Random(seed).sample(range(columns * rows), num_mines)] = 1
    return mines.reshape(rows, columns)


def clues_of(mines: NDArray[np.uint8]) -> NDArray[np.uint8]:
    rows, columns = mines.shape
    framed = np.pad(mines, 1)
    around = [framed[r : r + rows, c : c + columns] for r in range(3) for c in range(3)]
    return np.asarray(np.sum(around, axis=0) - mines, dtype=np.uint8)


def shown(mines: NDArray[np.uint8], is_shown: NDArray[np.bool_]) -> Position:
    rows, columns = mines.shape
    cells = np.where(is_shown & (mines == 0), clues_of(mines), np.uint8(COVERED))
    return Position(columns, rows, int(mines.sum()), cells.astype(np.uint8).tobytes())


def opened_by_play(columns: int, rows: int, *, rounds: int) -> tuple[Position, NDArray[np.uint8]]:
    """Open a cascade for every 480 cells, then for some rounds all that is proven safe."""
    mines = random_mines(columns, rows, columns * rows * 99 // 480, seed=5)
    zeros = np.flatnonzero((clues_of(mines) + mines).ravel() == 0).tolist()
    game = Game.on_layout(Layout(columns, rows, tuple(np.flatnonzero(mines).tolist())))
    starts = random.Random(6).sample(zeros, columns * rows // 480)
    for i in range(rounds + 1):
        for cell in starts if i == 0 else analyse(game.position).safe:
            try:
                game.reveal(cell)
            except IllegalMoveError:
                continue  # a cascade was there first
    return game.position, mines


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


def test_samples_of_a_million_cells_are_refused_before_they_take_too_long() -> None:
    position, _ = opened_by_play(1000, 1000, rounds=0)
    with pytest.raises(BudgetExceededError, match="would take too long"):
        sample_layouts(position, 1, seed=1)


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
