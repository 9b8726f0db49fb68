"""
Where an experiment of thousands of cores saturates: runner, scheduler or database.

The same given rows as `benchmarks.intake`, taken in by one runner from 1, 2, 4 and 8 workers of a
Dask cluster, and from two local workers; beside the runner's processor time a task stand those of
the scheduler and of the database server, which are processes of their own::

    python -m benchmarks.scale --tasks 100
"""

from __future__ import annotations

import argparse
import os
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import numpy as np
from benchmarks.given_rows import give_rows
from benchmarks.intake import FAST, cluster
from matplotlib.axes import Axes

from lab.servers import PostgresServer, find_postgres
from sapper.lab.executors import Executor, make_executor
from sapper.lab.experiments import parse_definition
from sapper.lab.experiments.planner import DEFAULT_BATCH, MOST_TASKS_A_SECOND, TASK_SECONDS
from sapper.lab.experiments.runner import Runner
from sapper.lab.output.reports.drawing import Drawing, colour, draw, join_svg
from sapper.lab.store import open_store

WORKERS = (1, 2, 4, 8)
FAST_TASKS = 38  # tasks of 4,000 games a second and core of FAST, by `benchmarks.intake`
_TICK = os.sysconf("SC_CLK_TCK")


def seconds_of(wanted: Callable[[int, int, str], bool]) -> float:
    """Return the processor seconds of processes, chosen by number, parent and command."""
    total = 0
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            line = (folder / "cmdline").read_text()
        except OSError:  # it ended meanwhile
            continue
        if wanted(int(folder.name), int(fields[1]), line):
            total += sum(map(int, fields[11:15]))
    return total / _TICK


def wait_for(address: str) -> None:
    """Wait until a scheduler answers."""
    port = int(address.rpartition(":")[2])
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.2)
        else:
            return


def measure(
    address: str, executor: Executor, tasks: int, others: dict[str, Callable[[], float]]
) -> list[float]:
    """Take in the tasks; return tasks a second, and milliseconds a task of runner and others."""
    text = f'[parameters]\nagent = ["{FAST}"]\non = ["intermediate"]'
    with open_store(address) as store:
        for name, some in (("warm", 8), ("scale", tasks)):
            head = f'name = "{name}"\ngames = {DEFAULT_BATCH * some}\n'
            plan = parse_definition(head + text)
            runner = Runner(plan, store, executor, batch_size=DEFAULT_BATCH)
            before = [one() for one in others.values()]
            began, busy = time.perf_counter(), time.process_time()
            runner.run()
            seconds, spent = time.perf_counter() - began, time.process_time() - busy
            after = [one() for one in others.values()]
    used = [spent, *(b - a for a, b in zip(before, after, strict=True))]
    return [tasks / seconds, *(1000 * one / tasks for one in used)]


def watch(scheduler: str, server: PostgresServer | None) -> dict[str, Callable[[], float]]:
    """Return what counts the processor seconds of the scheduler, and of the database server."""
    port = scheduler.rpartition(":")[2]

    def of_server() -> float:
        if server is None:
            return 0.0
        own = int((Path(server._data) / "postmaster.pid").read_text().split()[0])
        return seconds_of(lambda pid, parent, _: own in (pid, parent))

    def of_scheduler() -> float:
        return seconds_of(lambda _, __, line: "dask_scheduler" in line and port in line)

    return {"scheduler": of_scheduler, "server": of_server}


def draw_model(path: Path, costs: dict[str, float]) -> None:
    """Draw the tasks that arrive over cores, and what takes them in at its own cost a task."""
    cores = np.geomspace(10, 10_000, 100)
    long = np.minimum(cores / TASK_SECONDS, MOST_TASKS_A_SECOND)

    def paint(axes: Axes) -> None:
        axes.plot(
            cores, cores * FAST_TASKS, "--", color=colour(0), label="fast agent, 4,000 a task"
        )
        axes.plot(
            cores, cores / TASK_SECONDS, "--", color=colour(1), label="tasks of half a second"
        )
        axes.plot(cores, long, "-", lw=2, color=colour(2), label="tasks as long as they now are")
        for (name, cost), x, above in zip(
            costs.items(), (11, 11, 1300), (0.72, 1.1, 1.1), strict=True
        ):
            axes.axhline(1000 / cost, color=colour(7), lw=0.8)
            axes.annotate(name, (x, 1000 / cost * above), fontsize="xx-small")
        axes.set(xscale="log", yscale="log", xlabel="cores", ylabel="tasks a second")
        axes.set_xticks([10, 100, 1000, 10_000], ["10", "100", "1,000", "10,000"])
        axes.set_yticks([100, 1000, 10_000, 100_000], ["100", "1,000", "10,000", "100,000"])
        axes.minorticks_off()
        axes.legend(fontsize="x-small", loc="upper left")

    panel = draw(3.6, paint, "Tasks a second over cores, and what takes them in")
    path.write_text(join_svg(Drawing((panel,)), 1) + "\n", encoding="utf-8")


def main() -> None:
    """Print a row for each cluster and database."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=100)
    parser.add_argument("--svg", type=Path, help="draw the model fitted to the last rows")
    options = parser.parse_args()
    binaries = find_postgres()
    server = PostgresServer(binaries) if binaries else None
    print("| store | workers | tasks/s | ms of the runner a task | scheduler | server |")
    print("|---|---|---:|---:|---:|---:|")
    costs: dict[str, float] = {}
    try:
        with tempfile.TemporaryDirectory() as folder:
            for workers in (0, *WORKERS):
                addresses = {"SQLite": str(Path(folder) / f"{workers}.db")}
                if server is not None:
                    addresses["PostgreSQL"] = server.new_database()
                where = f"{workers} of Dask" if workers else "2 local"
                with cluster(max(workers, 1)) as scheduler:
                    wait_for(scheduler)
                    others = watch(scheduler, server)
                    for name, address in addresses.items():
                        given = scheduler if workers else None
                        with make_executor(give_rows, workers or 2, given) as executor:
                            cells = measure(address, executor, options.tasks, others)
                        if workers == WORKERS[-1]:
                            costs["runner"] = max(cells[1], costs.get("runner", 0.0))
                            costs["scheduler of Dask"] = cells[2]
                        if workers == WORKERS[-1] and name == "PostgreSQL":
                            costs["a core of PostgreSQL"] = cells[3]
                        row = [f"{cells[0]:.0f}", *(f"{one:.2f}" for one in cells[1:])]
                        print("| " + " | ".join([name, where, *row]) + " |", flush=True)
    finally:
        if server is not None:
            server.remove()
    if options.svg:
        draw_model(options.svg, costs)


if __name__ == "__main__":
    main()
