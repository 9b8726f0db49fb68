"""
Boards against a peer: 3BV and ZiNi per expert board, and no-guess boards a second.

``python -m benchmarks.boards``; both sides alternate in one run, processor time.
"""

from __future__ import annotations

from time import perf_counter, process_time
from typing import Any

import numpy as np

from sapper.boards.generation import generate
from sapper.boards.metrics import measure_grids
from sapper.game.codes import MINE_SHOWN
from sapper.game.layout import lay_many
from sapper.game.rules import Rules

BOARDS = 2000
ROUNDS = 5


def main() -> None:
    """Measure and print."""
    import ms_toollib

    rules = Rules.parse("expert", first_click="any")
    grids = lay_many(rules, np.arange(BOARDS, dtype=np.uint64), 0)
    lists = [[[-1 if c == MINE_SHOWN else c for c in row] for row in g] for g in grids.tolist()]
    greedy: Any = ms_toollib.cal_zini  # its stub is that of another version
    times: dict[str, list[float]] = {}

    def clock(name: str, work: Any) -> None:
        began = process_time()
        work()
        times.setdefault(name, []).append((process_time() - began) / BOARDS * 1e6)

    for _ in range(ROUNDS):
        clock("3BV, openings, islands", lambda: measure_grids(grids, with_zini=False))
        clock("all with both ZiNis", lambda: measure_grids(grids))
        clock("ms_toollib 3BV", lambda: [ms_toollib.cal_bbbv(b) for b in lists])
        clock("ms_toollib greedy ZiNi", lambda: [greedy(b) for b in lists])
        clock("ms_toollib human ZiNi", lambda: [ms_toollib.cal_hzini(b) for b in lists])
    best = {name: min(all_times) for name, all_times in times.items()}
    for name, micros in best.items():
        print(f"{name:26s} {micros:8.2f} us a board")
    ours = best["all with both ZiNis"] - best["3BV, openings, islands"]
    theirs = best["ms_toollib greedy ZiNi"] + best["ms_toollib human ZiNi"]
    print(f"3BV  {best['ms_toollib 3BV'] / best['3BV, openings, islands']:.1f} times as fast")
    print(f"ZiNi {theirs / ours:.1f} times as fast")
    for on, count in (("beginner", 20_000), ("intermediate", 10_000), ("expert", 3000)):
        for workers in (1, 2):
            began, clock_began = process_time(), perf_counter()
            boards = generate(on, count, seed=1, workers=workers)
            seconds, by_clock = process_time() - began, perf_counter() - clock_began
            print(
                f"{on:13s} {workers} workers {count / seconds:8,.0f} boards a processor second, "
                f"{count / by_clock:8,.0f} a second by the clock, with certificates, "
                f"{100 * (boards.acceptance or 0):.1f} % accepted"
            )


if __name__ == "__main__":
    main()
