"""
What the store costs: time beside playing, of a report and of SQL, disk of ten million games.

Run with `python benchmarks/lab.py`. The four limits are those of the lab's
issue: storing below 5 % of the time of an experiment on two cores, a report over
five million games below 30 seconds and 2 GB, ten million games below 1.5 GB
and grouped by SQL in less than 5 seconds.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from sapper.agents import load_agent
from sapper.agents.registry import agent_ids
from sapper.game.rules import Rules
from sapper.lab.executors import ProcessPool
from sapper.lab.experiments import parse_definition
from sapper.lab.experiments.planner import DEFAULT_BATCH, Planner
from sapper.lab.experiments.runner import Runner
from sapper.lab.experiments.stored_plan import enrol
from sapper.lab.output.query import Query
from sapper.lab.output.reports import write_report
from sapper.lab.store import open_store
from sapper.lab.tasks import Task, play_task

WORKERS = 2


def play_without_store(agent: str, games: int, pool: ProcessPool) -> tuple[float, float]:
    """Play the tasks of an experiment and throw the rows away; wall and main process's time."""
    rules, loaded = Rules.parse("intermediate"), load_agent(agent)
    planner = Planner(games, [[]], batch_size=DEFAULT_BATCH)
    began, busy, running, key = time.perf_counter(), time.process_time(), 0, 0
    while True:
        while running < pool.capacity and (span := planner.next_task()) is not None:
            key, running = key + 1, running + 1
            pool.submit(key, Task(loaded, rules, 7, 0, span[1], span[2]))
        if not running:
            return time.perf_counter() - began, time.process_time() - busy
        running -= len(pool.wait(0.2))


def play_with_store(agent: str, games: int, pool: ProcessPool, folder: Path) -> tuple[float, float]:
    """Play the same games with the runner into a new store."""
    parameters = f'agent = ["{agent}"]\non = ["intermediate"]'
    text = f'name = "x"\ngames = {games}\nseed = 7\n[parameters]\n{parameters}'
    path = folder / f"{time.perf_counter_ns()}.db"
    with open_store(str(path)) as store:
        runner = Runner(parse_definition(text), store, pool, batch_size=DEFAULT_BATCH)
        began, busy = time.perf_counter(), time.process_time()
        runner.run()
        return time.perf_counter() - began, time.process_time() - busy


def worker_seconds(pool: ProcessPool) -> float:
    """Sum the processor time that the workers have had."""
    ticks = 0
    for pid in pool.pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def measure_storing(agent: str, games: int, repeats: int) -> None:
    """Compare playing with and without a store, in turns, the fastest of each."""
    with tempfile.TemporaryDirectory() as folder, ProcessPool(play_task, WORKERS) as pool:
        play_without_store(agent, 2 * DEFAULT_BATCH, pool)
        before = worker_seconds(pool)
        without, with_store = [], []
        for _ in range(repeats):
            without.append(play_without_store(agent, games, pool))
            with_store.append(play_with_store(agent, games, pool, Path(folder)))
        spent = worker_seconds(pool)
    base, stored = min(without)[0], min(with_store)[0]
    extra = min(one[1] for one in with_store) - min(one[1] for one in without)
    playing = (spent - before) / (2 * repeats)
    print(f"{agent} on intermediate, {games} games on {WORKERS} workers, best of {repeats}:")
    change = 100 * (stored / base - 1)
    print(f"  without a store {base:.3f} s, with {stored:.3f} s: {change:+.1f} %")
    share = 100 * extra / playing
    print(f"  processor time: playing {playing:.3f} s, storing {extra:.3f} s: {share:.1f} %")


def fill(store_path: Path, games: int, conditions: int) -> str:
    """Store many games quickly: the rows of real tasks, again and again."""
    agents = ["kvietinskas/single-point", "kvietinskas/single-point:flags=no"]
    grids = [f"{9 + i}x9x10" for i in range(conditions // 2)]
    each = games // conditions
    text = f'name = "big"\ngames = {each}\n[parameters]\nagent = {agents}\non = {grids}'
    definition = parse_definition(text)
    with open_store(str(store_path)) as store:
        experiment = enrol(definition, store)
        runner = store.enter_runner(experiment.id, 1, "")
        for row, condition in zip(experiment.conditions, definition.conditions, strict=True):
            played = play_task(Task(condition.agent, condition.rules, 0, 0, 0, DEFAULT_BATCH))
            tasks = [
                (row.id, replace(played, first_game=first))
                for first in range(0, each, DEFAULT_BATCH)
            ]
            store.add_tasks(tasks, runner)
    return text


def measure_report(games: int) -> None:
    """Time a report over many games."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "big.db"
        text = fill(path, games, 10)
        began = time.perf_counter()
        with open_store(str(path)) as store:
            experiment = store.find_experiment("big")
            if experiment is None:
                raise SystemExit("the experiment is not there")
            stored = sum(tally.games for tally in store.tallies(experiment.id).values())
            write_report(store, experiment, Path(folder) / "big.html", parse_definition(text))
        seconds = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"report over {stored} games: {seconds:.1f} s, {peak:.2f} GB at most")


def measure_disk(games: int) -> None:
    """Weigh a store of many games."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "big.db"
        fill(path, games, 10)
        size = sum(file.stat().st_size for file in Path(folder).iterdir())
    print(f"{games} games in SQLite: {size / 1e9:.3f} GB")


def measure_query(games: int) -> None:
    """Time SQL over many games, from the closed store to the last row."""
    sql = 'SELECT agent, "on", outcome, count(*), avg(guesses) FROM games GROUP BY ALL'
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "big.db"
        fill(path, games, 10)
        began = time.perf_counter()
        with open_store(str(path)) as store:
            experiment = store.find_experiment("big")
            if experiment is None:
                raise SystemExit("the experiment is not there")
            with Query(store, [experiment]) as query:
                rows = list(query.ask(sql).rows)
        seconds = time.perf_counter() - began
    print(f"{games} games grouped into {len(rows)} rows: {seconds:.1f} s")


def main() -> None:
    """Measure all four."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400_000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--only-storing", action="store_true")
    parser.add_argument("--only-query", action="store_true")
    options = parser.parse_args()
    if options.only_query:
        measure_query(10_000_000)
        return
    agent = "becerra/dssp" if "becerra/dssp" in agent_ids() else "kvietinskas/single-point"
    measure_storing(agent, options.games, options.repeats)
    if not options.only_storing:
        measure_report(5_000_000)
        measure_disk(10_000_000)
        measure_query(10_000_000)


if __name__ == "__main__":
    main()
