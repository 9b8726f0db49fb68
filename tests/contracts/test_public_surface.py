"""
Every public call with arguments of wrong types, and the `repr` of every public object.

Names come from `__all__` of the public packages, parameters from the signatures: what is
added to them is swept from the day it is added.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sapper
from sapper import (
    Deduction,
    Game,
    Move,
    Position,
    Rules,
    analyse,
    compare,
    hint,
    load_agent,
    play_games,
)
from sapper.agents import Actor, GamesInPlay, Playthrough, Random, Story
from sapper.agents.deducers import SinglePoint
from sapper.agents.guessers import RandomGuess
from sapper.agents.openers import RandomCell
from sapper.boards import Need, generate, measure
from sapper.boards.review import judge
from sapper.errors import SapperError
from sapper.game import Replay
from sapper.lab import League
from sapper.llm import Episode, Explanation, Task, judge_answer, read_answer
from sapper.logic import Constraints, find_optimum, move_value

PACKAGES = [
    "sapper",
    *(f"sapper.{name}" for name in sapper._PACKAGES if name != "errors"),
    *(["sapper.env"] if find_spec("gymnasium") else []),
]
WRONG: tuple[Any, ...] = (object(), "x", 2.5, None, [None], 3, -1, {}, np.zeros(3), 10**30)
# 10**30 games are games that somebody may want: they would be begun.
ENDLESS = {"games", "count", "num_games"}
SMALLER = {"games": 3, "num_games": 1, "on": "5x5x3"}  # than by default
SMALL = Rules.parse("5x5x3")
POSITION = Position.parse("..1./..2./11../.... 3")
ANALYSIS = analyse(POSITION)
GUESS: Any = hint(Position.parse("1../.../... 2"))
RANDOM = load_agent("random")
(BOARD,) = generate(Rules.parse("5x5x3", first_click="zero"), 1, 1)


def begun() -> Game:
    game = Game(SMALL, 7)
    game.reveal(0)
    return game


def played() -> League:
    league = League([RANDOM], [("5x5x3", SMALL)], 3)
    league.play()
    return league


def make_player() -> Any:
    raise NotImplementedError


GAMES = play_games("random", SMALL, 3)
COMPARISON = compare("random", "exact", SMALL, games=3)
LEAGUE = played()
MAKERS: dict[str, Callable[[], object]] = {
    "Actor": lambda: Actor("guesser", "random"),
    "Agent": lambda: RANDOM,
    "Analysis": lambda: ANALYSIS,
    "Board": lambda: BOARD,
    "Boards": lambda: generate("5x5x3", 1),
    "Census": lambda: ANALYSIS.census,
    "Comparison": lambda: COMPARISON,
    "Component": lambda: ANALYSIS.census.components[0],
    "ConstraintAnalysis": lambda: Constraints(2, num_mines=1).solve(),
    "ConstraintReason": lambda: Constraints(1, num_mines=1).solve().reason(0),
    "Constraints": lambda: Constraints(2, num_mines=1),
    "Deduction": lambda: Deduction(safe=(1,)),
    "Candidate": lambda: GUESS.candidates[0],
    "Answer": lambda: read_answer("r1c1", POSITION),
    "Episode": lambda: Episode(SMALL, 7),
    "Explanation": Explanation,
    "Reply": lambda: Episode(SMALL, 7).play("r1c1"),
    "Task": lambda: Task("proofs", POSITION),
    "TaskScore": lambda: Task("proofs", POSITION).score(""),
    "TurnScore": lambda: judge_answer(POSITION, read_answer("r3c3", POSITION)),
    "Game": begun,
    "Hint": lambda: GUESS,
    "Judgement": lambda: judge(begun(), Move("flag", 3)),
    "Reason": lambda: ANALYSIS.reasons()[0],
    "ReasonStep": lambda: ANALYSIS.reasons()[0].chain[0],
    "Games": lambda: GAMES,
    "GamesInPlay": lambda: GamesInPlay(RANDOM, SMALL, [1, 2]),
    "Grade": lambda: BOARD.grade,
    "Layout": lambda: BOARD.layout,
    "League": lambda: LEAGUE,
    "Metrics": lambda: measure(BOARD.layout),
    "Move": lambda: Move("reveal", 0),
    "MoveValue": lambda: move_value(Position.parse(".1/.. 1"), [0]),
    "Need": Need,
    "Optimum": lambda: find_optimum(Rules.parse("3x3x1")),
    "Playthrough": lambda: Playthrough(RANDOM, SMALL, 7),
    "Position": lambda: POSITION,
    "Random": lambda: Random(1),
    "Replay": lambda: Replay.of_game(begun()),
    "Rules": lambda: SMALL,
    "Story": lambda: Story.of_replay(Replay.of_game(begun())),
    "Summary": lambda: LEAGUE.summaries[0],
    "Turn": lambda: Playthrough(RANDOM, SMALL, 7).next_turn(),
}
if "sapper.env" in PACKAGES:
    from sapper.env import AgentPolicy, SapperEnv, SapperVectorEnv, Settings

    MAKERS |= {
        "AgentPolicy": lambda: AgentPolicy(RANDOM, SMALL),
        "SapperEnv": lambda: SapperEnv("5x5x3"),
        "SapperVectorEnv": lambda: SapperVectorEnv(2, "5x5x3"),
        "Settings": lambda: Settings("5x5x3"),
    }
# Values that fit, by the name of the parameter: beside the one that is wrong all are right.
RIGHT: dict[str, Any] = {
    "action": 0, "actions": [0, 0],
    "agent": RANDOM, "agent_id": "random", "agents": [RANDOM], "analysis": ANALYSIS,
    "array": [[9, 1]], "boards": [BOARD], "cell": 1, "cells": [1], "columns": 5, "count": 1,
    "data": {}, "first": 0, "game": "normal", "game_seed": 1, "game_seeds": [1], "games": 3,
    "grids": [("5x5x3", SMALL)], "kind": "reveal", "layout": BOARD.layout, "mines": (1,),
    "layouts": [BOARD.layout], "move": "r1c1", "moves": (), "n": 2, "name": "swept",
    "num_mines": 3, "on": "5x5x3", "other": GAMES, "outcome": "won", "parts": [GAMES],
    "path": "nothing.json", "player": make_player, "playthrough": Playthrough(RANDOM, SMALL, 7),
    "policy": lambda cells, masks: masks.argmax(axis=1),
    "position": POSITION, "replay": Replay.of_game(begun()), "rows": 5, "rules": SMALL,
    "second": "random", "seed": 1, "seeds": [1], "source": "a test", "steps": (1,),
    "text": "r1c1", "what": "safe", "words": np.zeros(2, np.uint64),
}  # fmt: skip
# One name for two things: the part, and what is told or replayed.
RIGHT_HERE: dict[tuple[str, str], Any] = {
    ("tell_playthrough", "game"): Playthrough(RANDOM, SMALL, 7),
    ("Replay.of_game", "game"): begun(),
    ("check_opener", "part"): RandomCell(),
    ("check_deducer", "part"): SinglePoint(),
    ("check_guesser", "part"): RandomGuess(),
    ("League.compare", "first"): "random",
    ("compare", "first"): "random",
}
# Data of other kinds than the user's: made by the core, or checked elsewhere by its own tests.
NOT_SWEPT = {
    "Census.of_findings", "Analysis", "check_executor", "Comparison.of", "register",
    "Candidate", "ConstraintAnalysis", "ConstraintReason", "Constraints.__getitem__",
    "Hint", "Judgement", "Reason",
    "ReasonStep", "Reply", "TurnScore",
}  # fmt: skip


def public_calls() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the name of every public function, constructor and method, and what calls it."""
    for package in PACKAGES:
        module = importlib.import_module(package)
        for name in module.__all__:
            public = getattr(module, name)
            if not inspect.isclass(public):
                if callable(public):
                    yield name, public
            elif not issubclass(public, Exception | str | list | tuple):
                yield name, public
                yield from methods(name, public)


