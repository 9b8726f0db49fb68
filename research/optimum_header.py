"""
The best first cells of small grids as a table for the core, from docs/optimum.csv.

Only the grids where the general rule of `BestFirst` is not among the best are listed. A
first click that is safe, and one that may be a mine, have the same best cells.

    python research/optimum_header.py docs/optimum.csv native/agents/first_cells.h
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

from sapper.game.cells import parse_cell

HEADER = """// The best first cells of small grids, from exact best play (docs/optimum.csv).
//
// Written by research/optimum_header.py. Grids with no more rows than columns; only
// those where the general rule of BestFirst is not among the best.
#pragma once

#include <array>
#include <cstdint>

namespace sapper {{

struct FirstCellEntry {{
    std::uint8_t columns, rows, mines;
    bool is_zero;  // the first click is a zero; else it is safe, or anything
    std::uint8_t cell;
}};

// clang-format off
inline constexpr std::array<FirstCellEntry, {count}> FIRST_CELLS{{{{
{lines}
}}}};
// clang-format on

}}  // namespace sapper
"""


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
    parser.add_argument("header", type=Path)
    chosen = parser.parse_args()
    entries = []
    with chosen.csv.open(newline="") as file:
        for row in csv.DictReader(file):
            if row["first_click"] == "any":
                continue
            columns, rows, mines = (int(row[name]) for name in ("columns", "rows", "mines"))
            best = [parse_cell(name, columns, rows) for name in row["first"].split()]
            if general_first(columns, rows, mines, row["first_click"]) not in best:
                entries.append((columns, rows, mines, row["first_click"] == "zero", best[0]))
    lines = [
        f"    {{{c}, {r}, {m}, {'true' if zero else 'false'}, {cell}}},"
        for c, r, m, zero, cell in sorted(entries)
    ]
    chosen.header.write_text(HEADER.format(count=len(lines), lines="\n".join(lines)))


if __name__ == "__main__":
    main()
