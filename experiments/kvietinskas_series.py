"""
Measure what sums per condition do not tell: convergence, samples, processor time.

`python experiments/kvietinskas_series.py` writes three files to `docs/papers/data`:
the running win rates of the verification test (figures 7.1 and 7.2 of seed 000),
the samples that the naive agent considers, one a turn on the whole grid (8.11), and
the processor time of a game in every condition (8.6, 8.9, 8.10), which unlike the
time by the clock does not depend on what else the machine does.
"""

from __future__ import annotations

import csv
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from kvietinskas_data import DATA, GRIDS, STEPS
from to_csv import conditions_of, play

from sapper.agents import load_agent, play_seeds
from sapper.agents.play import game_seeds
from sapper.agents.turns import play_turns
from sapper.game.rules import Rules

GAMES = 100_000
GAMES_WITH_TURNS = 1000
GAMES_TIMED = 300


def convergence() -> Iterator[list[object]]:
    """Give the win rates after a growing number of games."""
    counts = np.unique(np.geomspace(10, GAMES, 120).astype(int))
    agent = load_agent("kvietinskas/optimal:first=r4c4")
    for on in GRIDS[1:]:
        rules = Rules.parse(on, first_click="zero")
        games = play_seeds(agent, rules, game_seeds(40, 0, GAMES), agent_seed=4040)
        won = games.won.cumsum()
        free = (games.won & (games.guesses == 0)).cumsum()
        for count in counts.tolist():
            yield [on, count, int(won[count - 1]), int(free[count - 1])]


def samples() -> Iterator[list[object]]:
    """Give the turns in which the naive agent looks at the grid, by step limit."""
    for on in GRIDS:
        for flags in ("yes", "no"):
            for steps in STEPS:
                agent = load_agent(f"kvietinskas/naive:steps={steps},flags={flags}")
                rules = Rules.parse(on, first_click="zero")
                seeds = game_seeds(5050, 0, GAMES_WITH_TURNS)
                _, turns = play_turns(agent, rules, seeds, agent_seed=50)
                looks = int((turns["part"] != 0).sum())
                yield [on, flags, steps, GAMES_WITH_TURNS, looks]


def times() -> Iterator[list[object]]:
    """Give the processor time of a game, condition by condition."""
    for name in ("kvietinskas-1", "kvietinskas-2"):
        plan = tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text())
        for row in conditions_of(plan):
            began = time.process_time()
            play((row, plan["seed"], plan["agent_seed"], 0, GAMES_TIMED))
            seconds = (time.process_time() - began) / GAMES_TIMED
            size = row.get("window") or row["steps"]
            mines = row.get("mine_count", "")
            yield [
                name,
                row["on"],
                size,
                mines,
                row["flags"],
                row["first_click"],
                round(1e6 * seconds, 1),
            ]


def write(name: str, header: list[str], rows: Iterator[list[object]]) -> None:
    """Write one file."""
    with (DATA / f"{name}.csv").open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def main() -> None:
    """Measure all three."""
    header = ["on", "games", "wins", "wins_without_guess"]
    write("kvietinskas-convergence", header, convergence())
    write("kvietinskas-samples", ["on", "flags", "steps", "games", "samples"], samples())
    names = [
        "experiment",
        "on",
        "window_or_steps",
        "mine_count",
        "flags",
        "first_click",
        "microseconds",
    ]
    write("kvietinskas-times", names, times())


if __name__ == "__main__":
    main()
