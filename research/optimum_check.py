"""
Whether `strongest` wins what best play wins, on every small grid where that is known.

Follows every layout of the grids of docs/optimum.csv of up to 20 cells, or of the size
asked for, through the choices of the player, those with the fewest layouts first, and prints
what it loses, in points.

    python research/optimum_check.py docs/optimum.csv --max-layouts 20000
    python research/optimum_check.py docs/optimum.csv --grids 5x4x9 10x2x9
    python research/optimum_check.py docs/optimum.csv --cells 21 25 --max-layouts 60000
"""

from __future__ import annotations

import argparse
import csv
import time
from fractions import Fraction
from pathlib import Path

from optimum_gap import exact_gap

from sapper import Rules
from sapper.agents.house import EFFORTS


def main() -> None:
    """Follow and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("csv", type=Path)
    parser.add_argument("--grids", nargs="*", help="only these, as 5x4x9")
    parser.add_argument("--cells", nargs=2, type=int, default=(1, 20), help="fewest and most cells")
    parser.add_argument("--effort", choices=tuple(EFFORTS), default="normal")
    parser.add_argument("--min-layouts", type=int, default=0)
    parser.add_argument("--max-layouts", type=int, default=200_000)
    chosen = parser.parse_args()
    with chosen.csv.open(newline="") as file:
        rows = sorted(csv.DictReader(file), key=lambda row: int(row["layouts"]))
    num_rows, num_exact, worst = 0, 0, (Fraction(0), "")
    for row in rows:
        size, first_click = f"{row['columns']}x{row['rows']}x{row['mines']}", row["first_click"]
        layouts = int(row["layouts"])
        num_cells = int(row["columns"]) * int(row["rows"])
        has_cells = chosen.cells[0] <= num_cells <= chosen.cells[1]
        is_wanted = size in chosen.grids if chosen.grids else has_cells
        if first_click == "any" or not is_wanted:
            continue  # a first cell that may be a mine wins what a safe one wins
        if not chosen.min_layouts <= layouts <= chosen.max_layouts:
            continue
        began = time.process_time()
        rules = Rules.parse(size, first_click=first_click)
        gap = exact_gap(rules, chosen.effort, Fraction(int(row["wins"]), layouts))
        num_rows += 1
        num_exact += gap == 0
        worst = max(worst, (gap, f"{size} {first_click}"))
        if gap or chosen.grids:
            spent = time.process_time() - began
            print(f"{size} {first_click}: {100 * float(gap):.4f} points, {spent:.1f} s", flush=True)
    print(f"{num_exact} of {num_rows} grids and rules as best play", end="; ")
    print(f"worst {100 * float(worst[0]):.4f} points {worst[1]}")


if __name__ == "__main__":
    main()
