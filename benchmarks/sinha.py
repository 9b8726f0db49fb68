"""
DSScsp against plain backtracking on the same stuck positions, and games a second.

    python -m benchmarks.sinha [--positions 1000] [--seconds 5] [--games 5000]
        [--on intermediate 10x10x5 ...] [--per all component]

Positions are those of games in which single point proves nothing; both searches list
all solutions, alternating, the least of several short runs each: of all clues together,
as in the text, and component by component, as our agents do. Once as single point leaves
them, known mines flagged (2.0 against 3.0), and once without flags, which is what plain
backtracking alone sees (1.0 against 3.0, DSS included in its time). A position that
either cannot finish in the given time is counted apart.
"""

from __future__ import annotations

import argparse
import statistics
import time
from dataclasses import dataclass
from typing import Final, Literal

from sapper import Position, Rules, play_games
from sapper.agents import Agent, Playthrough
from sapper.agents.deducers import SinglePoint
from sapper.agents.guessers import LeastRisk
from sapper.agents.openers import RandomCell
from sapper.agents.run.play import game_seeds
from sapper.game.codes import COVERED, FLAGGED
from sapper.logic.solutions import list_component_solutions, list_solutions

Method = Literal["backtracking", "dsscsp"]
Pruning = Literal["complete", "over", "bounds"]
Per = Literal["all", "component"]
PRUNINGS: Final[tuple[Pruning, ...]] = ("complete", "over", "bounds")
PERS: Final[tuple[Per, ...]] = ("all", "component")
GRIDS: Final = ("intermediate", "10x10x5", "10x10x10", "10x10x15", "10x10x20", "10x10x25")
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


@dataclass(frozen=True)
class Run:
    """What listing all solutions of a position took."""

    seconds: float
    edges: int
    solutions: int
    is_late: bool


def search(position: Position, per: Per, method: Method, prune: Pruning, seconds: float) -> Run:
    """List all solutions once."""
    parts = (
        [list_solutions(position, method, prune=prune, seconds=seconds, keep=False)]
        if per == "all"
        else list_component_solutions(position, method, prune=prune, seconds=seconds, keep=False)
    )
    return Run(
        sum(part.seconds for part in parts),
        sum(part.nodes for part in parts),
        sum(part.count for part in parts),
        any(part.end == "clock" for part in parts),
    )


def measure(position: Position, per: Per, seconds: float) -> dict[str, Run]:
    """Run DSScsp and plain backtracking in turn; the quickest run of each counts."""
    searches: dict[str, tuple[Method, Pruning]] = {"dsscsp": ("dsscsp", "complete")}
    searches |= {prune: ("backtracking", prune) for prune in PRUNINGS}
    best: dict[str, Run] = {}
    for _ in range(REPEATS):
        for name, (method, prune) in searches.items():
            if name not in best or best[name].seconds < SHORT:
                run = search(position, per, method, prune, seconds)
                if name not in best or run.seconds < best[name].seconds:
                    best[name] = run
    return best


def compare(name: str, positions: list[Position], per: Per, seconds: float) -> None:
    """Print the ratios of times and edges for each way to prune."""
    ratios: dict[Pruning, list[tuple[float, float]]] = {prune: [] for prune in PRUNINGS}
    late = dict.fromkeys(("dsscsp", *PRUNINGS), 0)
    for position in positions:
        runs = measure(position, per, seconds)
        quick = runs["dsscsp"]
        for key, run in runs.items():
            late[key] += run.is_late
        for prune in PRUNINGS:
            plain = runs[prune]
            if quick.is_late or plain.is_late:
                continue
            if quick.solutions != plain.solutions:
                raise AssertionError(f"{quick} and {plain}: {position}")
            ratio = plain.seconds / max(quick.seconds, 1e-9)
            ratios[prune].append((ratio, plain.edges / max(quick.edges, 1)))
    for prune, rows in ratios.items():
        times, edges = [row[0] for row in rows], [row[1] for row in rows]
        quarters = ", ".join(f"{value:.1f}" for value in statistics.quantiles(times, n=4))
        print(
            f"{name}, {per}, {prune}: {len(rows)} positions, ratio of times by quarters "
            f"{quarters}, mean {statistics.mean(times):.1f}; "
            f"of edges, median {statistics.median(edges):.1f}",
            flush=True,
        )
    print(f"{name}, {per}: not done in {seconds:g} s of {len(positions)}: {late}", flush=True)


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
    parser.add_argument("--on", nargs="*", default=GRIDS)
    parser.add_argument("--per", nargs="+", choices=PERS, default=PERS)
    options = parser.parse_args()
    for size in options.on:
        count = options.positions if size == "intermediate" else options.positions // 5
        stuck = stuck_positions(size, count)
        for per in options.per:
            compare(size, stuck, per, options.seconds)
            if size == "intermediate":
                bare = [without_flags(position) for position in stuck]
                compare(f"{size}, no flags", bare, per, options.seconds)
    if options.games:
        measure_speed(options.games)


if __name__ == "__main__":
    main()
