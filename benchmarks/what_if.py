"""
What a question costs the engine: fresh solves beside what-ifs, on guess positions.

    python -m benchmarks.what_if --program build/native/what_if

The positions are those of `benchmarks.engine`; the native program (`make bench`
builds it) times in one run, in processor time of one core: a fresh solve by the
engine, a fresh belief, what-ifs with an empty and with a full cache, and the clue
chances of all frontier cells of a position together. Without ``--program`` the
positions are printed, one per line.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from typing import Final

from benchmarks.engine_positions import KINDS, take_positions

# What is measured, and what it may cost in microseconds.
ROWS: Final = (
    ("fresh_us", "fresh solve by the engine", None),
    ("belief_us", "fresh belief", None),
    ("cold_us", "what-if, empty cache", 8),
    ("warm_us", "what-if, full cache", 4),
    ("clue_chances_us", "clue chances of all frontier cells", 200),
)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--kind", default="guess", choices=KINDS)
    parser.add_argument("--program", help="the native program to run on the positions")
    options = parser.parse_args()
    text = "".join(f"{p}\n" for p in take_positions(options.kind, options.positions))
    if options.program is None:
        print(text, end="")
        return
    done = subprocess.run([options.program], input=text, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    print(
        f"{found['positions']} {options.kind} positions, {found['what_ifs']:,} what-ifs, "
        f"{found['possible']:,} of them possible"
    )
    for key, name, goal in ROWS:
        print(f"{name:40} {found[key]:8.2f} us" + (f"   goal {goal}" if goal else ""))


if __name__ == "__main__":
    main()
