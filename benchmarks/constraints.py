"""
Constraints without a grid against the grid's engine, on the same constraints.

Of each expert position every clue is a constraint over its covered neighbours. Both are asked
for all risks, in turn, the best of several rounds each; the least ratio a user sees is that
of the sums::

    python -m benchmarks.constraints --positions 200
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from benchmarks.engine_positions import KINDS, take_positions

from sapper import Position, analyse
from sapper.logic import Constraints


def read_constraints(position: Position) -> Constraints:
    """Return a position's clues as constraints over its covered cells."""
    number = {cell: i for i, cell in enumerate(position.covered)}
    given = Constraints(len(number), position.num_mines)
    for cell in range(position.columns * position.rows):
        clue = position.clue(cell)
        around = [number[one] for one in position.neighbours(cell) if one in number]
        if clue is not None and around:
            given.add(around, clue)
    return given


def measure(work: Callable[[], object]) -> float:
    """Return how long work took, in seconds."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def compare(position: Position, rounds: int) -> tuple[float, float]:
    """Return the best seconds of the grid's engine and of its constraints alone."""
    given = read_constraints(position)
    pairs = [
        (measure(lambda: analyse(position).risk), measure(lambda: given.solve().risk))
        for _ in range(rounds)
    ]
    return min(a for a, _ in pairs), min(b for _, b in pairs)


def main() -> None:
    """Print the times of each kind of position, and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=200, help="of each kind")
    parser.add_argument("--rounds", type=int, default=15, help="of which the best counts")
    options = parser.parse_args()
    print(f"{'kind':10} {'grid, µs':>10} {'constraints, µs':>16} {'ratio':>6}")
    for kind in KINDS:
        times = [compare(one, options.rounds) for one in take_positions(kind, options.positions)]
        grid, alone = (sum(column) / len(times) * 1e6 for column in zip(*times, strict=True))
        print(f"{kind:10} {grid:10.1f} {alone:16.1f} {alone / grid:6.2f}")


if __name__ == "__main__":
    main()
