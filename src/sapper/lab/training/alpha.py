"""
Alpha of eq. 9, by play and regression.

For every board of the plan and every alpha from 0 to 1 in steps of 1/30, games are
played by the Manhattan rule on Sc; the alpha that wins most is regressed on the sides
and the mine ratio.

References:
    [1] Sinha, Malviya, Nayak 2021, sections 4.2.3 and 5.2.2, eq. 10.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sapper.agents import Agent, play_seeds
from sapper.agents.deducers import SinglePoint
from sapper.agents.guessers import LeastScore
from sapper.agents.guessers.sinha import SLACK, ScoreForm
from sapper.lab.executors.crew import Crew
from sapper.lab.training.data import Listener, Task
from sapper.lab.training.plans import ALPHA, ALPHA_STEPS


@dataclass(frozen=True)
class AlphaFit:
    """The four thetas of eq. 10, and how much of the best alphas they explain."""

    thetas: tuple[float, float, float, float]
    r_squared: float
    num_games: int


@dataclass(frozen=True)
class _Search:
    task: Task
    score: ScoreForm


def _best_alpha(search: _Search) -> float:
    """Return the alpha that wins most games of a board; of several the mean."""
    rules, seeds = search.task
    wins = []
    for step in range(ALPHA_STEPS + 1):
        guesser = LeastScore(
            step / ALPHA_STEPS,
            search.score,
            "dsscsp",
            100,
            max_depth=300,
            slack=SLACK,
            by_distance=True,
        )
        wins.append(play_seeds(Agent(None, (SinglePoint(),), guesser), rules, seeds).wins)
    best = np.flatnonzero(np.array(wins) == max(wins))
    return float(best.mean()) / ALPHA_STEPS


def fit_alpha(
    score: ScoreForm, seed: int, scale: float, executor: Crew, progress: Listener
) -> AlphaFit:
    """Play, pick the best alpha of each board, and fit eq. 10."""
    tasks = ALPHA.tasks(seed, scale)
    found: dict[int, float] = {}
    searches = [_Search(task, score) for task in tasks]
    for number, value in executor.run(_best_alpha, searches):
        found[number] = value
        progress("alpha", len(found), len(tasks))
    best = np.array([found[i] for i in range(len(tasks))])
    inputs = np.array(
        [[rules.rows, rules.columns, rules.num_mines / rules.num_cells, 1.0] for rules, _ in tasks]
    )
    thetas, *_ = np.linalg.lstsq(inputs, best, rcond=None)
    left = ((best - inputs @ thetas) ** 2).sum()
    spread = ((best - best.mean()) ** 2).sum()
    games = sum(len(seeds) for _, seeds in tasks) * (ALPHA_STEPS + 1)
    t1, t2, t3, t4 = (round(float(theta), 6) for theta in thetas)
    r_squared = float(1 - left / spread) if spread > 0 else 0.0
    return AlphaFit((t1, t2, t3, t4), round(r_squared, 4), games)
