r"""
The best second cells of small grids as a table for the core, by exact best play.

On grids of up to 20 cells `LookAhead` searches every layout to the end; after the first
clue that can take millions of nodes. Where it takes more than ``--nodes``, the choice of
exact best play is written down instead, with the layouts that it wins. Of grids that are not
named the rows are kept.

    python research/second_cells.py docs/optimum.csv native/agents/second_cells.h
    python research/second_cells.py docs/optimum.csv native/agents/second_cells.h \
        --nodes 1000 --grids 10x2x6 10x2x7 10x2x8 10x2x9 10x2x10 10x2x11 19x1x10

The committed table is what these two give, one after the other: on the grids of the second
a node takes longer.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Final

from sapper import Position, Rules, _core
from sapper.agents.playthrough import Playthrough
from sapper.agents.registry import load_agent
from sapper.agents.strongest import EFFORTS
from sapper.errors import InconsistentPositionError
from sapper.game.cells import neighbours
from sapper.game.codes import COVERED

OPTIONS: Final = asdict(EFFORTS["normal"]) | {"few_table": 0}
MOST_LAYOUTS: Final = 200_000
MOST_NODES: Final = 100_000_000
MOST_CELLS: Final = int(OPTIONS["few_cells"])

HEADER: Final = """// The best second cells of small grids where the search for them is long.
//
// Written by research/second_cells.py. Grids with no more rows than columns, and the
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
        position = Position(rules.columns, rules.rows, rules.num_mines, bytes(cells))
        try:
            found = _core.search_guess(position, OPTIONS | {"few_nodes": most})
        except InconsistentPositionError:
            continue  # that clue cannot be shown
        if found.nodes > most:
            numbers = (rules.columns, rules.rows, rules.num_mines, turn.cell, clue)
            yield f"    {{{', '.join(map(str, numbers))}, {find_best(position)}}},"


def find_best(position: Position) -> str:
    """Return the best cell of a position, its risk and its value, by exact best play."""
    is_done, parts, nodes, _ = _core.position_value(position, True, MOST_LAYOUTS, MOST_NODES, False)
    if not is_done or len(parts) != 1:
        raise SystemExit("expected a position in reach, of one part")
    _, wins, _, layouts, _, candidates = parts[0]
    cell, safe = next(one[:2] for one in candidates if one[2] == wins and one[3])
    size = f"{position.columns}x{position.rows}x{position.num_mines}"
    print(f"{size}: {wins} of {layouts}, {nodes} nodes", flush=True)
    return f"{cell}, {1 - safe / layouts!r}, {wins / layouts!r}"


def read_lines(header: Path, grids: list[str]) -> list[str]:
    """Return the rows that a header has of other grids than these."""
    lines = [line for line in header.read_text().splitlines() if line.startswith("    {")]
    names = ["x".join(line.strip(" {").split(", ")[:3]) for line in lines]
    return [line for line, name in zip(lines, names, strict=True) if name not in grids]


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("csv", type=Path)
    parser.add_argument("header", type=Path)
    parser.add_argument("--nodes", type=int, default=40_000)
    parser.add_argument("--grids", nargs="*", help="only these, as 5x4x8; the others are kept")
    chosen = parser.parse_args()
    lines = read_lines(chosen.header, chosen.grids) if chosen.grids else []
    with chosen.csv.open(newline="") as file:
        for row in csv.DictReader(file):
            columns, rows, mines = (int(row[name]) for name in ("columns", "rows", "mines"))
            is_long = f"{columns}x{rows}x{mines}" in (chosen.grids or [f"{columns}x{rows}x{mines}"])
            if row["first_click"] == "safe" and columns * rows <= MOST_CELLS and is_long:
                lines += find_long(Rules(columns, rows, mines, first_click="safe"), chosen.nodes)
    chosen.header.write_text(HEADER.format(count=len(lines), lines="\n".join(lines)))


if __name__ == "__main__":
    main()
