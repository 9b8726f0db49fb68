"""
Where to begin: heat maps of stored runs of the first-cells experiments.

Each cell of the grid has the colour of the games won from it, and beside that of the
boards that need no guess from it. Cells that a turn or mirror carries into each other
share their games.

    for grid in first-cells first-cells-intermediate first-cells-expert; do
        sapper experiment run experiments/$grid.toml --store first.db
    done
    python research/first_cells.py first.db docs/pictures
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sapper.game.cells import format_cell
from sapper.game.rules import Rules
from sapper.lab.stats.statistics import wilson_interval
from sapper.lab.store import Store, open_store

RULES = ("any", "safe", "zero")
EXPERIMENTS = {
    "beginner": "first-cells",
    "intermediate": "first-cells-intermediate",
    "expert": "first-cells-expert",
}
_FIRST = re.compile(r"first=r(\d+)c(\d+)")
_WHAT = ("games won", "no-guess boards")


class Rates(NamedTuple):
    """Shares of games won and won without a guess, by rule: 2 x rows x columns; games a cell."""

    shares: dict[str, NDArray[np.float64]]
    games: int


def read_rates(store: Store, grid: str) -> Rates | None:
    """Return the shares of a stored run; None where there is none."""
    experiment = store.find_experiment(EXPERIMENTS[grid])
    if experiment is None:
        return None
    size = Rules.parse(grid)
    shares = {rule: np.full((2, size.rows, size.columns), np.nan) for rule in RULES}
    tallies = store.tallies(experiment.id)
    games = 0
    for condition in experiment.conditions:
        match = _FIRST.search(condition.parameters["agent"])
        tally = tallies[condition.id]
        if match is None or not tally.games:
            continue
        games = tally.games
        cell = int(match[1]) - 1, int(match[2]) - 1
        found = (tally.win_rate, tally.no_guess_rate)
        _fill(shares[condition.parameters["first_click"]], cell, found)
    return Rates(shares, games)


def _fill(grid: NDArray[np.float64], cell: tuple[int, int], shares: tuple[float, float]) -> None:
    """Write the shares of a cell to all cells that are like it."""
    _, rows, columns = grid.shape
    alike = {cell, cell[::-1]} if rows == columns else {cell}
    for r, c in alike:
        for row in (r, rows - 1 - r):
            for column in (c, columns - 1 - c):
                grid[:, row, column] = shares


def draw(rates: Rates, grid: str, path: Path) -> None:
    """Draw a row of two heat maps for each rule, or a column where the grid is square."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - slow to load

    is_square = Rules.parse(grid).rows == Rules.parse(grid).columns
    figure = Figure(figsize=(11.5, 7.6) if is_square else (11.5, 10.2), layout="constrained")
    axes = figure.subplots(2, 3) if is_square else figure.subplots(3, 2).T
    for row, what in enumerate(_WHAT):
        for column, rule in enumerate(RULES):
            shares = 100 * rates.shares[rule][row]
            place = axes[row, column]
            place.imshow(shares, cmap="viridis")
            middle = (np.nanmin(shares) + np.nanmax(shares)) / 2
            for (r, c), share in np.ndenumerate(shares):
                ink = "white" if share < middle else "black"
                text = f"{share:.1f}" if shares.shape[1] < 12 else f"{share:.0f}"
                place.text(c, r, text, ha="center", va="center", color=ink, fontsize=6)
            place.set_title(f"{what} (%), {grid}, {rule}", fontsize=9)
            place.set_xticks([])
            place.set_yticks([])
    figure.savefig(path, dpi=100, metadata={"Software": None})


def tell(rates: Rates, grid: str) -> None:
    """Print the best and the worst cells as rows of a table, with half an interval."""
    for rule in RULES:
        cells = []
        for shares in rates.shares[rule]:
            for at in (int(np.nanargmax(shares)), int(np.nanargmin(shares))):
                share = float(shares.flat[at])
                low, high = wilson_interval(round(share * rates.games), rates.games)
                name = format_cell(at, shares.shape[1])
                cells.append(f"{name}, {100 * share:.1f} ± {50 * (high - low):.1f} %")
        print(f"| {grid} | {rule} | {' | '.join(cells)} |")


def main() -> None:
    """Draw the heat maps and print the best cells."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store")
    parser.add_argument("folder", type=Path)
    chosen = parser.parse_args()
    with open_store(chosen.store, create=False) as store:
        for grid, name in EXPERIMENTS.items():
            rates = read_rates(store, grid)
            if rates is None:
                print(f"no run of experiments/{name}.toml yet")
                continue
            draw(rates, grid, chosen.folder / f"{name}.png")
            tell(rates, grid)


if __name__ == "__main__":
    main()
