"""
An hour of everything that can go wrong, with every row compared at the end.

`make soak` (or `python -m soak --seconds 600` in `tests/`). Each round has a store on
SQLite or PostgreSQL, local processes or a Dask cluster, two experiments and four
runners, which are real `sapper experiment run` processes. While they play they are
killed, stopped and started again, their workers too; servers restart, networks are
cut, disks fill up and clocks are wrong. Then the runners are left in peace until each
exits with 0, and every game and turn is compared with one played here without a lab.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np

from sapper.agents.run.play import game_seeds
from sapper.agents.run.turns import play_turns
from sapper.lab.experiments import Definition, parse_definition
from sapper.lab.store import open_store
from sapper.lab.tallies import Tally
from soak.places import Cluster, Database, build_clock, new_folder

TEXT = """
name = "{name}"
games = {games}
seed = {seed}
agent_seed = {seed}
keep = "{keep}"
batch_size = {batch}
[parameters]
agent = ["random", "kvietinskas/single-point"]
on = ["beginner", "16x16x30"]
"""
# A signal that comes before our handlers are there, or after, ends a process by itself; a
# shell reports both alike (130, 143).
ENDINGS = {0, 2, 3, 130, 143, -2, -9, -15}
PATIENCE = 1200.0


class Round:
    """One store, two experiments, four runners."""

    def __init__(self, kind: str, place: str, chance: random.Random, games: int) -> None:
        self.kind, self.place, self.chance = kind, place, chance
        self.counts: Counter[str] = Counter()
        self.folder = new_folder()
        self.clock = build_clock(self.folder)
        self.database = Database(kind, self.folder)
        self.cluster = Cluster(self.folder) if place == "dask" else None
        self.definitions = [
            self._define("one", games // 4, "games+turns"),
            self._define("two", games, chance.choice(["games", "sums"])),
        ]
        self.runners: list[tuple[str, subprocess.Popen[bytes]]] = []
        self.stopped: list[tuple[float, int]] = []

    def _define(self, name: str, games: int, keep: str) -> Definition:
        seed = self.chance.randrange(10**6)
        batch = self.chance.choice([50, 200])
        text = TEXT.format(name=name, games=games, seed=seed, keep=keep, batch=batch)
        (self.folder / f"{name}.toml").write_text(text)
        return parse_definition(text)

    def start(self, name: str) -> None:
        command = [sys.executable, "-c", "from sapper.cli import main; main()", "experiment"]
        command += ["run", f"{name}.toml", "--store", self.database.address, "--workers", "2"]
        if self.cluster is not None:
            command += ["--scheduler", self.cluster.address]
        environment = dict(os.environ)
        if self.clock is not None and self.chance.random() < 0.3:
            shift = self.chance.choice([-86_400, -30, 40, 3600, 10**7])
            environment |= {"LD_PRELOAD": str(self.clock), "SOAK_CLOCK": str(shift)}
            self.counts["wrong clocks"] += 1
        with (self.folder / "said").open("ab") as said:
            runner = subprocess.Popen(
                command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=said, env=environment
            )
        self.runners.append((name, runner))
        self.counts["runners started"] += 1

    def disturb(self, until: float) -> None:
        for name in ("one", "two", "one", "two"):
            self.start(name)
        actions: list[tuple[Callable[[], None], float]] = [
            (self.kill_worker, 10), (self.kill_runner, 2), (self.end_runner, 0.5),
            (self.stop_worker, 2), (self.trouble_database, 0.4), (self.trouble_cluster, 0.5),
        ]  # fmt: skip
        names, weights = zip(*actions, strict=True)
        while time.monotonic() < until and self.runners:
            time.sleep(self.chance.uniform(0.02, 0.25))
            self.chance.choices(names, weights)[0]()
            self.wake()
            self.collect(again=True)

    def collect(self, *, again: bool) -> None:
        """Look at runners that ended; while there is trouble, start another in each one's place."""
        for name, runner in list(self.runners):
            code = runner.poll()
            if code is None:
                continue
            self.runners.remove((name, runner))
            self.counts[f"exit {code}"] += 1
            if code not in ENDINGS:
                raise AssertionError(f"exit code {code}: {self.last_words()}")
            if again and code != 0:
                self.start(name)

    def kill(self, pid: int, what: str, number: int = signal.SIGKILL) -> None:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            return
        self.counts[what] += 1

    def kill_worker(self) -> None:
        if self.cluster is not None:
            if self.chance.random() < 0.3:
                self.cluster.kill_worker(self.chance.randrange(2))
                self.counts["workers killed"] += 1
            return
        if victims := self.processes_below():
            self.kill(self.chance.choice(victims), "workers killed")

    def kill_runner(self) -> None:
        if self.runners:
            self.kill(self.chance.choice(self.runners)[1].pid, "runners killed")

    def end_runner(self) -> None:
        # Before Python itself has started, nobody can be polite.
        ready = [one for one in self.runners if _age(one[1].pid) > 5]
        if ready:
            number = self.chance.choice([signal.SIGTERM, signal.SIGINT])
            self.kill(self.chance.choice(ready)[1].pid, "runners asked to stop", number)

    def stop_worker(self) -> None:
        victims = self.processes_below()
        if self.cluster is not None:
            victims = [worker.pid for worker in self.cluster.workers]
        if victims:
            pid = self.chance.choice(victims)
            self.kill(pid, "workers stopped", signal.SIGSTOP)
            self.stopped.append((time.monotonic() + self.chance.uniform(0.5, 4), pid))

    def wake(self, *, everyone: bool = False) -> None:
        for until, pid in list(self.stopped):
            if everyone or time.monotonic() > until:
                self.stopped.remove((until, pid))
                self.kill(pid, "workers continued", signal.SIGCONT)

    def trouble_database(self) -> None:
        if self.database.disk is not None:
            if self.database.disk.fill():
                self.counts["full disks"] += 1
                time.sleep(self.chance.uniform(0.5, 2))
            self.database.disk.empty()
        elif self.chance.random() < 0.5:
            self.counts["server restarts"] += 1
            self.database.restart()
        elif self.database.proxy is not None:
            self.cut(self.database.proxy)

    def trouble_cluster(self) -> None:
        if self.cluster is None:
            return
        if self.chance.random() < 0.3:
            self.counts["scheduler restarts"] += 1
            self.cluster.restart()
        else:
            self.cut(self.cluster.proxy)
        self.cluster.repair()

    def cut(self, network: object) -> None:
        how = self.chance.choice(["cut", "freeze"])
        getattr(network, how)(self.chance.uniform(0.3, 4))
        self.counts[f"networks {'cut' if how == 'cut' else 'frozen'}"] += 1

    def processes_below(self) -> list[int]:
        """List the workers of the runners, and whatever starts them."""
        parents: dict[int, int] = {}
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError, ValueError):
                continue
        found: list[int] = []
        front = {runner.pid for _, runner in self.runners}
        while front:
            front = {pid for pid, parent in parents.items() if parent in front}
            found += front
        return sorted(found)

    def finish(self) -> None:
        """Leave everybody in peace until both experiments are complete."""
        self.wake(everyone=True)
        deadline = time.monotonic() + PATIENCE
        for name in ("one", "two"):
            while True:
                if time.monotonic() > deadline:
                    raise AssertionError(f"{name} never became complete: {self.last_words()}")
                if self.cluster is not None:
                    self.cluster.repair()
                self.start(name)
                code = self.runners[-1][1].wait(PATIENCE)
                self.collect(again=False)
                if code == 0:
                    break
        for _, runner in self.runners:
            runner.wait(PATIENCE)
        self.collect(again=False)

    def compare(self) -> None:
        """Compare every row with what is played here, without lab, store or processes."""
        with open_store(self.database.true_address, create=False) as store:
            for plan in self.definitions:
                experiment = store.find_experiment(plan.name)
                if experiment is None:
                    raise AssertionError(f"{plan.name} is not there")
                ids = {row.key: row for row in experiment.conditions}
                tallies = store.tallies(experiment.id)
                for condition in plan.conditions:
                    row = ids[condition.key]
                    games, turns = play_turns(
                        condition.agent, condition.rules, game_seeds(plan.seed, 0, plan.games),
                        agent_seed=plan.agent_seed,
                    )  # fmt: skip
                    check(_counted(tallies[row.id]) == _counted(Tally.of(games)), "sums differ")
                    self.counts["games compared"] += plan.games
                    if plan.keep == "sums":
                        continue
                    parts = list(store.iter_games(row))
                    place = 0
                    for (first, count), _ in parts:
                        check(first == place, f"games from {place} are missing or doubled")
                        place += count
                    check(place == plan.games, "games are missing at the end")
                    stored = [part for _, part in parts]
                    _compare({k: [part[k] for part in stored] for k in stored[0].columns},
                             games.columns)  # fmt: skip
                    if plan.keep == "games+turns":
                        kept = [part for _, part in store.iter_turns(row)]
                        _compare({k: [part[k] for part in kept] for k in kept[0]}, turns)
                        self.counts["turns compared"] += len(turns["game"])

    def last_words(self) -> str:
        path = self.folder / "said"
        return path.read_text(errors="replace")[-600:] if path.exists() else ""

    def remove(self) -> None:
        self.wake(everyone=True)
        for pid in self.processes_below():
            self.kill(pid, "left over")
        for _, runner in self.runners:
            runner.kill()
            runner.wait()
        if self.cluster is not None:
            self.cluster.remove()
        self.database.remove()
        shutil.rmtree(self.folder, ignore_errors=True)


