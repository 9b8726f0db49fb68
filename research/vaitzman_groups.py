"""
What the limit of eight sentences costs: Vaitzman et al., section II.2.2.

Plays the sentence agent with a random guess and groups of several sizes, behind each a
complete search over components: what that still proves is what the groups missed.

    python research/vaitzman_groups.py --games 10000
"""

from __future__ import annotations

import argparse

from sapper import Agent, Rules
from sapper.agents import play_seeds
from sapper.agents.deducers import Backtracking, SentenceGroups, SinglePoint, SubsetReduction
from sapper.agents.guessers import RandomGuess
from sapper.agents.openers import RandomCell
from sapper.agents.run.play import game_seeds
from sapper.lab.stats.statistics import wilson_interval

GRIDS = ("beginner-8", "intermediate", "expert")
SIZES = (1, 2, 4, 8, 25)


def main() -> None:
    """Print a row for each grid and size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=3)
    options = parser.parse_args()
    print("| grid | size | won % | proven by groups | missed | share missed % |")
    print("|---|---|---|---|---|---|")
    for grid in GRIDS:
        rules = Rules.parse(grid, first_click="any")
        seeds = game_seeds(options.seed, 0, options.games)
        for size in SIZES:
            parts = (SinglePoint(), SubsetReduction(), SentenceGroups(size))
            alone = play_seeds(Agent(RandomCell(), parts, RandomGuess()), rules, seeds)
            helped = play_seeds(
                Agent(RandomCell(), (*parts, Backtracking()), RandomGuess()), rules, seeds
            )
            proven = int(helped.proven_by_sentence_groups.sum())
            missed = int(helped.proven_by_backtracking.sum())
            low, high = wilson_interval(int(alone.won.sum()), options.games)
            print(
                f"| {grid} | {size} | {100 * alone.won.mean():.2f} "
                f"[{100 * low:.2f}, {100 * high:.2f}] | {proven:,} | {missed:,} | "
                f"{100 * missed / max(proven + missed, 1):.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
