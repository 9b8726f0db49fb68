"""
How fast the game and the driver are.

Compares with ms_toollib in one process, alternating, and counts the instructions
of a fixed native workload by callgrind, so that a slowdown shows on a noisy
machine. `make bench` runs it; `--write` commits the counts anew.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from sapper import Rules, play_games
from sapper.game import lay_many

COUNTS = Path(__file__).with_name("instructions.json")
WORKLOADS = ("layouts", "single-point", "exact")
TOLERANCE = 0.03
ROUNDS = 7


def seconds(function: Callable[[], object]) -> float:
    """Time one call."""
    began = time.perf_counter()
    function()
    return time.perf_counter() - began


def compare_layouts(boards: int = 2000) -> None:
    """Lay expert boards with a safe first click, ours and ms_toollib's, in turn."""
    import ms_toollib

    rules = Rules.parse("expert", first_click="safe")
    seeds = np.arange(boards, dtype=np.uint64)
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(seconds(lambda: lay_many(rules, seeds, 0)))
        theirs.append(
            seconds(lambda: [ms_toollib.laymine(16, 30, 99, 0, 0) for _ in range(boards)])
        )
    mine, other = statistics.median(ours) / boards, statistics.median(theirs) / boards
    print(f"expert layouts, first click safe: {mine * 1e6:.2f} us a board; ")
    print(f"  ms_toollib {other * 1e6:.2f} us; ratio {other / mine:.1f} (goal: at least 10)")


def measure_single_point(games: int = 20_000) -> None:
    """Play whole games on one core."""
    rules = Rules.parse("expert", first_click="zero")
    times = [
        seconds(lambda: play_games("kvietinskas/single-point", rules, games=games, seed=1))
        for _ in range(ROUNDS)
    ]
    best, middle = games / min(times), games / statistics.median(times)
    print("kvietinskas/single-point, expert, first click zero, one core:")
    print(f"  {middle:,.0f} games/s, best round {best:,.0f} (goal: at least 30,000)")


def compiler_name() -> str:
    """Name the compiler: counts of different compilers cannot be compared."""
    version = subprocess.run(["c++", "--version"], capture_output=True, text=True, check=True)
    return version.stdout.splitlines()[0]


def count_instructions(workload: str | Path, part: str, games: int = 0) -> int:
    """Run one part of the workload under callgrind; 0 games are as many as are committed."""
    words = [str(workload), part, str(games)]
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *words],
        capture_output=True,
        text=True,
        check=True,
    )
    match = re.search(r"Collected : (\d+)", done.stderr)
    if match is None:
        raise RuntimeError(f"expected callgrind to report a count, got {done.stderr!r}")
    return int(match[1])


def check_instructions(workload: str, *, write: bool) -> bool:
    """Compare the counts with the committed ones; False if one grew."""
    if shutil.which("valgrind") is None:
        print("instructions: valgrind is not installed, not counted")
        return True
    counts = {part: count_instructions(workload, part) for part in WORKLOADS}
    if write:
        COUNTS.write_text(
            json.dumps({"compiler": compiler_name(), "counts": counts}, indent=2) + "\n"
        )
        print(f"instructions: {counts}, written to {COUNTS.name}")
        return True
    known = json.loads(COUNTS.read_text())
    if known["compiler"] != compiler_name():
        print(f"instructions: {counts}; committed ones are of another compiler")
        return True
    good = True
    for part, count in counts.items():
        ratio = count / known["counts"][part]
        slower = ratio > 1 + TOLERANCE
        good = good and not slower
        print(
            f"instructions of {part}: {count:,}, {ratio:.3f} of the committed count"
            f"{'  SLOWER' if slower else ''}"
        )
    return good


def main() -> None:
    """Run the benchmarks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workload", help="the native workload, built by `make bench`")
    parser.add_argument("--write", action="store_true", help="commit the counts anew")
    options = parser.parse_args()
    if not options.write:
        compare_layouts()
        measure_single_point()
    if options.workload and not check_instructions(options.workload, write=options.write):
        sys.exit(1)


if __name__ == "__main__":
    main()
