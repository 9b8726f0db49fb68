"""
How far there is to go: what improvement by playouts gains, by stage of the game.

Plays the games of one agent, `strongest:effort=max` unless told otherwise, and adds up its
advantages over a player that searches, by fresh paired playouts which that player
continues. Rows are appended to a CSV file (docs/ceiling.csv is the committed one);
with ``--svg`` the rows that are there are drawn, and nothing is played.

    python research/ceiling.py 8x8x10 --first-click safe --games 300 --csv docs/ceiling.csv
    python research/ceiling.py --csv docs/ceiling.csv --svg docs/pictures/ceiling.svg
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from typing import Any, Final

from sapper import Rules
from sapper.lab.stats.advantage import STAGES, Advantage, measure_advantage

PLAYERS: Final = {"fast": "strongest:effort=fast", "normal": "strongest"}
NAMES: Final = tuple(name for name, _ in STAGES)
FIELDS: Final = (
    "on", "first_click", "first", "second", "games", "playouts", "seed",
    "guesses", "differing", "difference", "low", "high", *NAMES,
)  # fmt: skip


def row_of(found: Advantage) -> dict[str, Any]:
    """Return a measurement as a row, in points."""
    rules = found.rules
    points = (found.difference, found.difference_low, found.difference_high)
    values = (
        rules.size, rules.first_click, found.first, found.second, found.games, found.playouts,
        found.seed, found.guesses, found.differing,
        *(f"{100 * x:.4f}" for x in points),
        *(f"{100 * found.by_stage[name]:.4f}" for name in NAMES),
    )  # fmt: skip
    return dict(zip(FIELDS, values, strict=True))


def append(path: Path, row: dict[str, Any]) -> None:
    """Append a row; a new file gets its header."""
    is_new = not path.exists()
    with path.open("a", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        if is_new:
            writer.writeheader()
        writer.writerow(row)


def draw(rows: list[dict[str, str]], path: str) -> None:
    """Draw the gain of each row with its interval, and where in the game it lies."""
    import matplotlib as mpl  # noqa: PLC0415 - slow to load
    from matplotlib.figure import Figure  # noqa: PLC0415 - as above

    mpl.rcParams["svg.hashsalt"] = "sapper"
    figure = Figure(figsize=(8, 0.35 * len(rows) + 1.6), layout="constrained")
    whole, parts = figure.subplots(1, 2, sharey=True)
    labels = [f"{row['on']} {row['first_click']}, {row['games']} games" for row in rows]
    for place, row in enumerate(rows):
        gain, low, high = (float(row[name]) for name in ("difference", "low", "high"))
        whole.errorbar(gain, place, xerr=[[gain - low], [high - gain]], fmt="o", color="C0", ms=4)
    for i, name in enumerate(NAMES):
        places = [place + 0.15 * (i - 1.5) for place in range(len(rows))]
        gains = [float(row[name]) for row in rows]
        parts.barh(places, gains, 0.15, label=f"{name.replace('-', '–')} covered")
    whole.set_yticks(range(len(rows)), labels, fontsize=8)
    whole.invert_yaxis()
    for axes, title in ((whole, "gain, points"), (parts, "of it, by stage")):
        axes.axvline(0, color="grey", linewidth=0.8)
        axes.set_xlabel(title)
        axes.grid(axis="x", alpha=0.3)
    figure.legend(
        *parts.get_legend_handles_labels(), loc="outside lower center", ncols=4, fontsize=7
    )
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Measure one grid, or draw what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("on", nargs="?")
    parser.add_argument("--first-click", default="safe")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7001)
    parser.add_argument("--playouts", type=int, default=64)
    parser.add_argument("--player", default="fast", help="fast, normal, or an agent's id")
    parser.add_argument("--first", default="strongest:effort=max")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--csv", type=Path)
    parser.add_argument("--svg")
    chosen = parser.parse_args()
    if chosen.svg is not None:
        if chosen.csv is None:
            parser.error("expected --csv with --svg")
        with chosen.csv.open() as file:
            draw([row for row in csv.DictReader(file) if "max" in row["first"]], chosen.svg)
        return
    if chosen.on is None:
        parser.error("expected a grid, such as 8x8x10")
    found = measure_advantage(
        chosen.first,
        PLAYERS.get(chosen.player, chosen.player),
        Rules.parse(chosen.on, first_click=chosen.first_click),
        chosen.games,
        chosen.seed,
        playouts=chosen.playouts,
        workers=chosen.workers,
    )
    print(found, flush=True)
    if chosen.csv is not None:
        append(chosen.csv, row_of(found))


if __name__ == "__main__":
    main()
