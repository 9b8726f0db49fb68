"""
Where to begin: heat maps of a stored run of first-cells.toml.

Each cell of the grid has the colour of the games won from it, and below of the boards
that need no guess from it. Cells that a turn or mirror carries into each other share
their games.

    sapper experiment run experiments/first-cells.toml --store first.db
    python experiments/first_cells.py first.db docs/pictures/first-cells.svg
"""

from __future__ import annotations

import argparse
import re

import numpy as np
from numpy.typing import NDArray

from sapper.lab.store import open_store

RULES = ("any", "safe", "zero")
SIZE = 9
_FIRST = re.compile(r"first=r(\d+)c(\d+)")


def read_rates(store_name: str) -> dict[str, NDArray[np.float64]]:
    """Return shares of games won and won without a guess, by rule: 2 x rows x columns."""
    rates = {rule: np.full((2, SIZE, SIZE), np.nan) for rule in RULES}
    with open_store(store_name) as store:
        experiment = store.find_experiment("first-cells")
        if experiment is None:
            raise SystemExit("expected a store with a run of experiments/first-cells.toml")
        for condition in experiment.conditions:
            match = _FIRST.search(condition.parameters["agent"])
            blocks = [games for _, games in store.iter_games(condition)]
            if match is None or not blocks:
                continue
            won = np.concatenate([games["won"] for games in blocks])
            guesses = np.concatenate([games["guesses"] for games in blocks])
            shares = (float(won.mean()), float((won & (guesses == 0)).mean()))
            _fill(rates[condition.parameters["first_click"]], match, shares)
    return rates


def _fill(grid: NDArray[np.float64], match: re.Match[str], shares: tuple[float, float]) -> None:
    """Write the shares of a cell to all cells that are like it."""
    row, column = int(match[1]) - 1, int(match[2]) - 1
    for r, c in ((row, column), (column, row)):
        for rr in (r, SIZE - 1 - r):
            for cc in (c, SIZE - 1 - c):
                grid[:, rr, cc] = shares


def draw(rates: dict[str, NDArray[np.float64]], path: str) -> None:
    """Draw two rows of heat maps: won, and won without a guess."""
    import matplotlib as mpl  # noqa: PLC0415 - slow to load
    from matplotlib.figure import Figure  # noqa: PLC0415 - as above

    mpl.rcParams["svg.hashsalt"] = "sapper"
    figure = Figure(figsize=(9.6, 6.6), layout="constrained")
    axes = figure.subplots(2, len(RULES))
    for row, title in enumerate(("games won", "boards that need no guess")):
        for column, rule in enumerate(RULES):
            shares = 100 * rates[rule][row]
            place = axes[row, column]
            place.imshow(shares, cmap="viridis")
            middle = (np.nanmin(shares) + np.nanmax(shares)) / 2
            for r in range(SIZE):
                for c in range(SIZE):
                    ink = "white" if shares[r, c] < middle else "black"
                    text = f"{shares[r, c]:.1f}"
                    place.text(c, r, text, ha="center", va="center", color=ink, fontsize=6)
            place.set_title(f"{title}, first click {rule} (%)", fontsize=9)
            place.set_xticks([])
            place.set_yticks([])
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Draw the heat maps and print the best cells."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store")
    parser.add_argument("picture")
    chosen = parser.parse_args()
    rates = read_rates(chosen.store)
    draw(rates, chosen.picture)
    for rule in RULES:
        for row, what in enumerate(("wins", "no-guess boards")):
            shares = rates[rule][row]
            best, worst = int(np.nanargmax(shares)), int(np.nanargmin(shares))
            print(
                f"{rule}: most {what} from r{best // SIZE + 1}c{best % SIZE + 1} "
                f"({100 * np.nanmax(shares):.2f} %), fewest from "
                f"r{worst // SIZE + 1}c{worst % SIZE + 1} ({100 * np.nanmin(shares):.2f} %)"
            )


if __name__ == "__main__":
    main()
