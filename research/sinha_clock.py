"""
What 5 seconds a game cost the versions of Sinha et al. 2021: games lost by the clock.

All clues are searched together, as in the text. The clock is that of the machine, so the
games are not repeatable.

    python research/sinha_clock.py [--games 300] [--seconds 5] [--on beginner 10x10x20]
"""

from __future__ import annotations

import argparse

import numpy as np

from sapper import Rules, play_games

# The learned versions and the limited ones of DSScsp search by component unless told.
VERSIONS = {
    "v1.0": "per=all,", "v2.0": "per=all,", "v2.5": "", "v3.0": "per=all,", "v3.5": "per=all,",
    "v4.0": "per=all,", "v4.5": "per=all,", "v5.0": "", "v5.5": "", "v6.0": "", "v6.5": "",
}  # fmt: skip


def main() -> None:
    """Play every version on every grid and print a row for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--on", nargs="+", default=["beginner", "10x10x20", "15x15x34"])
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    print("| grid | version | games | lost by the clock | won % | mean ms | median ms | most ms |")
    print("|---|---|---|---|---|---|---|---|")
    for on in options.on:
        for version, per in VERSIONS.items():
            agent = f"sinha/{version}:{per}seconds={options.seconds:g}"
            games = play_games(
                agent, Rules.parse(on), options.games, seed=2021, workers=options.workers
            )
            taken = games.nanoseconds / 1e6
            late = int((taken >= 1e3 * options.seconds).sum())
            print(
                f"| {on} | {version} | {len(games)} | {late} | {100 * games.win_rate:.1f} "
                f"| {taken.mean():.2g} | {np.median(taken):.2g} | {taken.max():.2g} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
