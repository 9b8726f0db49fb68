"""The game against a slow twin, move by move."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles import determinism
from oracles.game import RefusedError, SlowGame
from sapper import Game, Rules
from sapper.errors import IllegalMoveError, RulesError

MOVES = ("reveal", "flag", "unflag", "chord", "undo")


@st.composite
def possible_rules(draw: st.DrawFn) -> Rules:
    columns, rows = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    first_click = draw(st.sampled_from(["any", "safe", "zero"]))
    most = Rules(columns, rows, 0, first_click=first_click).most_mines(0)
    # Few mines make cascades, many make losses; both are wanted.
    num_mines = draw(st.one_of(st.integers(0, min(most, 4)), st.integers(0, most)))
    game = draw(st.sampled_from(["normal", "score"]))
    return Rules(columns, rows, num_mines, first_click=first_click, game=game)


def make_twins(rules: Rules, seed: int) -> tuple[Game, SlowGame]:
    def lay(first: int) -> frozenset[int]:
        cells = determinism.candidates(rules.columns, rules.rows, rules.first_click, first)
        if len(cells) < rules.num_mines:
            raise RefusedError("no room for the first click")
        return frozenset(
            determinism.layout(
                rules.columns, rules.rows, rules.num_mines, rules.first_click, seed, first
            )
        )

    slow = SlowGame(
        rules.columns, rules.rows, rules.num_mines, lay=lay, score=rules.game == "score"
    )
    return Game(rules, seed=seed), slow


def step(game: Game, slow: SlowGame, kind: str, cell: int) -> bool:
    """Make a move in both games; they must agree on whether it is allowed."""
    try:
        slow.undo() if kind == "undo" else slow.play(kind, cell)
    except RefusedError:
        with pytest.raises((IllegalMoveError, RulesError)):
            game.undo() if kind == "undo" else getattr(game, kind)(cell)
        return False
    if kind == "undo":
        game.undo()
    else:
        getattr(game, kind)(cell)
    return True


def assert_same(game: Game, slow: SlowGame) -> None:
    state = slow.state
    assert str(game.position) == str(slow)
    assert game.outcome == slow.outcome
    assert game.first_cell == state.first
    assert game.mines_hit == len(state.hit)
    assert game.cells_revealed == len(state.revealed)
    assert len(game.history) == len(slow.past)
    if state.mines is not None:
        assert frozenset(game.layout.mines) == state.mines
        assert game.mines_flagged == len(state.flags & state.mines)
        assert game.position.problems() == [] or state.flags
    else:
        with pytest.raises(IllegalMoveError, match="reveal a cell first"):
            _ = game.layout


@given(
    possible_rules(),
    st.integers(0, 1000),
    st.lists(st.tuples(st.sampled_from(MOVES), st.integers(0, 35)), max_size=40),
)
@settings(max_examples=400)
def test_game_is_the_slow_game_move_by_move(
    rules: Rules, seed: int, moves: list[tuple[str, int]]
) -> None:
    game, slow = make_twins(rules, seed)
    assert_same(game, slow)
    for kind, number in moves:
        step(game, slow, kind, number % rules.num_cells)
        assert_same(game, slow)


@given(possible_rules(), st.integers(0, 1000), st.randoms(use_true_random=False))
@settings(max_examples=150)
def test_games_played_to_the_end_are_the_slow_games(rules: Rules, seed: int, random: Any) -> None:
    """Reveals and right flags mostly, so that games are won too; then all is undone."""
    game, slow = make_twins(rules, seed)
    for _ in range(3 * rules.num_cells):
        if slow.outcome != "playing":
            break
        kind, cell = random.choice(MOVES[:4]), random.randrange(rules.num_cells)
        mines = slow.state.mines
        if mines is not None and kind in ("reveal", "flag") and random.random() < 0.9:
            kind = "flag" if cell in mines else "reveal"
        step(game, slow, kind, cell)
        assert_same(game, slow)
    while slow.past:
        step(game, slow, "undo", 0)
        assert_same(game, slow)
    assert set(game.position.cells) == {9}
