"""
What each technique is worth, and where to begin: a table and a figure of a run's sums.

    sapper experiment run experiments/beliefs.toml --store beliefs.db
    sapper experiment export experiments/beliefs.toml --store beliefs.db --sums --to \
        docs/studies/beliefs.csv
    python research/beliefs.py docs/studies/beliefs.csv --svg docs/pictures/beliefs.svg
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from typing import Final

from sapper.agents.run.intervals import wilson_interval
from sapper.lab.output.reports.drawing import Bar, Drawing, draw_bars, join_svg

GRIDS: Final = ("beginner", "intermediate", "expert")
NAMES: Final = {
    "kvietinskas/single-point": "single clues, random guess",
    "kvietinskas/mio": "and cells two clues prove safe",
    "kvietinskas/naive:steps=1": "and pairs of clues",
    "kvietinskas/naive": "and several clues",
    "kvietinskas/optimal:mine_count=no": "and whole components",
    "kvietinskas/optimal": "and the mine count",
    "exact": "and a cell of least risk",
    "exact:opener=interior": "begun in the interior",
    "exact:opener=edge": "begun at an edge",
    "exact:opener=corner": "begun in a corner",
    "strongest": "strongest",
}


def main() -> None:
    """Print the table, and draw it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sums", type=Path)
    parser.add_argument("--svg", type=Path)
    options = parser.parse_args()
    rates: dict[tuple[str, str], Bar] = {}
    for row in csv.DictReader(options.sums.read_text().splitlines()):
        wins, games = int(row["wins"]), int(row["games"])
        low, high = wilson_interval(wins, games)
        rate = wins / games
        bar = Bar(100 * rate, 100 * (rate - low), 100 * (high - rate), GRIDS.index(row["on"]))
        rates[row["agent"], row["on"]] = bar
    print("| | beginner | intermediate | expert |\n|---|---:|---:|---:|")
    for agent, name in NAMES.items():
        cells = []
        for on in GRIDS:
            found = rates.get((agent, on))
            cells.append(
                "" if found is None else f"{found.length:.2f} "
                f"({found.length - found.low:.2f}–{found.length + found.high:.2f})"
            )  # fmt: skip
        print(f"| {name} (`{agent}`) | " + " | ".join(cells) + " |")
    if options.svg:
        groups = [
            (name, [rates[agent, on] for on in GRIDS if (agent, on) in rates])
            for agent, name in NAMES.items()
        ]
        panel = draw_bars(groups, "won, %", "", "Win rates by what a player knows")
        legend = tuple((on, i) for i, on in enumerate(GRIDS))
        options.svg.write_text(join_svg(Drawing((panel,), legend), 1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
