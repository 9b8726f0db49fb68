"""Boards by rejection: all that need no guess, no others, each as likely as the next."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from oracles.boards import solvable_layouts
from sapper import _core
from sapper.advice import Technique
from sapper.boards import Need, check_board, generate, iter_boards
from sapper.errors import RulesError, SapperError, UnknownNameError
from sapper.game.cells import parse_cell
from sapper.game.layout import Layout
from sapper.game.rules import Rules


def chi_square_limit(cells: int) -> float:
    """A bound that chance exceeds about once in a hundred thousand times."""
    free = cells - 1
    return float(free * (1 - 2 / (9 * free) + 4.3 * (2 / (9 * free)) ** 0.5) ** 3)


@pytest.mark.parametrize(
    ("size", "first_click", "first"),
    [("4x4x4", "zero", "r1c1"), ("4x3x4", "safe", "r2c2"), ("5x3x3", "zero", "r2c3")],
)
def test_small_boards_are_exactly_the_solvable_ones_and_uniform(
    size: str, first_click: str, first: str
) -> None:
    rules = Rules.parse(size, first_click=first_click)
    expected = set(solvable_layouts(rules, parse_cell(first, rules.columns, rules.rows)))
    count = 60 * len(expected)
    boards = generate(rules, count, seed=5, first=first)
    seen = Counter(frozenset(board.layout.mines) for board in boards)
    assert set(seen) == expected
    chi_square = sum((n - 60) ** 2 / 60 for n in seen.values())
    assert chi_square < chi_square_limit(len(expected))


def test_same_seed_gives_the_same_boards_on_any_number_of_workers() -> None:
    one = generate("intermediate", 300, seed=11, workers=1)
    three = generate("intermediate", 300, seed=11, workers=3)
    assert list(one) == list(three)
    assert one.attempts == three.attempts
    assert list(generate("intermediate", 20, seed=11)) == one[:20]
    assert list(generate("intermediate", 20, seed=12)) != one[:20]


@pytest.mark.parametrize("workers", [1, 3])
def test_a_single_board_waits_for_few_layouts(
    workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []

    def find(options: Any, seed: int, first: int, attempts: int) -> Any:
        tried.append(attempts)
        return find_boards(options, seed, first, attempts)

    find_boards = _core.find_boards
    monkeypatch.setattr(_core, "find_boards", find)
    (board,) = generate("6x6x4", 1, seed=7, workers=workers)
    assert sum(tried) <= 8 * (2 ** (3 * workers) - 1)
    assert board == generate("6x6x4", 50, seed=7, workers=workers)[0]


def test_seed_of_a_board_gives_its_layout() -> None:
    for board in generate("expert", 20, seed=1, first="r4c4"):
        assert Layout.from_seed(board.rules, board.seed, board.first) == board.layout


@pytest.mark.parametrize("hardest", list(Technique))
def test_no_board_needs_more_than_the_hardest_technique_allowed(hardest: Technique) -> None:
    boards = generate("9x9x12", 100, seed=2, need=hardest)
    assert max(board.grade.hardest for board in boards) == hardest or hardest > Technique.PAIR
    assert all(board.grade.hardest <= hardest for board in boards)


def test_grade_does_not_depend_on_what_was_allowed() -> None:
    everything = generate("9x9x14", 400, seed=3)
    easy = [board for board in everything if board.grade.hardest <= Technique.SUBSET]
    assert len(easy) > 20
    assert list(generate("9x9x14", len(easy), seed=3, need="subset")) == easy


def test_at_least_asks_for_a_technique_that_is_needed() -> None:
    for board in generate("9x9x12", 30, seed=4, need=Need(at_least="mine count")):
        assert board.grade.hardest == Technique.MINE_COUNT
        assert any(step["technique"] == "mine count" for step in board.certificate)


def test_filters_keep_their_ranges() -> None:
    need = Need(three_bv=(50, 60), openings=(4, None))
    boards = generate("intermediate", 30, seed=4, need=need)
    assert all(50 <= board.three_bv <= 60 and board.openings >= 4 for board in boards)


def test_one_guess_boards_have_exactly_one_guess_of_the_wanted_risk() -> None:
    need = Need(guesses=1, guess_risk=(0.5, 0.5))
    for board in generate("9x9x12", 20, seed=4, need=need):
        guesses = [step for step in board.certificate if step["technique"] == "guess"]
        assert len(guesses) == 1
        assert guesses[0]["risk"] == pytest.approx(0.5)
        check_board(json.loads(board.format()))


def test_boards_with_a_guess_pass_the_checker_whatever_else_is_asked_for() -> None:
    # Among the first are two cells whose risks differ by less than a thousandth.
    for size, count, need in (
        ("9x9x12", 300, Need(guesses=1)),
        ("9x9x12", 60, Need("subset", guesses=1)),
        ("expert", 10, Need(guesses=1)),
    ):
        for board in generate(size, count, seed=4, need=need):
            assert check_board(json.loads(board.format())).not_checked == ()
            risks = [step["risk"] for step in board.certificate if step["technique"] == "guess"]
            assert len(risks) == 1
            assert risks[0] > 1e-6


def test_boards_of_two_expert_runs_that_older_checks_gave_up_on_pass() -> None:
    for board in generate("expert", 1000, seed=5)[940:]:
        check_board(json.loads(board.format()))


def test_every_certificate_passes_the_checker() -> None:
    for size, count in (("beginner", 1500), ("intermediate", 100), ("expert", 30), ("12x9x27", 60)):
        for board in generate(size, count, seed=9):
            check_board(json.loads(board.format()))


@pytest.mark.slow
def test_certificates_of_100_000_expert_boards_and_of_others_pass_the_checker() -> None:
    sizes = (
        ("expert", 100_000),
        ("beginner", 70_000),
        ("intermediate", 20_000),
        ("12x12x36", 4_000),
    )
    for size, count in sizes:
        for board in iter_boards(size, count, seed=10):
            check_board(json.loads(board.format()))


def test_hopeless_wishes_end_with_an_error() -> None:
    with pytest.raises(SapperError, match="no wanted board in"):
        generate("4x4x2", 1, need=Need(three_bv=(100, None)))
    with pytest.raises(RulesError, match="at least 'mine count' and at most 'subset'"):
        Need(hardest="subset", at_least="mine count")
    with pytest.raises(UnknownNameError, match="unknown technique 'subsets'; did you mean"):
        generate("beginner", 1, need="subsets")
    with pytest.raises(RulesError, match="leaves room for"):
        generate(Rules(3, 3, 5, first_click="zero"), 1, first="r2c2")
