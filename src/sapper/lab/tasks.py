"""
Tasks: consecutive games of one agent under one set of rules, played in one place.

`play_task` is what every executor runs, here, in another process or on another
machine. Runs, leagues, experiments and reproductions are all cut into these.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper.agents import Agent, Games, play_seeds
from sapper.agents.own_frames import note_game
from sapper.agents.run.play import game_seeds
from sapper.agents.run.turns import play_turns
from sapper.errors import SapperError, TerminatedError
from sapper.game.rules import Rules
from sapper.game.seeds import check_seed
from sapper.lab.store.protocol import TaskRows
from sapper.lab.tallies import Tally
from sapper.lab.versions import played_by


@dataclass(frozen=True)
class Task:
    """Everything that decides the rows of a task; ``keep`` is what comes back of them."""

    agent: Agent
    rules: Rules
    seed: int
    agent_seed: int
    first_game: int
    num_games: int
    keep: str = "games"
    check_deductions: bool = True

    def __post_init__(self) -> None:
        check_seed(self.seed)
        check_seed(self.agent_seed)


class TaskError(SapperError):
    """A task that failed: the seed of the game that did, and what went wrong there."""

    def __init__(self, message: str, game_seed: int = 0, cause: Exception | None = None) -> None:
        super().__init__(message, game_seed, cause)
        self.game_seed = game_seed
        self.cause = cause

    def __str__(self) -> str:
        return str(self.args[0])


def play_task(task: Task) -> TaskRows:
    """Play a task; an error names the game that failed."""
    seeds = game_seeds(task.seed, task.first_game, task.num_games)
    began = time.perf_counter()
    try:
        turns = None
        if task.keep == "games+turns":
            with _no_exit():
                games, turns = play_turns(
                    task.agent,
                    task.rules,
                    seeds,
                    agent_seed=task.agent_seed,
                    check_deductions=task.check_deductions,
                    first_game=task.first_game,
                )
        else:
            games = _play(task, seeds)
    except Exception as error:
        raise _name_the_game(task, seeds, error) from error
    tally = Tally.of(games, time.perf_counter() - began)
    kept = None if task.keep == "sums" else games
    return TaskRows.pack(task.first_game, tally, kept, turns, played_by(str(task.agent)))


def _play(task: Task, seeds: Any) -> Games:
    with _no_exit():
        return play_seeds(
            task.agent,
            task.rules,
            seeds,
            agent_seed=task.agent_seed,
            check_deductions=task.check_deductions,
        )


@contextmanager
def _no_exit() -> Iterator[None]:
    """Let no part of an agent end the command: it would look like a run that went well."""
    try:
        yield
    except TerminatedError:
        raise
    except SystemExit as error:
        said = f"a part of the agent calls sys.exit({error.code!r})"
        raise SapperError(said).with_traceback(error.__traceback__) from error


def _name_the_game(task: Task, seeds: NDArray[np.uint64], error: Exception) -> TaskError:
    """Play the games one by one to find the first that fails."""
    for number, seed in enumerate(seeds.tolist(), start=task.first_game):
        try:
            _play(task, [seed])
        except Exception as again:
            words = _words(again)  # before the notes
            note_game(again, task.agent, task.rules, seed, task.agent_seed)
            return TaskError(f"game {number}, seed {seed}: {words}", seed, again)
    first = int(seeds[0]) if len(seeds) else 0
    return TaskError(f"games from {task.first_game}: {_words(error)}", first, error)


def _words(error: Exception) -> str:
    return "".join(traceback.format_exception_only(error)).strip()