def _age(pid: int) -> float:
    """Return the seconds that a process has lived."""
    try:
        return time.time() - Path(f"/proc/{pid}").stat().st_ctime
    except OSError:
        return 0.0


def check(holds: bool, words: str) -> None:
    if not holds:
        raise AssertionError(words)


def _counted(tally: Tally) -> dict[str, float]:
    return {k: v for k, v in vars(tally).items() if k not in ("nanoseconds", "seconds", "tasks")}


def _compare(stored: dict[str, list[np.ndarray]], expected: dict[str, np.ndarray]) -> None:
    check(stored.keys() == expected.keys(), "other columns than expected")
    for name, parts in stored.items():
        if name != "nanoseconds":
            check(np.array_equal(np.concatenate(parts), expected[name]), f"{name} differs")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--round-seconds", type=float, default=90)
    parser.add_argument("--games", type=int, default=80_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance, total, rounds = random.Random(options.seed), Counter[str](), 0
    until = time.monotonic() + options.seconds
    kinds = [
        ("sqlite", "local"),
        ("postgresql", "local"),
        ("sqlite", "dask"),
        ("postgresql", "dask"),
    ]
    while time.monotonic() < until:
        kind, place = kinds[rounds % 4]
        one = Round(kind, place, random.Random(chance.random()), options.games)
        try:
            one.disturb(min(until, time.monotonic() + options.round_seconds))
            one.finish()
            one.compare()
        finally:
            one.remove()
        rounds += 1
        total += one.counts
        print(json.dumps({"round": rounds, "on": [kind, place], **one.counts}), flush=True)
    kills = total["workers killed"] + total["runners killed"]
    print(
        json.dumps({"rounds": rounds, "kills": kills, "lost": 0, "doubled": 0, **total}, indent=1)
    )


if __name__ == "__main__":
    main()
