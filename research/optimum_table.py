"""
The value of every small grid under best play, as docs/optimum.csv.

Goes through all grids of at most 25 cells with no more rows than columns, and 6x6, with
the fewest layouts first, or through those that are named, and appends a row per grid and
rule. What the file has already is not done again; a grid beyond the limits is left out,
and asked for again with larger ones. A first cell that is always safe is searched like one
that may be a mine, with the same wins: one search fills the rows of both rules.

    python research/optimum_table.py docs/optimum.csv --max-nodes 30000000
    python research/optimum_table.py docs/optimum.csv --grids 6x6x5 6x6x6
"""

from __future__ import annotations

import argparse
import csv
import math
import time
from pathlib import Path
from typing import Final

from sapper.errors import BudgetExceededError, SapperError
from sapper.game.cells import format_cell
from sapper.game.rules import Rules
from sapper.logic import find_optimum

FIELDS: Final = (
    "columns", "rows", "mines", "first_click", "wins", "layouts", "states", "nodes", "first",
    "seconds",
)  # fmt: skip
MAX_CELLS: Final = 25


def list_grids(max_layouts: int) -> list[tuple[int, int, int]]:
    """Return columns, rows and mines of every grid, those with the fewest layouts first."""
    sizes = [
        (columns, rows)
        for rows in range(1, 6)
        for columns in range(max(rows, 2), MAX_CELLS + 1)
        if columns * rows <= MAX_CELLS
    ]
    grids = [
        (columns, rows, mines)
        for columns, rows in [*sizes, (6, 6)]
        for mines in range(1, columns * rows)
        if math.comb(columns * rows, mines) <= max_layouts
    ]
    return sorted(grids, key=lambda grid: (math.comb(grid[0] * grid[1], grid[2]), grid))


def read_done(path: Path) -> set[tuple[int, int, int, str]]:
    """Return the conditions that the file has."""
    if not path.exists():
        return set()
    with path.open(newline="") as file:
        return {
            (int(row["columns"]), int(row["rows"]), int(row["mines"]), row["first_click"])
            for row in csv.DictReader(file)
        }


def measure(rules: Rules, max_nodes: int, max_layouts: int) -> dict[str, object] | None:
    """Solve one grid; None beyond the limits, or where the rule has no room for the mines."""
    began = time.process_time()
    try:
        found = find_optimum(rules, max_nodes=max_nodes, max_layouts=max_layouts)
    except BudgetExceededError:
        return None
    seconds = time.process_time() - began
    first = " ".join(format_cell(cell, rules.columns) for cell in found.first)
    values = (
        rules.columns, rules.rows, rules.num_mines, rules.first_click, found.wins,
        found.layouts, found.states, found.nodes, first, f"{seconds:.3f}",
    )  # fmt: skip
    return dict(zip(FIELDS, values, strict=True))


def measure_grid(
    grid: tuple[int, int, int], missing: set[str], max_nodes: int, max_layouts: int
) -> list[dict[str, object]]:
    """Solve one grid for the rules that are missing."""
    columns, rows, mines = grid
    found: list[dict[str, object]] = []
    for first_click in ("safe", "zero"):
        wanted = missing & ({"any", "safe"} if first_click == "safe" else {"zero"})
        try:
            rules = Rules.parse(f"{columns}x{rows}x{mines}", first_click=first_click)
        except SapperError:
            continue  # the rule leaves no room
        row = measure(rules, max_nodes, max_layouts) if wanted else None
        if row is not None and "any" in wanted:
            layouts = math.comb(columns * rows, mines)
            found.append(row | {"first_click": "any", "layouts": layouts})
        if row is not None and first_click in wanted:
            found.append(row)
    return found


def main() -> None:
    """Append what is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("csv", type=Path)
    parser.add_argument("--grids", nargs="*", help="only these, as 6x6x5")
    parser.add_argument("--max-layouts", type=int, default=3_000_000)
    parser.add_argument("--max-nodes", type=int, default=30_000_000)
    parser.add_argument("--seconds", type=float, default=math.inf, help="processor time in all")
    chosen = parser.parse_args()
    named = [Rules.parse(size) for size in chosen.grids or ()]
    grids = [(one.columns, one.rows, one.num_mines) for one in named]
    done = read_done(chosen.csv)
    is_new = not chosen.csv.exists()
    with chosen.csv.open("a", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        if is_new:
            writer.writeheader()
        for grid in grids or list_grids(chosen.max_layouts):
            missing = {rule for rule in ("any", "safe", "zero") if (*grid, rule) not in done}
            if time.process_time() > chosen.seconds:
                return
            rows = measure_grid(grid, missing, chosen.max_nodes, chosen.max_layouts)
            writer.writerows(rows)
            file.flush()


if __name__ == "__main__":
    main()
