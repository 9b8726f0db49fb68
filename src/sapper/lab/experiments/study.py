"""
The study of batch size and number of processes, on ourselves.

Each pair plays the same games of an experiment into a store of its own that is
thrown away, from workers that are already running; what differs is the time.

References:
    [1] K. Kvietinskas 2021, section 7.3.1, figures 7.3 and 7.4.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sapper.lab.executors.processes import ProcessPool
from sapper.lab.experiments.definition import Definition
from sapper.lab.experiments.runner import Runner
from sapper.lab.store import open_store
from sapper.lab.tasks import Task, play_task


@dataclass(frozen=True)
class Timing:
    """How long the experiment took with these many games a task and workers."""

    batch_size: int
    workers: int
    seconds: float
    games: int

    @property
    def games_per_second(self) -> float:
        """The speed."""
        return self.games / self.seconds


def run_study(
    definition: Definition, on_timing: Callable[[Timing], None] | None = None
) -> list[Timing]:
    """Time every pair; of several repeats the fastest counts."""
    options = definition.study
    timings = []
    for workers in options.workers:
        for batch_size in options.batch_size:
            seconds = min(
                _time_once(definition, workers, batch_size) for _ in range(options.repeats)
            )
            timing = Timing(batch_size, workers, seconds, definition.total_games)
            timings.append(timing)
            if on_timing is not None:
                on_timing(timing)
    return timings


def _time_once(definition: Definition, workers: int, batch_size: int) -> float:
    with (
        ProcessPool(play_task, workers) as pool,
        tempfile.TemporaryDirectory(prefix="sapper-study-") as folder,
        open_store(str(Path(folder) / "study.db")) as store,
    ):
        _warm_up(definition, pool)
        runner = Runner(definition, store, pool, batch_size=batch_size)
        began = time.perf_counter()
        runner.run()
        return time.perf_counter() - began


def _warm_up(definition: Definition, pool: ProcessPool) -> None:
    """Let every worker start and play a little before the clock runs."""
    condition = definition.conditions[0]
    task = Task(condition.agent, condition.rules, definition.seed, definition.agent_seed, 0, 1)
    for key in range(pool.workers):
        pool.submit(key, task)
    left = pool.workers
    while left > 0:
        left -= len(pool.wait(1.0))
