"""
Tasks: consecutive games of one condition, played in one place.

`play_task` is what a worker runs, here, in another process or on another
machine; what it gives back is ready for the store.
"""

from __future__ import annotations

import time
import traceback
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper.agents import Agent, Games, Playthrough, play_seeds
from sapper.agents.play import game_seeds
from sapper.agents.protocols import part_name
from sapper.errors import SapperError
from sapper.game.rules import Rules
from sapper.lab.store.blocks import TURN_COLUMNS, extra_columns, pack_games, pack_turns
from sapper.lab.store.protocol import TaskRows
from sapper.lab.tallies import Tally


@dataclass(frozen=True)
class Task:
    """Everything that decides the rows of a task."""

    agent: Agent
    rules: Rules
    seed: int
    agent_seed: int
    first_game: int
    num_games: int
    keep_turns: bool = False


class TaskError(SapperError):
    """A task that failed; ``game_seed`` is the seed of the game that did."""

    def __init__(self, message: str, game_seed: int = 0) -> None:
        super().__init__(message, game_seed)
        self.game_seed = game_seed

    def __str__(self) -> str:
        return str(self.args[0])


def play_task(task: Task) -> TaskRows:
    """Play a task; an error names the game that failed."""
    seeds = game_seeds(task.seed, task.first_game, task.num_games)
    began = time.perf_counter()
    try:
        turns = None
        if task.keep_turns:
            games, turns = play_turns(task, seeds)
        else:
            games = play_seeds(task.agent, task.rules, seeds, agent_seed=task.agent_seed)
    except Exception as error:
        raise _name_the_game(task, seeds, error) from error
    return _to_rows(task, games, turns, time.perf_counter() - began)


def play_turns(task: Task, seeds: NDArray[np.uint64]) -> tuple[Games, dict[str, NDArray[np.int64]]]:
    """Play game by game and keep a row for every turn."""
    parts = {name: number for number, name in enumerate(turn_parts(task.agent))}
    games, rows = [], []
    for number, seed in enumerate(seeds.tolist(), start=task.first_game):
        play = Playthrough(task.agent, task.rules, seed, agent_seed=task.agent_seed)
        spent = 0
        for turn in play:
            so_far = play.result()
            now, revealed = (int(so_far[name][0]) for name in ("nanoseconds", "cells_revealed"))
            part = parts.get(f"{turn.role} {turn.part}".strip(), -1)
            row = (number, now - spent, turn.number, part, len(turn.safe), len(turn.mines))
            rows.append((*row, revealed, turn.num_windows, turn.mines_left))
            spent = now
        games.append(play.result())
    table = np.array(rows, dtype=np.int64).reshape(len(rows), len(TURN_COLUMNS))
    columns = {name: table[:, i] for i, (name, _) in enumerate(TURN_COLUMNS)}
    return Games.concat(games), columns


def turn_parts(agent: Agent) -> list[str]:
    """Name the parts that can have a turn, in the order of their numbers in the store."""
    return [
        f"opener {part_name(agent.opener or agent.guesser)}",
        *(f"deducer {name}" for name in agent.deducer_names),
        f"guesser {part_name(agent.guesser)}",
        "stuck",
    ]


def game_columns(agent: Agent) -> list[str]:
    """Name the columns that this agent's parts add to the rows of games."""
    return [f"proven_by_{name}" for name in agent.deducer_names]


def _to_rows(
    task: Task, games: Games, turns: dict[str, NDArray[np.int64]] | None, seconds: float
) -> TaskRows:
    columns: dict[str, NDArray[Any]] = dict(games)
    return TaskRows(
        first_game=task.first_game,
        tally=Tally.of(games, seconds),
        games=pack_games(columns, extra_columns(games.keys())),
        turns=None if turns is None else pack_turns(turns),
        num_turns=0 if turns is None else len(turns["game"]),
    )


def _name_the_game(task: Task, seeds: NDArray[np.uint64], error: Exception) -> TaskError:
    """Play the games one by one to find the first that fails."""
    told = "".join(traceback.format_exception_only(error)).strip()
    for number, seed in enumerate(seeds.tolist(), start=task.first_game):
        try:
            play_seeds(task.agent, task.rules, [seed], agent_seed=task.agent_seed)
        except Exception as again:
            told = "".join(traceback.format_exception_only(again)).strip()
            return TaskError(f"game {number}, seed {seed}: {told}", seed)
    return TaskError(f"games from {task.first_game}: {told}", int(seeds[0]) if len(seeds) else 0)
