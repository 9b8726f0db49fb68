"""
DSScsp against plain backtracking on the same stuck positions, and games a second.

    python -m benchmarks.sinha [--positions 1000] [--seconds 5] [--games 5000]

Positions are those of games in which single point proves nothing; both searches list
all solutions of all clues together, alternating, the least of several short runs each.
Once as single point leaves them, known mines flagged (2.0 against 3.0), and once without
flags, which is what plain backtracking alone sees (1.0 against 3.0, DSS included in its
time). A position that either cannot finish in the given time is counted apart.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import Final, Literal

from sapper import Position, Rules, play_games
from sapper.agents import Agent, Playthrough
from sapper.agents.deducers import SinglePoint
from sapper.agents.guessers import LeastRisk
from sapper.agents.openers import RandomCell
from sapper.agents.play import game_seeds
from sapper.game.codes import COVERED, FLAGGED
from sapper.logic.solutions import Solutions, list_solutions

Method = Literal["backtracking", "dsscsp"]
Pruning = Literal["complete", "over", "bounds"]
PRUNINGS: Final[tuple[Pruning, ...]] = ("complete", "over", "bounds")
# Runs of a search, unless it takes this many seconds.
REPEATS, SHORT = 7, 0.001
PLAYER = Agent(RandomCell(), (SinglePoint(),), LeastRisk())


def stuck_positions(size: str, count: int) -> list[Position]:
    """Play games and return the positions in which a guess is due."""
    found: list[Position] = []
    seeds = game_seeds(12, 0, 100 * count).tolist()
    while len(found) < count:
        game = Playthrough(PLAYER, Rules.parse(size), seeds.pop())
        before = game.position
        for turn in game:
            if turn.role == "guesser":
                found.append(before)
            before = turn.position
    return found[:count]


def without_flags(position: Position) -> Position:
    """Return the position as somebody sees it who has proven nothing."""
    cells = position.cells.replace(bytes([FLAGGED]), bytes([COVERED]))
    return Position(position.columns, position.rows, position.num_mines, cells)


def search(position: Position, method: Method, prune: Pruning, seconds: float) -> Solutions:
    """List all solutions; of a short search the quickest run."""
    runs: list[Solutions] = []
    while not runs or (len(runs) < REPEATS and runs[0].seconds < SHORT):
        found = list_solutions(position, method, prune=prune, seconds=seconds, keep=False)
        runs.append(found)
    return min(runs, key=lambda run: run.seconds)


def compare(name: str, positions: list[Position], seconds: float) -> None:
    """Print the median ratios of times and edges for each way to prune."""
    ratios: dict[Pruning, list[tuple[float, float]]] = {prune: [] for prune in PRUNINGS}
    late = dict.fromkeys(("dsscsp", *PRUNINGS), 0)
    for position in positions:
        quick = search(position, "dsscsp", "complete", seconds)
        late["dsscsp"] += quick.end == "clock"
        for prune in PRUNINGS:
            plain = search(position, "backtracking", prune, seconds)
            late[prune] += plain.end == "clock"
            if "clock" in (quick.end, plain.end):
                continue
            if quick.count != plain.count:
                raise AssertionError(f"{quick.count} and {plain.count} solutions: {position}")
            ratio = plain.seconds / max(quick.seconds, 1e-9)
            ratios[prune].append((ratio, plain.nodes / max(quick.nodes, 1)))
    for prune, rows in ratios.items():
        times, edges = [row[0] for row in rows], [row[1] for row in rows]
        quarters = ", ".join(f"{value:.1f}" for value in statistics.quantiles(times, n=4))
        print(
            f"{name}, {prune}: {len(rows)} positions, ratio of times by quarters {quarters}, "
            f"mean {statistics.mean(times):.1f}; of edges, median {statistics.median(edges):.1f}",
            flush=True,
        )
    print(f"{name}: not done in {seconds:g} s of {len(positions)}: {late}", flush=True)


def measure_speed(games: int) -> None:
    """Print beginner games a second of one process, by its own processor time."""
    for version in ("v3.0", "v3.5", "v4.0", "v4.5", "v5.0", "v5.5", "v6.0", "v6.5"):
        began = time.process_time()
        play_games(f"sinha/{version}", Rules.parse("beginner"), games, seed=12)
        print(f"sinha/{version}: {games / (time.process_time() - began):,.0f} games a second")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--games", type=int, default=5000)
    options = parser.parse_args()
    for size in ("intermediate", "10x10x5", "10x10x10", "10x10x15", "10x10x20", "10x10x25"):
        count = options.positions if size == "intermediate" else options.positions // 5
        stuck = stuck_positions(size, count)
        compare(size, stuck, options.seconds)
        if size == "intermediate":
            compare(f"{size}, no flags", [without_flags(p) for p in stuck], options.seconds)
    measure_speed(options.games)


if __name__ == "__main__":
    main()
