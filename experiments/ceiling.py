"""
How far there is to go: what a step of improvement by playouts gains, by stage of the game.

Plays the games of `strongest:effort=max` and adds up its advantages over a player that
searches, by fresh paired playouts. With ``--player normal`` the playouts that are
measured are continued by the better player: the next step of repeated improvement.

    python experiments/ceiling.py 8x8x10 --first-click safe --games 300 --player fast
"""

from __future__ import annotations

import argparse

from sapper import Rules
from sapper.lab.advantage import measure_advantage


def main() -> None:
    """Measure one grid and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("on")
    parser.add_argument("--first-click", default="safe")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7001)
    parser.add_argument("--playouts", type=int, default=64)
    parser.add_argument("--player", choices=["fast", "normal"], default="fast")
    parser.add_argument("--first", default="strongest:effort=max")
    parser.add_argument("--workers", type=int, default=1)
    chosen = parser.parse_args()
    found = measure_advantage(
        chosen.first,
        f"strongest:effort={chosen.player}",
        Rules.parse(chosen.on, first_click=chosen.first_click),
        chosen.games,
        chosen.seed,
        playouts=chosen.playouts,
        workers=chosen.workers,
    )
    print(found)


if __name__ == "__main__":
    main()
