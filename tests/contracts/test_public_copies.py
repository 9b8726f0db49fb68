"""Every public object can be pickled, copied and deeply copied, and goes on where it was."""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sapper import Game, Move, Position, Rules, analyse, compare, hint, load_agent, play_games
from sapper.agents import Deduction, GamesInPlay, Playthrough, Random, Story
from sapper.boards import Need, generate, measure
from sapper.boards.checker import CheckError, check_board
from sapper.boards.review import judge
from sapper.errors import BudgetExceededError, PartialFindings, SapperError
from sapper.game import Replay
from sapper.lab import League
from sapper.logic import cell_values, deduce_like_human, find_optimum, move_value, value

SMALL = Rules.parse("5x5x3", first_click="zero")
HOMES = ("sapper", "sapper.logic", "sapper.game", "sapper.agents", "sapper.lab", "sapper.boards")
WAYS: list[Callable[[Any], Any]] = [
    lambda one: pickle.loads(pickle.dumps(one)),
    copy.copy,
    copy.deepcopy,
]


def played(moves: int = 1) -> Game:
    game = Game(Rules.parse("beginner"), 7)
    for cell in ("r1c1", "r9c9")[:moves]:
        game.reveal(cell)
    return game


def make_objects() -> list[object]:
    game, analysis = played(), analyse(Position.parse("..1./..2./11../.... 3"))
    league = League([load_agent("random")], [("5x5x3", SMALL)], 5)
    (summary,) = league.play()
    board = generate(SMALL, 1, 1)
    playthrough = Playthrough(load_agent("strongest"), Rules.parse("beginner"), 7, agent_seed=3)
    turns = [turn for turn in (playthrough.next_turn() for _ in range(4)) if turn is not None]
    story = Story.of_agent(Playthrough(load_agent("exact"), SMALL, 7))
    story.forward()
    in_play = GamesInPlay(load_agent("exact"), SMALL, range(5))
    in_play.questions()
    budget = BudgetExceededError("too many")
    budget.partial = PartialFindings((1,), (), 1, 2)
    guess = hint(Position.parse("1......./" + "/".join(["........"] * 7) + " 10"))
    assert guess is not None
    return [
        guess, *guess.candidates, judge(game, Move("reveal", game.position.covered[0])),
        analysis, analysis.position, analysis.census, *analysis.components, *analysis.reasons(),
        analysis.reasons()[0].technique, game, game.layout, game.rules, *game.history,
        Replay.of_game(game), load_agent("exact"), Deduction(safe=(1,)),
        play_games("exact", SMALL, 5),
        compare("exact", "random", SMALL, games=5), league, summary, board, board[0],
        board[0].grade, measure(board[0].layout), board[0].grade.hardest, Need(), playthrough,
        *turns,
        story, story.step, *story.actors, in_play, Random(7), budget, SapperError("x"),
        CheckError("x"), check_board(board[0].to_dict()), find_optimum(Rules.parse("3x3x2")),
        value(Position.parse("1.../.... 2")), move_value(Position.parse("1.../.... 2"), [4]),
        *deduce_like_human(Position.parse(".../111 1")),
        *cell_values(Position.parse("1.../.... 2")),
    ]  # fmt: skip


def public_classes() -> set[type]:
    found = set()
    for home in HOMES:
        module = importlib.import_module(home)
        for name in module.__all__:
            one = getattr(module, name)
            if inspect.isclass(one) and not getattr(one, "_is_protocol", False):
                found.add(one)
    return found


@pytest.mark.parametrize("way", WAYS, ids=["pickle", "copy", "deepcopy"])
def test_every_public_object_can_be_copied(way: Callable[[Any], Any]) -> None:
    for one in make_objects():
        again = way(one)
        assert type(again) is type(one)
        assert repr(again) == repr(one)


def test_an_object_of_every_public_class_is_copied_here() -> None:
    missing = {one for one in public_classes() if not issubclass(one, Exception)}
    missing -= {type(one) for one in make_objects()}
    assert not missing


@pytest.mark.parametrize("way", WAYS, ids=["pickle", "copy", "deepcopy"])
def test_copies_go_on_where_the_object_was(way: Callable[[Any], Any]) -> None:
    random = Random(7)
    random.next()
    again = way(random)
    assert [again.next() for _ in range(9)] == [random.next() for _ in range(9)]

    playthrough = Playthrough(load_agent("strongest"), Rules.parse("beginner"), 9, agent_seed=3)
    playthrough.next_turn()
    other = way(playthrough)
    assert list(other) == list(playthrough)

    story = Story.of_agent(Playthrough(load_agent("exact"), SMALL, 8))
    story.forward()
    follower = way(story)
    while story.forward():
        assert follower.forward()
        assert repr(follower) == repr(story)
        assert follower.marks == story.marks
    assert not follower.forward()

    games = GamesInPlay(load_agent("exact"), SMALL, range(20))
    answer_all(games, 1)
    later = way(games)
    answer_all(games)
    answer_all(later)
    assert (games.games()["won"] == later.games()["won"]).all()
    assert (games.games()["cells_revealed"] == later.games()["cells_revealed"]).all()


def answer_all(games: GamesInPlay, most: int = 100) -> None:
    for _ in range(most):
        if (asked := games.questions()) is None:
            return
        games.answer(asked.allowed.reshape(len(asked), -1).argmax(axis=1))


@pytest.mark.parametrize("way", WAYS, ids=["pickle", "copy", "deepcopy"])
def test_games_are_copied_with_their_retry_and_their_end(way: Callable[[Any], Any]) -> None:
    game = played(2)
    retried = played()
    layout = retried.layout
    retried.retry()
    begun = way(retried)
    assert begun.is_retry
    begun.reveal(40)
    retried.reveal(40)
    assert begun.layout == retried.layout == layout
    given_up = played()
    given_up.give_up()
    flat = Game(Rules.parse("beginner"), 7, cascade=False)
    flat.reveal(0)
    for one in (game, retried, given_up, flat, Game.on_layout(layout), Game(SMALL, 3)):
        again = way(one)
        assert repr(again) == repr(one)
        assert again.history == one.history
        assert again.outcome == one.outcome
        assert (again.is_retry, again.given_layout) == (one.is_retry, one.given_layout)
        again.undo() if again.history else again.reveal(12)
        assert repr(again) != repr(one)  # each goes its own way


@pytest.mark.parametrize("way", WAYS, ids=["pickle", "copy", "deepcopy"])
@pytest.mark.parametrize("trust_flags", [True, False])
@pytest.mark.parametrize("use_mine_count", [True, False])
def test_analyses_are_copied_with_what_was_assumed(
    way: Callable[[Any], Any], trust_flags: bool, use_mine_count: bool
) -> None:
    position = Position.parse("..1./..2./11../.... 3")
    first = analyse(position, trust_flags=trust_flags, use_mine_count=use_mine_count)
    safe = first.assume("r1c1", "safe")
    for one in (first, safe, first.assume("r1c2", "mine"), safe.assume("r1c1", 1)):
        again = way(one)
        assert again.position == one.position
        assert again.assumed_safe == one.assumed_safe
        assert (again.trust_flags, again.use_mine_count) == (trust_flags, use_mine_count)
        assert again.key == one.key
        np.testing.assert_allclose(again.risk, one.risk, atol=1e-12)
        assert again.census == one.census
