"""
Play the games of a run, on one process or several, always with the same rows.

A run is an experiment with one condition that goes into no store.
"""

from __future__ import annotations

from collections.abc import Callable

from sapper.agents import Agent, Games, load_agent
from sapper.arguments import explained
from sapper.errors import RulesError, check_type, check_whole
from sapper.game.rules import Rules
from sapper.lab.executors import make_local_executor
from sapper.lab.experiments.conditions import Condition
from sapper.lab.experiments.definition import Definition
from sapper.lab.experiments.loop import TaskLoop
from sapper.lab.store.protocol import TaskRows
from sapper.lab.tasks import play_task


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
    played: dict[int, Games] = {}

    def note(_condition: int, rows: TaskRows) -> None:
        if rows.games is not None:
            played[rows.first_game] = rows.games
            if progress is not None:
                progress(rows.games)

    with make_local_executor(play_task, workers) as executor:
        TaskLoop(run, executor, batch_size=batch_size, on_rows=note).play()
    nothing = Games.empty(loaded.deducer_names)
    return Games.concat([nothing, *(played[first] for first in sorted(played))])
