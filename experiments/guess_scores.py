"""
What makes one guess better than another: a score fitted to differences.

At each guess of the fast player that no table decides, its choice and up to three other
candidates are played out on the same drawn layouts. The differences of the estimated
chances to win, divided by the chance itself, are regressed on the differences of what
the estimate is made of (`LookAhead`: best and second best safety afterwards, chance
of progress, safe cells that follow, chance of a zero early and later). Scaled so that
best and second add up to 1, the coefficients are the options of `LookAhead`.

    python experiments/guess_scores.py 30x16x99 --first-click safe --games 400 --seed 900
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sapper import Position, Rules, _core
from sapper.agents.guessers import LookAhead
from sapper.agents.playthrough import Playthrough
from sapper.agents.registry import load_agent

NAMES: Final = ("best", "second", "progress", "fresh", "zero early", "zero later")
EARLY: Final = 0.9
OTHERS: Final = 3
PLAYER: Final = asdict(LookAhead())


def compare_guess(position: Position, playouts: int, seed: int) -> list[list[float]]:
    """Return rows of (difference, its error, then differences of the features)."""
    features = np.array(_core.guess_features(position, PLAYER))
    if len(features) < 2:
        return []
    is_early = len(position.covered) >= EARLY * position.num_cells
    rows = []
    for other in features[1 : 1 + OTHERS]:
        if other[2] < 0.9 * features[0][2]:
            continue
        cells = (int(other[0]), int(features[0][0]))
        one, two = (
            np.array(x) for x in _core.paired_playouts(position, *cells, PLAYER, playouts, seed)
        )
        worth = max(two.mean(), 0.01)
        change = other - features[0]
        zero = (change[5], 0.0) if is_early else (0.0, change[5])
        error = max((one - two).std() / np.sqrt(playouts), 1e-4) / worth
        rows.append(
            [(one - two).mean() / worth, error, change[2], change[3], change[4], change[6], *zero]
        )
    return rows


def collect(rules: Rules, games: int, seed: int, playouts: int) -> NDArray[np.float64]:
    """Play games and compare the candidates of every guess."""
    agent = load_agent("strongest:effort=fast")
    rows: list[list[float]] = []
    for index in range(games):
        game = Playthrough(agent, rules, _core.game_seed(seed, index))
        position = game.position
        while (turn := game.next_turn()) is not None:
            if turn.role == "guesser":
                rows += compare_guess(position, playouts, index)
            position = turn.position
    return np.array(rows)


def fit(rows: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return weighted least squares coefficients and their standard errors."""
    weight = 1.0 / (rows[:, 1] ** 2 + 0.01**2)
    features = rows[:, 2:]
    used = np.abs(features).sum(axis=0) > 0
    gram = (features[:, used].T * weight) @ features[:, used] + 1e-6 * np.eye(used.sum())
    found, errors = np.zeros(len(NAMES)), np.zeros(len(NAMES))
    found[used] = np.linalg.solve(gram, (features[:, used].T * weight) @ rows[:, 0])
    errors[used] = np.sqrt(np.diag(np.linalg.inv(gram)))
    return found, errors


def main() -> None:
    """Collect, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("on")
    parser.add_argument("--first-click", default="safe")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=900)
    parser.add_argument("--playouts", type=int, default=32)
    chosen = parser.parse_args()
    rules = Rules.parse(chosen.on, first_click=chosen.first_click)
    rows = collect(rules, chosen.games, chosen.seed, chosen.playouts)
    found, errors = fit(rows)
    scale = found[0] + found[1]
    print(f"{rules.name} {rules.first_click}: {len(rows)} pairs, scale {scale:.3f}")
    for name, value, error in zip(NAMES, found / scale, errors / scale, strict=True):
        print(f"  {name:10} {value:+.4f} ± {1.96 * error:.4f}")


if __name__ == "__main__":
    main()
