"""
Which cell to open after the first one, r1c1, has shown a clue.

Other cells are played out by the fast player against the one that `strongest` opens, on
the same layouts: all of them briefly, the best eight, four and three ever longer. Prints
the last three with their difference in points and its 95 % interval.

    python research/second_guess.py 9x9x10 16x16x40
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from typing import Final, NamedTuple

import numpy as np

from sapper import Position, _core
from sapper.agents.house import EFFORTS

# Playouts for each cell, and how many cells get them.
ROUNDS: Final = ((200, 10**9), (800, 8), (3200, 4), (12_800, 3))
# Up to this many cells all are tried, beyond it only those near the corner and on the border.
FEW_CELLS: Final = 99


class Difference(NamedTuple):
    """What opening a cell gains, in points, and half of its 95 % interval."""

    mean: float
    error: float


def list_cells(position: Position) -> Iterator[int]:
    """List the cells to try, one of each two that a mirror exchanges."""
    columns, rows = position.columns, position.rows
    for cell in range(1, columns * rows):
        row, column = divmod(cell, columns)
        if columns == rows and row > column:
            continue
        across = row in (0, rows - 1) and (column < 6 or column >= columns - 2 or column % 4 == 0)
        down = column in (0, columns - 1) and (row < 6 or row >= rows - 2 or row % 4 == 0)
        if columns * rows <= FEW_CELLS or (row < 4 and column < 4) or across or down:
            yield cell


def play_out(position: Position, cell: int, other: int, count: int, seed: int) -> Difference:
    """Play both cells out on the same layouts."""
    pairs = _core.paired_playouts(position, cell, other, asdict(EFFORTS["fast"]), count, seed)
    gains = 100 * (np.array(pairs[0]) - np.array(pairs[1]))
    return Difference(float(gains.mean()), float(1.96 * gains.std() / np.sqrt(count)))


def find_best(position: Position, chosen: int) -> dict[int, Difference]:
    """Return the best three cells beside the chosen one, best first."""
    alive = [cell for cell in list_cells(position) if cell != chosen]
    found: dict[int, Difference] = {}
    for number, (count, most) in enumerate(ROUNDS):
        alive = alive[:most]
        found = {cell: play_out(position, cell, chosen, count, 1 + 1000 * number) for cell in alive}
        alive.sort(key=lambda cell: -found[cell].mean)
    return {cell: found[cell] for cell in alive}


def main() -> None:
    """Try the cells after a 1, a 2 and a 3."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("on", nargs="+", help="columns x rows x mines")
    for size in parser.parse_args().on:
        columns, rows, mines = map(int, size.split("x"))
        for clue in (1, 2, 3):
            blank = Position.blank(columns, rows, mines)
            position = Position(columns, rows, mines, bytes([clue]) + blank.cells[1:])
            chosen = _core.search_guess(position, asdict(EFFORTS["normal"])).cell
            name = position.format_cell(chosen)
            print(f"{size}, r1c1 shows {clue}: strongest opens {name}; instead", flush=True)
            for cell, gain in find_best(position, chosen).items():
                print(f"  {position.format_cell(cell)} {gain.mean:+.2f} ± {gain.error:.2f}")


if __name__ == "__main__":
    main()
