"""
What 50, 30 and 25 games can tell: Vaitzman et al., part III, section 2.

Takes the win rates of a stored run of vaitzman-3.toml as the truth and draws the
document's bars from them, many times over: how often the order that section 2.4 reads
off its bars would be seen, and how often the highest bar belongs to the best agent.

    sapper experiment run experiments/vaitzman-3.toml --store vaitzman.db
    python research/vaitzman_bars.py vaitzman.db
"""

from __future__ import annotations

import argparse

import numpy as np

from sapper.lab.stats.statistics import wilson_interval
from sapper.lab.store import open_store

GAMES = {"8x8x10": 50, "16x16x40": 30, "30x16x99": 25}
CSP = ("csp-mc", "csp-prob", "csp-all")
FLAGGING = ("csp-mc", "csp-prob:guess=flag", "csp-all:guess=flag")
SAT = ("sat-aa", "sat-pdb", "sat-all")
DRAWS = 200_000


def read_rates(store_name: str) -> dict[tuple[str, str], float]:
    """Return the share of games won by agent and grid."""
    rates = {}
    with open_store(store_name) as store:
        experiment = store.find_experiment("vaitzman-3")
        if experiment is None:
            raise SystemExit("expected a store with a run of experiments/vaitzman-3.toml")
        for row in experiment.conditions:
            won = np.concatenate([games["won"] for _, games in store.iter_games(row)])
            agent = row.parameters["agent"].removeprefix("vaitzman/")
            rates[agent, row.parameters["on"]] = float(won.mean())
    return rates


def main() -> None:
    """Print a row for each grid and reading of the probability heuristic."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store")
    rates = read_rates(parser.parse_args().store)
    grids = dict(zip(dict.fromkeys(on for _, on in rates), GAMES.values(), strict=True))
    rng = np.random.default_rng(3)
    print("| grid | games | csp-prob | interval of one half | claimed order seen | best on top |")
    print("|---|---|---|---|---|---|")
    for grid, games in grids.items():
        low, high = wilson_interval(games // 2, games)
        for name, csp in (("opens", CSP), ("flags", FLAGGING)):
            truth = np.array([rates[agent, grid] for agent in (*csp, *SAT)])
            bars = rng.binomial(games, truth, (DRAWS, len(truth)))
            ordered = bars[:, 3:].min(axis=1) >= bars[:, :3].max(axis=1)
            # The best agent, or one that plays the same games, has the highest bar alone.
            is_best = truth == truth.max()
            on_top = bars[:, is_best].max(axis=1) > bars[:, ~is_best].max(axis=1)
            print(
                f"| {grid} | {games} | {name} | {100 * low:.0f} to {100 * high:.0f} % | "
                f"{100 * ordered.mean():.1f} % | {100 * on_top.mean():.1f} % |"
            )


if __name__ == "__main__":
    main()
