"""
Repeated improvement by playouts, where best play is known: the share won after each step.

On small grids, with the tables of layouts left out, every layout is followed through the
choices of the search alone (step 0), of the search improved by playouts that the search
continues (step 1), of playouts that the player of step 1 continues (step 2), and so on.
A position gets the same playouts whenever it comes up, so the shares are exact.

    python experiments/repeated.py 4x4x4 5x4x4 --steps 3
"""

from __future__ import annotations

import argparse
import time
from dataclasses import asdict, replace
from typing import Any, Final

from optimum_gap import Follower

from sapper import Rules
from sapper.agents.guessers import Improved, LookAhead
from sapper.agents.playthrough import Playthrough
from sapper.agents.registry import load_agent
from sapper.logic import find_optimum

SEARCH: Final = LookAhead(endgame_layouts=0, component_layouts=0)
IMPROVED: Final = Improved(
    endgame_layouts=0, component_layouts=0, few_cells=0, plies=1, player_endgame_layouts=0
)

# Every cell is a candidate, so that nothing but the playouts decides.
WIDE: Final[dict[str, Any]] = {
    "band": 0.0,
    "sea_band": 0.0,
    "num_sea": 25,
    "near": 0.0,
    "candidates": 25,
}


def options_of(step: int, playouts: int, inner: int, is_wide: bool) -> dict[str, Any]:
    """Return the options of the player of a step."""
    if step == 0:
        return asdict(SEARCH)
    found = replace(IMPROVED, playouts=playouts, inner_playouts=inner, steps=step)
    return asdict(replace(found, **WIDE) if is_wide else found)


def main() -> None:
    """Follow and print a row for each step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("on", nargs="+")
    parser.add_argument("--first-click", default="safe")
    parser.add_argument("--steps", type=int, default=3)
    parser.add_argument("--playouts", type=int, default=32)
    parser.add_argument("--inner", type=int, default=8)
    parser.add_argument("--wide", action="store_true", help="every cell is a candidate")
    chosen = parser.parse_args()
    for size in chosen.on:
        rules = Rules.parse(size, first_click=chosen.first_click)
        best = find_optimum(rules).value
        turn = Playthrough(load_agent("strongest"), rules, 1).next_turn()
        if turn is None or turn.cell is None:
            raise SystemExit("expected a first cell")
        print(f"{size} {chosen.first_click}: best play {100 * float(best):.4f}", flush=True)
        follower = Follower(rules, "fast")
        for step in range(chosen.steps + 1):
            follower.options = options_of(step, chosen.playouts, chosen.inner, chosen.wide)
            began = time.process_time()
            won = follower.won(turn.cell)
            spent = time.process_time() - began
            gap = 100 * float(best - won)
            print(
                f"  step {step}: {100 * float(won):.4f}, gap {gap:.4f}, {spent:.1f} s", flush=True
            )


if __name__ == "__main__":
    main()
