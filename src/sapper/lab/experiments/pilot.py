"""A pilot: a few games of each condition, to say what an experiment will cost."""

from __future__ import annotations

import time
from dataclasses import dataclass

from sapper.lab.experiments.definition import Definition
from sapper.lab.experiments.planner import DEFAULT_BATCH, TASK_SECONDS
from sapper.lab.tasks import Task, play_task

# Enough games for a guess at the speed, never long enough to be tiresome.
_FEW, _MORE = 2, 64
_ENOUGH_SECONDS = 0.02
_BUDGET_SECONDS = 10.0


@dataclass(frozen=True)
class Estimate:
    """What a condition costs; ``seconds`` of one core and ``bytes`` of disk for all its games."""

    key: str
    seconds: float | None
    bytes: float | None
    tasks: int | None


def estimate(definition: Definition, batch_size: int | None = None) -> list[Estimate]:
    """Play a few games of each condition, as many as ten seconds allow."""
    began = time.perf_counter()
    found = []
    for number in range(len(definition.conditions)):
        if time.perf_counter() - began > _BUDGET_SECONDS:
            key = definition.conditions[number].key
            found.append(Estimate(key, None, None, None))
            continue
        found.append(_estimate_one(definition, number, batch_size or definition.batch_size))
    return found


def _estimate_one(definition: Definition, number: int, batch_size: int | None) -> Estimate:
    condition = definition.conditions[number]
    for games in (_FEW, _MORE):
        task = Task(
            agent=condition.agent,
            rules=condition.rules,
            seed=definition.seed,
            agent_seed=definition.agent_seed,
            first_game=0,
            num_games=games,
            keep=definition.keep,
        )
        rows = play_task(task)
        if rows.tally.seconds > _ENOUGH_SECONDS:
            break
    a_game = max(rows.tally.seconds, 1e-9) / games
    size = batch_size or max(1, min(DEFAULT_BATCH, int(TASK_SECONDS / a_game)))
    a_row = sum(len(one.data) for one in (rows.game_block, rows.turn_block) if one) / games
    return Estimate(
        condition.key,
        seconds=a_game * definition.games,
        # A task has about 200 bytes of its own; the database adds a twentieth.
        bytes=1.05 * (a_row * definition.games + 200 * definition.games / size),
        tasks=-(-definition.games // size),
    )
