"""
Play the games of a run, on one process or several, always with the same rows.

A run is an experiment with one condition, kept in memory.
"""

from __future__ import annotations

from collections.abc import Callable

from sapper.agents import Agent, Games, load_agent
from sapper.arguments import explained
from sapper.errors import MOST_WORKERS, RulesError, check_type, check_whole
from sapper.game.rules import Rules
from sapper.lab.executors import Executor, InProcess, ProcessPool
from sapper.lab.experiments.conditions import Condition
from sapper.lab.experiments.definition import Definition
from sapper.lab.experiments.runner import Runner
from sapper.lab.store.blocks import unpack_games
from sapper.lab.store.memory import MemoryStore
from sapper.lab.store.protocol import TaskRows
from sapper.lab.tasks import Task, play_task


def make_local_executor(workers: int) -> Executor:
    """Return a place on this machine: this process for one worker, others for more."""
    if check_whole(workers, "a number of workers", most=MOST_WORKERS) < 1:
        raise RulesError(f"expected at least 1 worker, got {workers}")
    return InProcess(play_task) if workers == 1 else ProcessPool(play_task, workers)


@explained
def play_games(
    agent: Agent | str,
    rules: Rules | str,
    games: int,
    seed: int = 0,
    *,
    agent_seed: int = 0,
    workers: int = 1,
    batch_size: int | None = None,
    check_deductions: bool = True,
    progress: Callable[[Games], None] | None = None,
) -> Games:
    """
    Play a run of games and return their rows, in the order of the run.

    ``rules`` are `Rules`, or a difficulty or size as text, which is played with a safe
    first click. The rows follow from the agent, the rules, ``seed`` (of the run) and
    ``agent_seed`` alone: the number of workers and the batch size (fitted to the
    agent's speed if not given) change nothing but the time. ``progress`` is called
    with every finished batch. Scripts need no guard for several workers.

    >>> games = play_games("kvietinskas/single-point", "beginner", games=100, seed=7)
    >>> len(games), games.wins
    (100, 69)
    """
    check_type(agent, (Agent, str), "an agent or its id", "`sapper agents` lists them")
    check_type(rules, (Rules, str), "rules or their name", "Rules.parse('beginner') reads some")
    games = check_whole(games, "a number of games")
    if games < 0 or (batch_size is not None and batch_size < 1):
        raise RulesError(
            f"expected 0 or more games in batches of at least 1, got {games} and {batch_size}"
        )
    rules = Rules.parse(rules) if isinstance(rules, str) else rules
    loaded = load_agent(agent) if isinstance(agent, str) else agent
    condition = Condition(loaded, rules, {})
    run = Definition(
        "run", games, (condition,), seed=seed, agent_seed=agent_seed,
        check_deductions=check_deductions,
    )  # fmt: skip

    def show(_condition: int, rows: TaskRows) -> None:
        if progress is not None and rows.games is not None:
            progress(unpack_games(rows.games))

    store = MemoryStore()
    with make_local_executor(workers) as executor:
        runner = Runner(run, store, executor, batch_size=batch_size, on_rows=show, fail_fast=True)
        (kept,) = runner.run().progress.experiment.conditions
    # Even no games have columns.
    nothing = play_task(Task(loaded, rules, seed, agent_seed, 0, 0)).games or b""
    parts = (part for _, part in store.iter_games(kept))
    return Games.concat([unpack_games(nothing), *parts])
