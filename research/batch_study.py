"""
How games per task and the number of processes change the time of an experiment, and what of it
is computing, storing and handing out.

    python research/batch_study.py kvietinskas-1 --games 20 --to times.csv
    python research/batch_study.py experiments/study-batch-size.toml --into sqlite \
        --batch-sizes 5 100 4000 --workers 1 2 4

Each pair plays the same games into a store of its own that is thrown away, from workers that are
already running: a CSV file with a line a game, an SQLite file, or databases of a PostgreSQL
server (`--server postgresql://…`). One process is this one, so that its times add up. Of several
repeats the fastest counts; the file has the slowest too.

References:
    [1] K. Kvietinskas 2021, section 7.3.1, figures 7.3 and 7.4.
"""

from __future__ import annotations

import argparse
import csv
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from sapper.lab.executors import Executor, make_local_executor
from sapper.lab.experiments.definition import Definition
from sapper.lab.experiments.runner import Runner
from sapper.lab.experiments.shipped import find_experiment
from sapper.lab.store import open_store
from sapper.lab.store.memory import MemoryStore
from sapper.lab.store.protocol import Store, TaskRows
from sapper.lab.tasks import Task, play_task

TITLES = {"csv": "CSV file", "sqlite": "SQLite, a file", "postgresql": "PostgreSQL, a server"}


class CsvStore(MemoryStore):
    """A store that also appends every finished game to a CSV file, task by task."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._file = path.open("w", encoding="utf-8", newline="")
        self._writer = csv.writer(self._file)

    def add_tasks(self, tasks: Sequence[tuple[int, TaskRows]], runner_id: int) -> list[bool]:
        """Append the games, task by task, and keep their sums."""
        for number, rows in tasks:
            games = rows.games
            if games is None:
                raise ValueError("expected an experiment that keeps its games")
            names = ("game_seed", "won", "guesses", "nanoseconds")
            columns = [games[name].tolist() for name in names]
            self._writer.writerows((number, *row) for row in zip(*columns, strict=True))
            self._file.flush()
        return super().add_tasks([(n, replace(r, game_block=None)) for n, r in tasks], runner_id)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


@dataclass(frozen=True)
class Spent:
    """Seconds: the whole, within games, and within the store."""

    whole: float
    computing: float
    storing: float

    @property
    def handing_out(self) -> float:
        """What is neither, with one process."""
        return self.whole - self.computing - self.storing


@dataclass(frozen=True)
class Row:
    """A line of the file: a point of a figure, in seconds a game."""

    figure: str
    panel: str
    line: str
    x: int
    seconds_per_game: float
    low: float
    high: float
    games: int


@contextmanager
def stores(medium: str, server: str) -> Iterator[Store]:
    """Open a store that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="sapper-study-") as folder:
        if medium == "csv":
            with CsvStore(Path(folder) / "study.csv") as store:
                yield store
            return
        address = str(Path(folder) / "study.db") if medium == "sqlite" else server
        with open_store(address) as store:
            try:
                yield store
            finally:
                if medium == "postgresql":
                    for name in store.list_experiments():
                        store.delete_experiment(name)


def time_once(definition: Definition, executor: Executor, store: Store, size: int) -> Spent:
    """Play the experiment once."""
    warm_up(definition, executor)
    keep, storing, computing = store.add_tasks, 0.0, 0.0

    def timed(tasks: Sequence[tuple[int, TaskRows]], runner_id: int) -> list[bool]:
        nonlocal storing, computing
        began = time.perf_counter()
        done = keep(tasks, runner_id)
        storing += time.perf_counter() - began
        computing += sum(rows.tally.seconds for _, rows in tasks)
        return done

    setattr(store, "add_tasks", timed)  # noqa: B010 - the protocol's method, on this one object
    runner = Runner(definition, store, executor, batch_size=size)
    began = time.perf_counter()
    runner.run()
    return Spent(time.perf_counter() - began, computing, storing)


def warm_up(definition: Definition, executor: Executor) -> None:
    """Let every worker start and play a little before the clock runs."""
    condition = definition.conditions[0]
    task = Task(condition.agent, condition.rules, definition.seed, definition.agent_seed, 0, 1)
    for key in range(executor.workers):
        executor.submit(key, task)
    left = executor.workers
    while left > 0:
        left -= len(executor.wait(1.0))


def spend(
    definition: Definition, chosen: argparse.Namespace
) -> Iterator[tuple[str, int, int, list[Spent]]]:
    """Yield medium, processes, games a task and what each repeat took."""
    for medium in chosen.into:
        for workers in chosen.workers:
            for size in chosen.batch_sizes:
                found = []
                for _ in range(chosen.repeats):
                    with (
                        make_local_executor(play_task, workers) as executor,
                        stores(medium, chosen.server) as store,
                    ):
                        found.append(time_once(definition, executor, store, size))
                yield medium, workers, size, found


def rows_of(medium: str, workers: int, size: int, found: list[Spent], games: int) -> Iterator[Row]:
    """Yield the points of figure 7.3 or 7.4, and with one process those of the split."""
    processes = f"{workers} process" + ("es" if workers > 1 else "")
    whole = [one.whole / games for one in found]
    panel = "" if medium == "csv" else TITLES[medium]
    figure = "7.3" if medium == "csv" else "7.4"
    yield Row(figure, panel, processes, size, min(whole), min(whole), max(whole), games)
    if workers > 1:
        return
    best = min(found, key=lambda one: one.whole)
    for name in ("computing", "storing", "handing_out"):
        values = [getattr(one, name) / games for one in found]
        value = getattr(best, name) / games
        yield Row("7.4-split", TITLES[medium], name.replace("_", " "), size, value, min(values),
                  max(values), games)  # fmt: skip


def write(path: Path, rows: Iterable[Row]) -> None:
    """Write the points."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        for number, row in enumerate(rows):
            values = asdict(row)
            if not number:
                writer.writerow(values)
            writer.writerow(f"{v:.4g}" if isinstance(v, float) else v for v in values.values())


def main() -> None:
    """Time every pair, print tables as the pages show them, and write the points."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("experiment", help="a file, or an experiment's name")
    parser.add_argument("--games", type=int, help="games per condition")
    parser.add_argument("--into", nargs="+", choices=list(TITLES), default=["csv", "sqlite"])
    parser.add_argument("--server", default="", help="a PostgreSQL database, for postgresql")
    parser.add_argument("--batch-sizes", type=int, nargs="+", default=[1, 2, 5, 10, 20])
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--to", type=Path, help="the points of the figures, as CSV")
    chosen = parser.parse_args()
    definition = find_experiment(chosen.experiment)
    if chosen.games:
        definition = replace(definition, games=chosen.games)
    games = definition.games * len(definition.conditions)
    print(f"{games:,} games; seconds: whole (computing, storing)")
    rows: list[Row] = []
    for medium, workers, size, found in spend(definition, chosen):
        rows += rows_of(medium, workers, size, found, games)
        best = min(found, key=lambda one: one.whole)
        print(f"{medium}, {workers} processes, {size} a task: {best.whole:.2f} s "
              f"({best.computing:.2f}, {best.storing:.2f})", flush=True)  # fmt: skip
    if chosen.to:
        write(chosen.to, rows)


if __name__ == "__main__":
    main()
