"""Play the games of a run, on one process or several, always with the same rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sapper.agents import Agent, Games, load_agent, play_seeds
from sapper.agents.play import game_seeds
from sapper.errors import RulesError
from sapper.game.layout import check_seed
from sapper.game.rules import Rules
from sapper.lab.executors import LocalExecutor

# Games a task: long against the cost of handing it out (about a millisecond),
# short against a person's patience with Ctrl-C.
DEFAULT_BATCH = 250


@dataclass(frozen=True)
class Run:
    """What decides the rows of a run, but for the number of games."""

    agent: Agent
    rules: Rules
    seed: int = 0
    agent_seed: int = 0
    check_deductions: bool = True

    def __post_init__(self) -> None:
        check_seed(self.seed)
        check_seed(self.agent_seed)


@dataclass(frozen=True)
class Batch:
    """Consecutive games of a run."""

    run: Run
    first: int
    count: int


def play_batch(batch: Batch) -> Games:
    """Play a batch in this process."""
    run = batch.run
    return play_seeds(
        run.agent,
        run.rules,
        game_seeds(run.seed, batch.first, batch.count),
        agent_seed=run.agent_seed,
        check_deductions=run.check_deductions,
    )


def iter_batches(
    run: Run, games: int, executor: LocalExecutor, batch_size: int = DEFAULT_BATCH
) -> Iterator[tuple[int, Games]]:
    """Yield (number of the first game, games) batch by batch, as they are done."""
    if games < 0 or batch_size < 1:
        raise RulesError(
            f"expected 0 or more games in batches of at least 1, got {games} and {batch_size}"
        )
    batches = [
        Batch(run, first, min(batch_size, games - first)) for first in range(0, games, batch_size)
    ]
    for number, result in executor.run(play_batch, batches):
        yield number * batch_size, result


def play_games(
    agent: Agent | str,
    rules: Rules,
    games: int,
    seed: int = 0,
    *,
    agent_seed: int = 0,
    workers: int = 1,
    batch_size: int = DEFAULT_BATCH,
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
    (100, 71)
    """
    if workers < 1:
        raise RulesError(f"expected at least 1 worker, got {workers}")
    loaded = load_agent(agent) if isinstance(agent, str) else agent
    run = Run(loaded, rules, seed, agent_seed, check_deductions)
    parts: dict[int, Games] = {}
    with LocalExecutor(workers) as executor:
        for first, part in iter_batches(run, games, executor, batch_size):
            parts[first] = part
            if progress is not None:
                progress(part)
    if not parts:
        return play_batch(Batch(run, 0, 0))
    return Games.concat(parts[first] for first in sorted(parts))
