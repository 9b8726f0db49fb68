"""
The longest games of `strongest`, in processor time.

Plays some games on every grid of up to 20 cells, whether its best play is known
(docs/optimum.csv) or not, or on the grids named, and prints the longest games and how
many guesses were cut short by a limit.

    python research/longest_games.py --games 20
    python research/longest_games.py --games 20000 --on 8x8x10 9x9x10
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Iterator
from pathlib import Path

from sapper import Rules, play_games
from sapper.errors import SapperError

MOST_CELLS = 20


def small_grids(least: int) -> Iterator[str]:
    """Name the grids of few cells, those with no more rows than columns."""
    for columns in range(1, MOST_CELLS + 1):
        for rows in range(1, min(columns, MOST_CELLS // columns) + 1):
            if columns * rows >= least:
                yield from (f"{columns}x{rows}x{m}" for m in range(1, columns * rows - 1))


def play_one(agent: str, rules: Rules, seed: int) -> tuple[float, bool]:
    """Play a game; return its processor time and whether a guess was cut short."""
    began = time.process_time()
    games = play_games(agent, rules, 1, seed)
    return time.process_time() - began, bool(games["cut_guesses"][0])


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--on", nargs="+", help="grids; all of up to 20 cells unless named")
    parser.add_argument("--agent", default="strongest")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--least-cells", type=int, default=2)
    parser.add_argument("--seed", type=int, default=808)
    parser.add_argument("--csv", type=Path, default=Path("docs/optimum.csv"))
    chosen = parser.parse_args()
    with chosen.csv.open(newline="") as file:
        known = {
            (f"{row['columns']}x{row['rows']}x{row['mines']}", row["first_click"])
            for row in csv.DictReader(file)
        }
    found = []
    for size in chosen.on or small_grids(chosen.least_cells):
        for first_click in ("safe", "zero"):
            try:
                rules = Rules.parse(size, first_click=first_click)
                games = [
                    play_one(chosen.agent, rules, chosen.seed + i) for i in range(chosen.games)
                ]
            except SapperError:
                continue  # no room for a zero
            longest = max(spent for spent, _ in games)
            cut = sum(is_cut for _, is_cut in games)
            found.append((longest, cut, (size, first_click) in known, f"{size} {first_click}"))
    found.sort(reverse=True)
    for is_known in (True, False):
        some = [one for one in found if one[2] == is_known]
        print(f"best play {'known' if is_known else 'not known'}: {len(some)} grids and rules")
        print(f"  {sum(one[1] for one in some)} games with a guess cut short")
        for longest, cut, _, name in some[:8]:
            print(f"  {name}: {1000 * longest:.1f} ms, {cut} games with a guess cut short")


if __name__ == "__main__":
    main()
