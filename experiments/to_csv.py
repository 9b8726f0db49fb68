"""
Play an experiment's conditions and keep one row of sums per condition.

A plain reader of the TOML files beside it, for runs whose games need not be kept:
`python experiments/to_csv.py experiments/kvietinskas-2.toml out.csv [--workers 2]`.
Games are played in rounds over all conditions and the file is written after
every round; started again, it goes on where it stopped. `sapper experiment`
keeps every game instead.
"""

from __future__ import annotations

import argparse
import csv
import tomllib
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any

from sapper.agents import load_agent, play_seeds
from sapper.agents.play import game_seeds
from sapper.game.rules import Rules

ROUND = 2500
RULES_KEYS = ("on", "first_click")
SUMS = ("games", "wins", "wins_without_guess", "guesses", "seconds")


def conditions_of(plan: dict[str, Any]) -> list[dict[str, str]]:
    """Give every combination of the parameters but those left out."""
    names = list(plan["parameters"])
    constants = {key: str(value) for key, value in plan.get("constants", {}).items()}
    found = []
    for values in product(*plan["parameters"].values()):
        row = constants | {name: str(value) for name, value in zip(names, values, strict=True)}
        if not any(_matches(row, rule) for rule in plan.get("leave_out", [])):
            found.append(row)
    return found


def _matches(row: dict[str, str], rule: dict[str, Any]) -> bool:
    return all(
        row[key] in [str(item) for item in (value if isinstance(value, list) else [value])]
        for key, value in rule.items()
    )


def play(job: tuple[dict[str, str], int, int, int, int]) -> dict[str, float]:
    """Play some games of a condition and add them up."""
    row, seed, agent_seed, first, count = job
    options = ",".join(f"{k}={v}" for k, v in row.items() if k not in (*RULES_KEYS, "agent"))
    agent = load_agent(f"{row['agent']}:{options}")
    rules = Rules.parse(row["on"], first_click=row["first_click"])
    games = play_seeds(agent, rules, game_seeds(seed, first, count), agent_seed=agent_seed)
    return {
        "games": count,
        "wins": games.wins,
        "wins_without_guess": games.wins_without_guess,
        "guesses": int(games.guesses.sum()),
        "seconds": float(games.nanoseconds.sum()) / 1e9,
    }


def main() -> None:
    """Run what is missing of an experiment."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("plan", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", type=int)
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    plan = tomllib.loads(args.plan.read_text())
    rows = conditions_of(plan)
    sums: list[dict[str, float]] = [dict.fromkeys(SUMS, 0) for _ in rows]
    if args.out.exists():
        with args.out.open() as file:
            sums = [{key: float(row[key]) for key in SUMS} for row in csv.DictReader(file)]
    total = args.games or plan["games"]
    with ProcessPoolExecutor(args.workers) as pool:
        for first in range(int(sums[0]["games"]), total, ROUND):
            seeds = (plan["seed"], plan["agent_seed"], first, min(ROUND, total - first))
            for into, found in zip(
                sums, pool.map(play, [(row, *seeds) for row in rows]), strict=True
            ):
                for key in SUMS:
                    into[key] += found[key]
            _write(args.out, rows, sums)
            print(f"{first + seeds[-1]} of {total} games a condition", flush=True)


def _write(path: Path, rows: list[dict[str, str]], sums: list[dict[str, float]]) -> None:
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, [*rows[0], *SUMS], lineterminator="\n")
        writer.writeheader()
        for row, added in zip(rows, sums, strict=True):
            numbers = {
                key: round(value, 3) if key == "seconds" else int(value)
                for key, value in added.items()
            }
            writer.writerow({**row, **numbers})


if __name__ == "__main__":
    main()
