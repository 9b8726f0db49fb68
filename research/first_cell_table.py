"""
The best first cells of small grids as a table for the core, from docs/optimum.csv.

Only the grids where the general rule of `BestFirst` is not among the best are listed. A
first click that is safe, and one that may be a mine, have the same best cells. The SHA-256 of the
lines comes first; CMake compares it and puts the lines into the library. A line is a grid
with no more rows than columns, the first click, and mines:cell each.

    python research/first_cell_table.py docs/optimum.csv native/agents/parts/first_cells.txt
"""

from __future__ import annotations

import argparse
import csv
import hashlib
from pathlib import Path

from sapper.game.cells import parse_cell


def general_first(columns: int, rows: int, mines: int, first_click: str) -> int:
    """Return the first cell by the general rule of `BestFirst`, on a small grid."""
    if first_click != "zero":
        return 0
    for step in (2, 1):
        row, column = min(step, (rows - 1) // 2), min(step, (columns - 1) // 2)
        free = (1 + (row > 0) + (row + 1 < rows)) * (1 + (column > 0) + (column + 1 < columns))
        if columns * rows - free >= mines:
            return row * columns + column
    return 0


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("csv", type=Path)
    parser.add_argument("table", type=Path)
    chosen = parser.parse_args()
    found: dict[tuple[int, int, str], dict[int, int]] = {}
    with chosen.csv.open(newline="") as file:
        for row in csv.DictReader(file):
            if row["first_click"] == "any":
                continue
            columns, rows, mines = (int(row[name]) for name in ("columns", "rows", "mines"))
            best = [parse_cell(name, columns, rows) for name in row["first"].split()]
            if general_first(columns, rows, mines, row["first_click"]) not in best:
                found.setdefault((columns, rows, row["first_click"]), {})[mines] = best[0]
    lines = "".join(
        f"{columns}x{rows} {click} {' '.join(f'{m}:{cell}' for m, cell in sorted(cells.items()))}\n"
        for (columns, rows, click), cells in sorted(found.items())
    )
    chosen.table.write_text(f"{hashlib.sha256(lines.encode()).hexdigest()}\n{lines}")


if __name__ == "__main__":
    main()
