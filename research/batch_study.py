"""
How batch size and number of processes change the time of an experiment.

    python research/batch_study.py experiments/study-batch-size.toml
    python research/batch_study.py mine.toml --batch-sizes 10 100 1000 --workers 1 2 --repeats 3

Each pair plays the same games into a store of its own that is thrown away, from workers that
are already running; of several repeats the fastest counts.

References:
    [1] K. Kvietinskas 2021, section 7.3.1, figures 7.3 and 7.4.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from sapper.lab.executors.processes import ProcessPool
from sapper.lab.experiments.definition import Definition, load_definition
from sapper.lab.experiments.runner import Runner
from sapper.lab.store import open_store
from sapper.lab.tasks import Task, play_task


def time_once(definition: Definition, workers: int, batch_size: int) -> float:
    """Return the seconds that the experiment takes."""
    with (
        ProcessPool(play_task, workers) as pool,
        tempfile.TemporaryDirectory(prefix="sapper-study-") as folder,
        open_store(str(Path(folder) / "study.db")) as store,
    ):
        warm_up(definition, pool)
        runner = Runner(definition, store, pool, batch_size=batch_size)
        began = time.perf_counter()
        runner.run()
        return time.perf_counter() - began


def warm_up(definition: Definition, pool: ProcessPool) -> None:
    """Let every worker start and play a little before the clock runs."""
    condition = definition.conditions[0]
    task = Task(condition.agent, condition.rules, definition.seed, definition.agent_seed, 0, 1)
    for key in range(pool.workers):
        pool.submit(key, task)
    left = pool.workers
    while left > 0:
        left -= len(pool.wait(1.0))


def main() -> None:
    """Time every pair and print a table as the guide shows it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    sizes = [5, 20, 100, 500, 1000, 2000, 4000, 8000]
    parser.add_argument("--batch-sizes", type=int, nargs="+", default=sizes)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--repeats", type=int, default=3)
    chosen = parser.parse_args()
    definition = load_definition(chosen.file)
    print(f"| processes | {' | '.join(f'{size} a task' for size in chosen.batch_sizes)} |")
    print("|" + "---:|" * (1 + len(chosen.batch_sizes)))
    for workers in chosen.workers:
        row = [
            min(time_once(definition, workers, size) for _ in range(chosen.repeats))
            for size in chosen.batch_sizes
        ]
        print(f"| {workers} | {' | '.join(f'{seconds:.2f} s' for seconds in row)} |", flush=True)


if __name__ == "__main__":
    main()
