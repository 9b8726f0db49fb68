"""
Win rate against 3BV, of any stored experiment: one curve for each agent on a grid.

    sapper experiment run experiments/demo.toml --store demo.db
    python experiments/three_bv.py demo.db demo expert docs/pictures/three-bv.svg
"""

from __future__ import annotations

import argparse

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from sapper.boards.metrics import measure_games
from sapper.game.rules import Rules
from sapper.lab.statistics import wilson_interval
from sapper.lab.store import open_store

BINS = 12


def read_curve(
    won: NDArray[np.bool_], three_bv: NDArray[np.int32]
) -> list[tuple[float, float, float, float]]:
    """Return mean 3BV, win rate and its interval for bins of as many games each."""
    order = np.argsort(three_bv, kind="stable")
    curve = []
    for part in np.array_split(order, BINS):
        wins, games = int(won[part].sum()), len(part)
        low, high = wilson_interval(wins, games)
        curve.append((float(three_bv[part].mean()), wins / games, low, high))
    return curve


def main() -> None:
    """Draw the curves."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("store", "experiment", "grid", "picture"):
        parser.add_argument(name)
    chosen = parser.parse_args()
    mpl.rcParams["svg.hashsalt"] = "sapper"
    figure = Figure(figsize=(7.2, 4.2), layout="constrained")
    axes = figure.subplots()
    with open_store(chosen.store) as store:
        experiment = store.find_experiment(chosen.experiment)
        if experiment is None:
            raise SystemExit(f"expected a store with the experiment {chosen.experiment!r}")
        for row in experiment.conditions:
            if row.parameters["on"] != chosen.grid:
                continue
            rules = Rules.parse(chosen.grid, first_click=row.parameters["first_click"])
            blocks = [games for _, games in store.iter_games(row)]
            won = np.concatenate([games["won"] for games in blocks])
            seeds = np.concatenate([games["game_seed"] for games in blocks])
            firsts = np.concatenate([games["first_cell"] for games in blocks])
            curve = np.array(read_curve(won, measure_games(rules, seeds, firsts)[:, 0]))
            x, rate, low, high = curve.T
            axes.errorbar(
                x,
                100 * rate,
                100 * np.maximum([rate - low, high - rate], 0.0),
                marker="o",
                markersize=3,
                capsize=2,
                linewidth=1,
                label=row.parameters["agent"],
            )
    axes.set_xlabel(f"3BV of the board, {chosen.grid} (games in {BINS} equal bins)")
    axes.set_ylabel("games won (%)")
    axes.legend(fontsize=8, loc="center right", bbox_to_anchor=(1.0, 0.3))
    figure.savefig(chosen.picture, metadata={"Date": None})


if __name__ == "__main__":
    main()
