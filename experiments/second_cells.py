"""
The best second cells of small grids as a table for the core, by exact best play.

On grids of up to 20 cells `LookAhead` searches every layout to the end; after the first
clue that can take close to a million nodes. Where it takes more than ``--nodes``, its
choice is written down instead, with the layouts that it wins.

    python experiments/second_cells.py docs/optimum.csv native/agents/second_cells.h
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Final

from sapper import Rules, _core
from sapper.agents.playthrough import Playthrough
from sapper.agents.registry import load_agent
from sapper.agents.strongest import EFFORTS
from sapper.game.cells import neighbours
from sapper.game.codes import COVERED

OPTIONS: Final = asdict(EFFORTS["normal"]) | {"few_table": 0, "few_nodes": 2_000_000}
MOST_CELLS: Final = int(OPTIONS["few_cells"])

HEADER: Final = """// The best second cells of small grids where the search for them is long.
//
// Written by experiments/second_cells.py. Grids with no more rows than columns, and the
// first cell of BestFirst; each row is what exact best play over all layouts gave.
#pragma once

#include <array>
#include <cstdint>

namespace sapper {{

struct SecondCellEntry {{
    std::uint8_t columns, rows, mines;
    std::uint8_t first, clue;
    std::uint8_t second;
    double risk, value;  // of the second cell
}};

// clang-format off
inline constexpr std::array<SecondCellEntry, {count}> SECOND_CELLS{{{{
{lines}
}}}};
// clang-format on

}}  // namespace sapper
"""


def find_long(rules: Rules, most: int) -> Iterator[str]:
    """Search after each clue of the first cell; a row for each that takes too long."""
    turn = Playthrough(load_agent("strongest"), rules, 1).next_turn()
    if turn is None or turn.cell is None:
        return
    around = len(neighbours(turn.cell, rules.columns, rules.rows))
    for clue in range(1, min(around, rules.num_mines) + 1):
        cells = bytearray([COVERED] * rules.num_cells)
        cells[turn.cell] = clue
        grid = (rules.columns, rules.rows, rules.num_mines, bytes(cells))
        cell, nodes, candidates = _core.search_guess(*grid, OPTIONS)
        if nodes > most:
            print(rules.size, f"clue {clue}: {nodes} nodes", flush=True)
            _, risk, _, value, is_exact = candidates[0]
            if candidates[0][0] != cell or not is_exact:
                raise SystemExit("expected an exact best cell")
            numbers = (rules.columns, rules.rows, rules.num_mines, turn.cell, clue, cell)
            yield f"    {{{', '.join(map(str, numbers))}, {risk!r}, {value!r}}},"


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("csv", type=Path)
    parser.add_argument("header", type=Path)
    parser.add_argument("--nodes", type=int, default=150_000)
    chosen = parser.parse_args()
    lines: list[str] = []
    with chosen.csv.open(newline="") as file:
        for row in csv.DictReader(file):
            columns, rows, mines = (int(row[name]) for name in ("columns", "rows", "mines"))
            is_long = int(row["nodes"]) > chosen.nodes
            if row["first_click"] == "safe" and columns * rows <= MOST_CELLS and is_long:
                lines += find_long(Rules(columns, rows, mines, first_click="safe"), chosen.nodes)
    chosen.header.write_text(HEADER.format(count=len(lines), lines="\n".join(lines)))


if __name__ == "__main__":
    main()
