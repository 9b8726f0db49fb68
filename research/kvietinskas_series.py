"""
Read off what sums per condition do not show: convergence and processor time.

`python research/kvietinskas_series.py [--store sapper.db]` writes two files to
`docs/papers/data`: the running win rates of the verification test (figures 7.1 and 7.2
of Kvietinskas 2021) from the store that `sapper experiment run` filled; and the processor
time of a game in every condition (8.6, 8.9, 8.10), which unlike the time by the clock does not
depend on what else the machine does.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Iterable, Iterator

import numpy as np
from kvietinskas_data import DATA

from sapper.agents import Games
from sapper.lab.experiments.shipped import find_experiment
from sapper.lab.experiments.stored_plan import get_enrolled
from sapper.lab.store import Store, open_store
from sapper.lab.tasks import Task, play_task

GAMES_TIMED = 300


def convergence(store: Store) -> Iterator[list[object]]:
    """Return the win rates after a growing number of games."""
    for condition in get_enrolled("kvietinskas-verification", store).conditions:
        games = Games.concat(part for _, part in store.iter_games(condition))
        counts = np.unique(np.geomspace(10, len(games), 120).astype(int))
        won = games.won.cumsum()
        free = (games.won & (games.guesses == 0)).cumsum()
        for count in counts.tolist():
            yield [condition.parameters["on"], count, int(won[count - 1]), int(free[count - 1])]


def times() -> Iterator[list[object]]:
    """Return the processor time of a game, condition by condition."""
    for name in ("kvietinskas-1", "kvietinskas-2"):
        plan = find_experiment(name)
        for condition in plan.conditions:
            task = Task(
                condition.agent, condition.rules, plan.seed, plan.agent_seed, 0, GAMES_TIMED, "sums"
            )
            began = time.process_time()
            play_task(task)
            seconds = (time.process_time() - began) / GAMES_TIMED
            values = condition.parameters
            yield [
                name,
                values["on"],
                values.get("window") or values["steps"],
                values.get("mine_count", ""),
                values["flags"],
                values["first_click"],
                round(1e6 * seconds, 1),
            ]


def write(name: str, header: list[str], rows: Iterable[list[object]]) -> None:
    """Write one file."""
    with (DATA / f"{name}.csv").open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def main() -> None:
    """Write both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", default="sapper.db")
    parser.add_argument("--without-times", action="store_true")
    options = parser.parse_args()
    with open_store(options.store, create=False) as store:
        header = ["on", "games", "wins", "wins_without_guess"]
        write("kvietinskas-convergence", header, list(convergence(store)))
    if not options.without_times:
        names = ["experiment", "on", "window_or_steps", "mine_count", "flags", "first_click"]
        write("kvietinskas-times", [*names, "microseconds"], times())


if __name__ == "__main__":
    main()
