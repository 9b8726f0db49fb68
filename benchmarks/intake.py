"""
What one runner takes in: tasks and megabytes a second, and how many cores that feeds.

Run with `python -m benchmarks.intake` in the checkout. The workers give rows that
they have ready (`given_rows.py`), so that the runner is what is measured: handing
out, receiving, storing. Both databases, local processes and a Dask cluster on
loopback; PostgreSQL is a server of its own that is thrown away. Beside the rate by
the clock stands the processor time of the runner a task, which other people's work
on the machine does not change: its inverse is the rate of a runner with a core to
itself.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from benchmarks.given_rows import give_rows

from lab.servers import PostgresServer, find_postgres, free_port
from sapper.agents import load_agent
from sapper.agents.run.play import game_seeds, play_seeds
from sapper.game.rules import Rules
from sapper.lab.executors import Executor, make_executor
from sapper.lab.experiments import parse_definition
from sapper.lab.experiments.planner import DEFAULT_BATCH, TASK_SECONDS
from sapper.lab.experiments.runner import Runner
from sapper.lab.store import TaskRows, open_store

ROOT = Path(__file__).resolve().parents[1]
# A fast agent fills whole tasks; a slow one plays as many games as half a second allows.
FAST, SLOW = "becerra/dssp", "becerra/limited-search"
SIZES = ((DEFAULT_BATCH, "games"), (100, "games"), (500, "games+turns"), (100_000, "sums"))


@contextmanager
def cluster(workers: int) -> Iterator[str]:
    """Start a scheduler and workers on loopback."""
    address = f"tcp://127.0.0.1:{free_port()}"
    commands = [["scheduler", "--host", "127.0.0.1", "--port", address.rpartition(":")[2]]]
    commands += [["worker", address, "--nthreads", "1", "--no-nanny"]] * workers
    started = [
        subprocess.Popen(
            [
                sys.executable,
                "-m",
                f"distributed.cli.dask_{words[0]}",
                *words[1:],
                "--no-dashboard",
            ],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        for words in commands
    ]
    try:
        yield address
    finally:
        for process in started:
            process.kill()
            process.wait()


def measure(address: str, executor: Executor, size: int, keep: str, tasks: int) -> list[str]:
    """Take in the tasks; return the cells of a row."""
    name = f"{keep.replace('+', '-')}-{size}"
    text = f'name = "{name}"\ngames = {size * tasks}\nkeep = "{keep}"\n'
    text += f'[parameters]\nagent = ["{FAST}"]\non = ["intermediate"]'
    megabytes = 0.0

    def weigh(_condition: int, rows: TaskRows) -> None:
        nonlocal megabytes
        blocks = (rows.game_block, rows.turn_block)
        megabytes += sum(len(block.data) for block in blocks if block is not None) / 1e6

    with open_store(address) as store:
        warm = text.replace(f'"{name}"', f'"warm-{name}"')
        warm = warm.replace(f"games = {size * tasks}", f"games = {size * 4}")
        Runner(parse_definition(warm), store, executor, batch_size=size).run()
        runner = Runner(parse_definition(text), store, executor, batch_size=size, on_rows=weigh)
        began, busy = time.perf_counter(), time.process_time()
        runner.run()
        seconds, spent = time.perf_counter() - began, time.process_time() - busy
    alone = tasks / spent
    return [
        f"{size} ({keep})", f"{tasks / seconds:.0f}", f"{megabytes / seconds:.1f}",
        f"{1000 * spent / tasks:.2f}", f"{alone:.0f}", f"{alone * megabytes / tasks:.0f}",
    ]  # fmt: skip


def seconds_a_game(agent: str, games: int) -> float:
    """Time an agent on intermediate grids, in processor time."""
    loaded, rules = load_agent(agent), Rules.parse("intermediate")
    play_seeds(loaded, rules, game_seeds(1, 0, 10))
    began = time.process_time()
    play_seeds(loaded, rules, game_seeds(1, 0, games))
    return (time.process_time() - began) / games


def main() -> None:
    """Measure everything and print tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=400)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    print("| store | executor | games a task | tasks/s | MB/s | ms of the runner a task | tasks/s "
          "alone | MB/s alone |")  # fmt: skip
    print("|---|---|---|---:|---:|---:|---:|---:|")
    binaries = find_postgres()
    server = PostgresServer(binaries) if binaries else None
    try:
        with tempfile.TemporaryDirectory() as folder, cluster(options.workers) as scheduler:
            for place, given in (("local", None), ("Dask", scheduler)):
                addresses = {"SQLite": str(Path(folder) / f"{place}.db")}
                if server is not None:
                    addresses["PostgreSQL"] = server.new_database()
                for name, address in addresses.items():
                    with make_executor(give_rows, options.workers, given) as executor:
                        for size, keep in SIZES:
                            cells = measure(address, executor, size, keep, options.tasks)
                            print("| " + " | ".join([name, place, *cells]) + " |", flush=True)
    finally:
        if server is not None:
            server.remove()
    for agent, games in ((FAST, 4000), (SLOW, 300)):
        a_game = seconds_a_game(agent, games)
        size = max(1, min(DEFAULT_BATCH, int(TASK_SECONDS / a_game)))
        print(f"{agent}: {1e6 * a_game:.0f} µs a game on intermediate, {size} games a task, "
              f"{1 / (size * a_game):.1f} tasks/s a core")  # fmt: skip


if __name__ == "__main__":
    main()
