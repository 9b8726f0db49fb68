"""
Which weight makes the sum of both rules of Vaitzman et al. win most, and is it worth it?

The weight is found by play on seeds of its own, all three grids together; then the agents are
compared on the seeds that the paper's page reports, game by game. Prints Markdown.

    python research/vaitzman_weights.py --games 10000
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sapper import Rules, play_games
from sapper.lab.stats.statistics import Z95, wilson_interval
from sapper.lab.training.patterns import SEED

GRIDS = ("8x8x10", "16x16x40", "30x16x99")
WEIGHTS = tuple(k / 10 for k in range(11))
REPORTED = 3
PATTERNS = {"counted": "value=safe", "learned": "patterns=learned"}


def won(agent: str, grid: str, games: int, seed: int, workers: int) -> NDArray[np.bool_]:
    """Play, and return which games were won."""
    rules = Rules.parse(grid, first_click="any")
    found: NDArray[np.bool_] = play_games(agent, rules, games, seed=seed, workers=workers)["won"]
    return found.astype(np.bool_)


def share(one: NDArray[np.bool_]) -> str:
    """Write wins in per cent with their 95 % interval."""
    low, high = wilson_interval(int(one.sum()), len(one))
    return f"{100 * one.mean():.2f} [{100 * low:.2f}, {100 * high:.2f}]"


def find_weight(option: str, games: int, workers: int, found: dict[float, float]) -> Iterator[str]:
    """Yield a table of the weights' wins, and fill in the mean of the three grids."""
    yield "| weight | " + " | ".join(GRIDS) + " | mean |"
    yield "|---|" + "---|" * (len(GRIDS) + 1)
    for weight in WEIGHTS:
        agent = f"vaitzman/sat-all:{option},weight={weight}"
        rates = [100 * won(agent, grid, games, SEED, workers).mean() for grid in GRIDS]
        found[weight] = float(np.mean(rates))
        cells = [f"{rate:.2f}" for rate in (*rates, found[weight])]
        yield f"| {weight} | {' | '.join(cells)} |"


def compare(pairs: list[tuple[str, str]], games: int, workers: int) -> Iterator[str]:
    """Yield each agent's wins, then the first of each pair less the second, game by game."""
    yield "| agent | " + " | ".join(GRIDS) + " |"
    yield "|---|" + "---|" * len(GRIDS)
    agents = dict.fromkeys(agent for pair in pairs for agent in pair)
    wins = {a: [won(a, grid, games, REPORTED, workers) for grid in GRIDS] for a in agents}
    for agent, ones in wins.items():
        yield f"| `{agent}` | " + " | ".join(map(share, ones)) + " |"
    for agent, other in pairs:
        cells = []
        for one, two in zip(wins[agent], wins[other], strict=True):
            gaps = 100 * (one.astype(float) - two)
            error = Z95 * gaps.std(ddof=1) / np.sqrt(games)
            cells.append(f"{gaps.mean():+.2f} ± {error:.2f}")
        yield f"| `{agent}` less `{other}` | " + " | ".join(cells) + " |"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--training-games", type=int, default=4000)
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    best = {}
    for name, option in PATTERNS.items():
        found: dict[float, float] = {}
        print(f"\n{name} patterns, {asked.training_games:,} games a grid\n")
        for line in find_weight(option, asked.training_games, asked.workers, found):
            print(line, flush=True)
        best[name] = max(found, key=lambda weight: found[weight])
    print(f"\n{asked.games:,} games a grid, run seed {REPORTED}\n")
    learned = "vaitzman/sat-pdb:patterns=learned"
    pairs = [
        ("vaitzman/sat-all", "vaitzman/sat-all:value=safe"),
        (f"vaitzman/sat-all:value=safe,weight={best['counted']}", "vaitzman/sat-all:value=safe"),
        ("vaitzman/sat-all:value=safe,weight=0.5", "vaitzman/sat-all:value=safe"),
        (learned, "vaitzman/sat-pdb"),
        (learned, "vaitzman/csp-mc"),
        ("vaitzman/sat-all:patterns=learned", learned),
        (f"vaitzman/sat-all:patterns=learned,weight={best['learned']}", learned),
        ("vaitzman/sat-all:patterns=learned,weight=0.5", learned),
    ]
    print(*compare(pairs, asked.games, asked.workers), sep="\n", flush=True)


if __name__ == "__main__":
    main()
