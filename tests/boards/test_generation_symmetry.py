"""Symmetric boards are uniform over the symmetric ones; perturbed ones say that they are not."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from boards.test_generation import chi_square_limit
from oracles.boards import allowed_layouts, is_solvable
from sapper.boards import Need, check_board, generate
from sapper.errors import RulesError, UnknownNameError
from sapper.game.layout import Layout
from sapper.game.rules import Rules


def is_symmetric(layout: Layout, kind: str) -> bool:
    grid = layout.is_mine
    turned = {"turn": grid[::-1, ::-1], "left-right": grid[:, ::-1], "up-down": grid[::-1]}
    kinds = ("left-right", "up-down") if kind == "both" else (kind,)
    return all((turned[one] == grid).all() for one in kinds)


@pytest.mark.parametrize("kind", ["turn", "left-right", "up-down", "both"])
def test_symmetric_boards_are_the_symmetric_solvable_ones_and_uniform(kind: str) -> None:
    rules = Rules(5, 3, 4, first_click="safe")
    first = 7
    allowed = allowed_layouts(rules, first)
    expected = {
        mines
        for mines in allowed
        if is_symmetric(Layout(5, 3, tuple(mines)), kind)
        and is_solvable(rules, first, mines, allowed)
    }
    need = Need(symmetry=kind)
    boards = generate(rules, 60 * len(expected), seed=8, first=first, need=need)
    seen = Counter(frozenset(board.layout.mines) for board in boards)
    assert set(seen) == expected
    chi_square = sum((n - 60) ** 2 / 60 for n in seen.values())
    assert len(expected) < 2 or chi_square < chi_square_limit(len(expected))


def test_number_of_mines_that_no_symmetric_layout_has_is_an_error() -> None:
    with pytest.raises(RulesError, match=r"no layout of this symmetry .* 99 mines"):
        generate("expert", 1, need=Need(symmetry="turn"))
    with pytest.raises(UnknownNameError, match="unknown symmetry 'round'"):
        Need(symmetry="round")


def test_perturbed_boards_hold_where_rejection_finds_none_and_say_what_they_are() -> None:
    boards = generate("30x16x150", 20, seed=2, method="perturb")
    for board in boards:
        assert len(board.layout.mines) == 150
        assert "not uniform" in json.loads(board.format())["method"]
        check_board(json.loads(board.format()))
    assert list(generate("30x16x150", 20, seed=2, method="perturb", workers=1)) == list(boards)


def test_perturbation_leaves_a_solvable_layout_alone() -> None:
    plain = generate("beginner", 30, seed=6)
    perturbed = generate("beginner", 60, seed=6, method="perturb")
    by_seed = {board.seed: board.layout for board in perturbed}
    assert all(by_seed.get(board.seed, board.layout) == board.layout for board in plain)


def test_perturbation_does_not_mix_with_guesses_or_symmetry() -> None:
    with pytest.raises(RulesError, match="without a guess or a symmetry"):
        generate("beginner", 1, need=Need(guesses=1), method="perturb")
    with pytest.raises(UnknownNameError, match="unknown method 'shake'"):
        generate("beginner", 1, method="shake")
