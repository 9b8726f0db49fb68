"""
Print guess positions, one per line, for the native what-if benchmark.

    python -m benchmarks.what_if --positions 300 | build/native/what_if

The positions are those of `benchmarks.engine`; the native program times fresh
solves, what-ifs with a cold and a warm cache, and clue chances in one run.
"""

from __future__ import annotations

import argparse

from benchmarks.engine_positions import KINDS, take_positions


def main() -> None:
    """Print the positions of a kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--kind", default="guess", choices=KINDS)
    options = parser.parse_args()
    for position in take_positions(options.kind, options.positions):
        print(position)


if __name__ == "__main__":
    main()