def methods(name: str, public: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    for member, static in vars(public).items():
        if member.startswith("_") and member != "__getitem__":
            continue
        if isinstance(static, classmethod | staticmethod):
            yield f"{name}.{member}", getattr(public, member)
        elif inspect.isfunction(static) and name in MAKERS:
            # A fresh object for each call, so that one call cannot spoil the next.
            def call(*args: Any, _name: str = name, _member: str = member, **kwargs: Any) -> Any:
                return getattr(MAKERS[_name](), _member)(*args, **kwargs)

            call.__signature__ = inspect.signature(  # type: ignore[attr-defined]
                getattr(MAKERS[name](), member)
            )
            yield f"{name}.{member}", call


CALLS = {
    name: call
    for name, call in public_calls()
    if name not in NOT_SWEPT and not getattr(call, "_is_protocol", False) and name != "Random"
}


@pytest.mark.filterwarnings("ignore")  # numpy divides by what it is given
@pytest.mark.parametrize("name", sorted(CALLS))
def test_errors_about_arguments_are_ours(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # some calls write
    call = CALLS[name]
    parameters = [
        one
        for one in inspect.signature(call).parameters.values()
        if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY) and one.name[0] != "_"
    ]
    for swept in parameters:
        needed = {
            one.name: RIGHT_HERE.get((name, one.name), RIGHT.get(one.name))
            for one in parameters
            if one.default is one.empty
        }
        needed |= {one.name: SMALLER[one.name] for one in parameters if one.name in SMALLER}
        if name == "check_agent":
            needed["games"] = ("normal",)
        for value in WRONG:
            if isinstance(value, int) and value == 3 and swept.name == "workers":
                continue  # which is right, and slow
            if value is WRONG[-1] and swept.name in ENDLESS:
                continue
            try:
                found = call(**{**needed, swept.name: value})
                if isinstance(found, Iterator):
                    next(found, None)
            except SapperError as error:
                assert "incompatible function arguments" not in str(error)
            # Anything else is Python's or the binding's, and fails this test with its words.


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: POSITION.clue("x"), "expected a cell such as r3c5, got 'x'"),
        (lambda: POSITION.clue(16), "expected a cell from r1c1 to r4c4, got cell number 16"),
        (lambda: POSITION.clue(-1), "expected a cell from r1c1 to r4c4, got cell number -1"),
        (lambda: POSITION.neighbours(99), "got cell number 99"),
        (lambda: GAMES["wom"], "unknown column 'wom'; did you mean 'won'?"),
        (lambda: Random(1).below("x"), "expected an upper bound above 0 as a whole number"),  # type: ignore[arg-type]
        (lambda: Random("x"), "expected a seed from 0 as a whole number, got str 'x'"),  # type: ignore[arg-type]
        (lambda: begun().play(3), "expected a move or text, got int 3"),  # type: ignore[arg-type]
        (lambda: measure("x"), "expected a layout, got str 'x'; Layout.parse reads text"),  # type: ignore[arg-type]
        (lambda: play_games("exact", SMALL, 3, workers=10**9), "at most 1024, got 1000000000"),
        (lambda: analyse(POSITION, max_states=10**30), "max states as a number from 0"),
    ],
)
def test_messages_name_the_argument_and_what_was_got(
    call: Callable[[], object], words: str
) -> None:
    with pytest.raises(SapperError) as caught:
        call()
    assert words in str(caught.value)


def test_error_that_no_argument_explains_is_left_alone() -> None:
    def fail(_games: object) -> None:
        raise ValueError("mine alone")

    with pytest.raises(ValueError, match="mine alone"):
        play_games("random", SMALL, 3, progress=fail)


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_repr_of_public_objects_is_telling(name: str) -> None:
    shown = repr(MAKERS[name]())
    assert " at 0x" not in shown
    assert shown.startswith((f"{name}(", f"<{name}", "[<Board: "))


def test_every_public_class_is_shown_by_the_test_above() -> None:
    classes = {
        name
        for package in PACKAGES
        for name in importlib.import_module(package).__all__
        if inspect.isclass(one := getattr(importlib.import_module(package), name))
        and not issubclass(one, Exception | str)
        and not getattr(one, "_is_protocol", False)
    }
    shown_elsewhere = {
        "CellValue",
        "Checked",
        "HumanFinding",
        "Promise",
        "Step",
    }  # plain records inside the others
    assert classes - set(MAKERS) == shown_elsewhere


def test_league_played_again_counts_the_same_games_once() -> None:
    league = played()
    first = league.summaries[0].tally
    league.play()
    assert league.summaries[0].tally.games == first.games == 3
