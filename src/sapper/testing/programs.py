"""
A check of other people's programs: what `sapper engine check` shows, a line a promise.

A program that keeps them all plays in runs, experiments and leagues as any agent does:
legal moves on any grid that its dialect knows, games that follow from the question alone,
and an end when its input ends.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from sapper.agents import Agent, Games, play_seeds
from sapper.agents.programs import FORFEIT_WORDS, ProgramGuess
from sapper.agents.programs.dialects import DIALECTS
from sapper.agents.programs.guess import end_programs, last_forfeit
from sapper.agents.programs.process import ForfeitError, Program
from sapper.agents.run.play import game_seeds
from sapper.arguments import explained
from sapper.errors import SapperError, wrong_type
from sapper.game.position import Position
from sapper.game.rules import Rules
from sapper.game.words import count
from sapper.testing.agents import SMALL_RULES

_CODINGAME_RULES: Final = (
    Rules(30, 16, 20, first_click="zero"),
    Rules(30, 16, 99, first_click="zero"),
    Rules(30, 16, 99),
    Rules(30, 16, 120, first_click="any"),
)
_AGENT_SEED: Final = 3
_FIRST_SECONDS: Final = 60.0


@dataclass(frozen=True)
class Promise:
    """One thing that a program must do: whether it did, and what was seen."""

    name: str
    is_kept: bool
    said: str = ""

    def __str__(self) -> str:
        return f"{'kept' if self.is_kept else 'BROKEN'}: {self.name}" + (
            f": {self.said}" if self.said else ""
        )


@explained
def check_program(agent: Agent, *, num_games: int = 10) -> Iterator[Promise]:
    """
    Yield the promises of a program one after the other, as they are looked at.

    ``agent`` is what ``load_agent("engine:COMMAND")`` gives.
    """
    guesser = agent.guesser
    if not isinstance(guesser, ProgramGuess):
        raise wrong_type(agent, "an agent that is a program", "load_agent('engine:COMMAND')")
    return _check(agent, guesser, num_games)


def _check(agent: Agent, guesser: ProgramGuess, num_games: int) -> Iterator[Promise]:
    end_programs()  # a fresh start
    grids = _CODINGAME_RULES if guesser.dialect == "codingame" else SMALL_RULES
    first = _check_first_answer(guesser, grids[0])
    yield first
    if not first.is_kept:
        return
    steady, spent, moves = True, 0, 0
    for rules in grids:
        seeds = game_seeds(1, 0, num_games)
        games = play_seeds(agent, rules, seeds, agent_seed=_AGENT_SEED)
        name = f"legal moves on {rules.size}, first click {rules.first_click}, {rules.game} game"
        yield _check_games(name, games)
        again = play_seeds(agent, rules, seeds[::-1], agent_seed=_AGENT_SEED)
        steady = steady and _are_alike(games, again)
        spent += int(games["nanoseconds"].sum())
        moves += int(games["moves"].sum())
    yield Promise(
        "the same question gets the same answer, whatever was asked before",
        steady,
        "" if steady else "games in another order were played differently; take chance from 'seed'",
    )
    yield _check_end(guesser, grids[0])
    end_programs()
    if moves:
        yield Promise("it answers", True, f"{spent / moves / 1e6:.3f} ms a move on average")


def _check_first_answer(guesser: ProgramGuess, rules: Rules) -> Promise:
    name = "it starts and answers a first question"
    try:
        program, _ = _ask_once(guesser, rules)
    except SapperError as error:
        return Promise(name, False, str(error))
    program.close(is_patient=False)
    return Promise(name, True)


def _ask_once(guesser: ProgramGuess, rules: Rules) -> tuple[Program, bytes]:
    """Start a program that may write to our standard error, and ask for a first move."""
    dialect = DIALECTS[guesser.dialect]
    position = Position.blank(rules.columns, rules.rows, rules.num_mines)
    program = Program(guesser.words, is_quiet=False)
    try:
        line = program.ask(dialect.write(rules, position, 1, 0), _FIRST_SECONDS)
        dialect.read(line, position, 1)
    except ForfeitError:
        program.close(is_patient=False)
        raise
    return program, line


def _check_games(name: str, games: Games) -> Promise:
    lost = games["forfeit"] > 0
    if not lost.any():
        return Promise(name, True, f"{count(len(games), 'game')}, {games.wins} won")
    words = FORFEIT_WORDS[int(games["forfeit"][np.argmax(lost)])]
    return Promise(name, False, f"{int(lost.sum())} of {len(games)} games lost by {words}: "
                   f"{last_forfeit()}")  # fmt: skip


def _are_alike(games: Games, again: Games) -> bool:
    return all(
        np.array_equal(games[name], again[name][::-1])
        for name in games.columns
        if name not in ("nanoseconds",)
    )


def _check_end(guesser: ProgramGuess, rules: Rules) -> Promise:
    name = "it ends when its input ends"
    try:
        program, _ = _ask_once(guesser, rules)
    except SapperError as error:
        return Promise(name, False, str(error))
    ended = program.close()
    remedy = "" if ended else "it was still there a second later; stop at the end of the input"
    return Promise(name, ended or os.name != "posix", remedy)
