"""
Where `strongest` should begin: games won from each of some first cells.

Every cell plays the same seeds with the fast effort. Rows are appended to a CSV file
(docs/openings.csv is the committed one), from which `BestFirst` takes the standard
grids; small grids are taken from the exact table (docs/optimum.csv).

    python research/openings.py 9x9x10 zero --games 20000 --csv docs/openings.csv
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from typing import Final

from sapper import Rules, play_games
from sapper.lab.stats.statistics import wilson_interval

FIELDS: Final = ("on", "first_click", "first", "games", "seed", "won", "low", "high")
CELLS: Final = (
    "r1c1", "r1c2", "r1c3", "r1c4", "r2c2", "r2c3", "r2c4", "r3c3", "r3c4", "r4c4", "r4c5", "r5c5",
)  # fmt: skip


def main() -> None:
    """Play and append a row for each cell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("on")
    parser.add_argument("first_click")
    parser.add_argument("--cells", nargs="+", default=list(CELLS))
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=5100)
    parser.add_argument("--csv", type=Path, required=True)
    chosen = parser.parse_args()
    rules = Rules.parse(chosen.on, first_click=chosen.first_click)
    is_new = not chosen.csv.exists()
    with chosen.csv.open("a", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        if is_new:
            writer.writeheader()
        for cell in chosen.cells:
            games = play_games(
                f"strongest:effort=fast,first={cell}", rules, chosen.games, chosen.seed
            )
            low, high = wilson_interval(games.wins, chosen.games)
            numbers = (f"{100 * x:.3f}" for x in (games.wins / chosen.games, low, high))
            row = (rules.size, rules.first_click, cell, chosen.games, chosen.seed, *numbers)
            writer.writerow(dict(zip(FIELDS, row, strict=True)))
            file.flush()
            print(*row, flush=True)


if __name__ == "__main__":
    main()
