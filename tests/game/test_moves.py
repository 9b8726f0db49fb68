"""Moves and their text."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import Game, Move, Rules
from sapper.errors import NotationError
from sapper.game.moves import MoveKind

KINDS = st.sampled_from(get_args(MoveKind))


@given(KINDS, st.integers(0, 11 * 7 - 1))
def test_text_of_a_move_reads_back(kind: MoveKind, cell: int) -> None:
    move = Move(kind, cell)
    assert Move.parse(move.format(11), 11, 7) == move


@pytest.mark.parametrize(
    ("text", "kind"),
    [("r2c3", "reveal"), ("!r2c3", "flag"), ("~r2c3", "unflag"), ("+r2c3", "chord")],
)
def test_sign_says_what_the_move_is(text: str, kind: MoveKind) -> None:
    assert Move.parse(text, 4, 4) == Move(kind, 6)
    assert Move(kind, 6).format(4) == text


@pytest.mark.parametrize("text", ["", "!", "!!r1c1", "-r1c1", "r1c1!", "!r1"])
def test_what_is_no_move_is_an_error_naming_it(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Move.parse(text, 4, 4)
    assert str(caught.value).startswith("expected a cell such as r3c5, got ")
    assert str(caught.value).endswith(f", in the move {text!r}")


def test_move_off_the_grid_is_an_error() -> None:
    with pytest.raises(NotationError) as caught:
        Move.parse("+r5c1", 4, 4)
    assert str(caught.value) == (
        "expected a cell from r1c1 to r4c4, got 'r5c1', in the move '+r5c1'"
    )


@given(KINDS, st.integers(0, 8))
def test_playing_a_move_is_calling_its_method(kind: MoveKind, cell: int) -> None:
    rules = Rules(3, 3, 2)
    by_move, by_method = Game(rules, seed=5), Game(rules, seed=5)
    for game in (by_move, by_method):
        game.reveal(4)
        game.flag(0)
    errors = []
    for play in (lambda: by_move.play(Move(kind, cell)), lambda: getattr(by_method, kind)(cell)):
        try:
            play()
            errors.append("")
        except ValueError as error:
            errors.append(str(error))
    assert errors[0] == errors[1]
    assert by_move.position == by_method.position
    assert by_move.history == by_method.history
