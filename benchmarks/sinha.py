"""
DSScsp against plain backtracking on the same stuck positions, and games a second.

    python -m benchmarks.sinha [--positions 1000] [--seconds 5]

Positions are those of intermediate games in which single point proves nothing; both
searches list all solutions of all clues together, alternating. A position that either
cannot finish in the given time is counted apart.
"""

from __future__ import annotations

import argparse
import statistics
import time

from sapper import Position, Rules, play_games
from sapper.agents import Agent, Playthrough
from sapper.agents.deducers import SinglePoint
from sapper.agents.guessers import LeastRisk
from sapper.agents.openers import RandomCell
from sapper.agents.play import game_seeds
from sapper.logic.solutions import list_solutions

PLAYER = Agent(RandomCell(), (SinglePoint(),), LeastRisk())


def stuck_positions(size: str, count: int) -> list[Position]:
    """Play games and give the positions in which a guess is due."""
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


def compare(size: str, count: int, seconds: float) -> None:
    """Print the median ratio of the times of both searches."""
    ratios, nodes, unfinished = [], [], {"backtracking": 0, "dsscsp": 0}
    for position in stuck_positions(size, count):
        quick = list_solutions(position, "dsscsp", seconds=seconds, keep=False)
        plain = list_solutions(position, "backtracking", seconds=seconds, keep=False)
        if "clock" in (quick.end, plain.end):
            unfinished["dsscsp"] += quick.end == "clock"
            unfinished["backtracking"] += plain.end == "clock"
            continue
        if quick.count != plain.count:
            raise AssertionError(f"{quick.count} and {plain.count} solutions: {position}")
        ratios.append(plain.seconds / max(quick.seconds, 1e-9))
        nodes.append(plain.nodes / max(quick.nodes, 1))
    print(
        f"{size}: {len(ratios)} positions, median ratio of times {statistics.median(ratios):.2f}, "
        f"of edges {statistics.median(nodes):.2f}; mean {statistics.mean(ratios):.2f}; "
        f"not done in {seconds:g} s: {unfinished}"
    )


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
        compare(size, options.positions, options.seconds)
    measure_speed(options.games)


if __name__ == "__main__":
    main()
