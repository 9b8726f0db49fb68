"""Play the games of a run, on one process or several, always with the same rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sapper.agents import Agent, Games, load_agent, play_seeds
from sapper.agents.play import game_seeds
from sapper.errors import RulesError
from sapper.game.layout import check_seed
from sapper.game.rules import Rules
from sapper.lab.executors import run_local

# Seconds a task should take: long against the cost of handing it out, short
# against a person's patience with Ctrl-C.
_DEFAULT_BATCH = 250


@dataclass(frozen=True)
class Batch:
    """Consecutive games of a run."""

    agent: Agent
    rules: Rules
    run_seed: int
    agent_seed: int
    first: int
    count: int
    check_deductions: bool = True


def play_batch(batch: Batch) -> Games:
    """Play a batch in this process."""
    return play_seeds(
        batch.agent,
        batch.rules,
        game_seeds(batch.run_seed, batch.first, batch.count),
        agent_seed=batch.agent_seed,
        check_deductions=batch.check_deductions,
    )


def iter_games(
    agent: Agent | str,
    rules: Rules,
    games: int,
    seed: int = 0,
    *,
    agent_seed: int = 0,
    workers: int = 1,
    batch_size: int = _DEFAULT_BATCH,
    check_deductions: bool = True,
) -> Iterator[tuple[int, Games]]:
    """Yield (number of the first game, games) batch by batch, as they are done."""
    if isinstance(agent, str):
        agent = load_agent(agent)
    if games < 0:
        raise RulesError(f"expected 0 or more games, got {games}")
    if batch_size < 1 or workers < 1:
        raise RulesError(
            f"expected at least 1 worker and a batch size of at least 1, "
            f"got {workers} and {batch_size}"
        )
    check_seed(seed), check_seed(agent_seed)
    batches = [
        Batch(
            agent, rules, seed, agent_seed, first, min(batch_size, games - first), check_deductions
        )
        for first in range(0, games, batch_size)
    ]
    for number, result in run_local(play_batch, batches, min(workers, len(batches))):
        yield number * batch_size, result


def play_games(
    agent: Agent | str,
    rules: Rules,
    games: int,
    seed: int = 0,
    *,
    agent_seed: int = 0,
    workers: int = 1,
    batch_size: int = _DEFAULT_BATCH,
    check_deductions: bool = True,
    progress: Callable[[Games], None] | None = None,
) -> Games:
    """
    Play a run of games and return their rows, in the order of the run.

    The rows follow from the agent, the rules, ``seed`` (of the run) and
    ``agent_seed`` alone: the number of workers and the batch size change nothing
    but the time. ``progress`` is called with every finished batch.

    >>> games = play_games("kvietinskas/single-point", Rules.parse("beginner"), games=100, seed=7)
    >>> len(games), games.wins
    (100, 66)
    """
    parts: dict[int, Games] = {}
    for first, part in iter_games(
        agent,
        rules,
        games,
        seed,
        agent_seed=agent_seed,
        workers=workers,
        batch_size=batch_size,
        check_deductions=check_deductions,
    ):
        parts[first] = part
        if progress is not None:
            progress(part)
    return Games.concat(parts[first] for first in sorted(parts))
