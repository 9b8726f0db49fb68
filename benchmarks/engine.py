"""
The exact engine's speed, and how it compares with the fastest peer on PyPI.

    python -m benchmarks.engine                 the four kinds, alternating with ms_toollib
    python -m benchmarks.engine --growth        time per cell from 16x16 to 1000x1000

Both sides get each position once in turn, in one process, through their Python
calls; `ms_toollib`'s first call is left out because it loads tables. Nothing is
remembered between calls on our side.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

import numpy as np
from benchmarks.engine_positions import KINDS, take_positions

from sapper.errors import BudgetExceededError, IllegalMoveError
from sapper.game import Game, Layout, Position
from sapper.game.codes import COVERED
from sapper.logic import analyse

GOALS = {"stuck": 40, "guess": 60, "hard": 250, "scattered": 3000}
GRIDS = ((16, 16), (30, 16), (64, 64), (128, 128), (256, 256), (512, 512), (1000, 1000))
DENSITY = 99 / 480
Peer = Callable[[list[list[int]], int], object]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--kinds", nargs="*", default=list(KINDS), choices=KINDS)
    parser.add_argument("--no-peer", action="store_true", help="leave ms_toollib out")
    parser.add_argument("--growth", action="store_true")
    options = parser.parse_args()
    if options.growth:
        print_growth()
        return
    peer = None if options.no_peer else load_peer()
    print(
        f"{'kind':10} {'mean':>8} {'median':>8} {'p99':>8} {'worst':>8} {'goal':>6}"
        f" {'refused':>8} {'peer mean':>10} {'ratio':>6}   microseconds"
    )
    for kind in options.kinds:
        print_kind(kind, take_positions(kind, options.positions), peer)


def print_kind(kind: str, positions: list[Position], peer: Peer | None) -> None:
    """Alternate the two sides over the positions of a kind."""
    ours: list[float] = []
    theirs: list[float] = []
    refused = 0
    for position in positions:
        start = time.perf_counter()
        try:
            analyse(position)
        except BudgetExceededError:
            refused += 1
        ours.append(1e6 * (time.perf_counter() - start))
        if peer is not None:
            board = to_board(position)
            start = time.perf_counter()
            peer(board, position.num_mines)
            theirs.append(1e6 * (time.perf_counter() - start))
    mean = statistics.mean(ours)
    line = (
        f"{kind:10} {mean:8.1f} {statistics.median(ours):8.1f} "
        f"{sorted(ours)[len(ours) * 99 // 100]:8.1f} {max(ours):8.1f} {GOALS[kind]:6} {refused:8}"
    )
    if theirs:
        line += f" {statistics.mean(theirs):10.1f} {statistics.mean(theirs) / mean:6.1f}"
    print(line, flush=True)


def to_board(position: Position) -> list[list[int]]:
    """Write a position as ms_toollib reads it: 10 for covered."""
    return [[10 if code == COVERED else code for code in row] for row in position.array.tolist()]


def load_peer() -> Peer:
    """Return ms_toollib's engine, warmed up."""
    import ms_toollib

    peer: Peer = ms_toollib.cal_probability_onboard
    first = take_positions("stuck", 1)[0]
    peer(to_board(first), first.num_mines)
    return peer


def print_growth() -> None:
    """Show how time grows with the grid on positions opened by play."""
    print(f"{'grid':>10} {'covered':>8} {'milliseconds':>13} {'us per cell':>12}")
    for columns, rows in GRIDS:
        for rounds in (2, 8, 60):
            position = open_by_play(columns, rows, rounds)
            best = min(timed_analysis(position) for _ in range(3))
            cells = columns * rows
            covered = len(position.covered) / cells
            print(
                f"{columns:>5}x{rows:<4} {covered:8.0%} {1e3 * best:13.3f} "
                f"{1e6 * best / cells:12.4f}",
                flush=True,
            )


def timed_analysis(position: Position) -> float:
    """Time one call in seconds."""
    start = time.perf_counter()
    analyse(position)
    return time.perf_counter() - start


def open_by_play(columns: int, rows: int, rounds: int) -> Position:
    """Open a cascade for every 480 cells, then for some rounds all that is proven safe."""
    rng = random.Random(columns)
    num_cells = columns * rows
    mines = rng.sample(range(num_cells), round(num_cells * DENSITY))
    framed = np.zeros((rows + 2, columns + 2), np.uint8)
    framed[1:-1, 1:-1].flat[mines] = 1
    around = sum(framed[r : r + rows, c : c + columns] for r in range(3) for c in range(3))
    zeros = np.flatnonzero(np.asarray(around) == 0).tolist()
    game = Game.on_layout(Layout(columns, rows, tuple(sorted(mines))))
    for i in range(rounds + 1):
        starts = rng.sample(zeros, max(1, num_cells // 480)) if i == 0 else None
        safe = analyse(game.position).safe if starts is None else starts
        for cell in safe:
            try:
                game.reveal(cell)
            except IllegalMoveError:
                continue  # a cascade was there first
        if not safe:
            break
    return game.position


if __name__ == "__main__":
    main()
