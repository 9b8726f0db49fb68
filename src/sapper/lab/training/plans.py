"""
Which boards the training data of Sinha et al. 2021 are played on.

Section 5.2 gives sides, ratios and layouts a board. It does not give the step of the
mine ratio: with 5 % the data of version 5.0 come to 27.1 million rows, where the text
says 23.3 million.

References:
    [1] Sinha, Malviya, Nayak 2021, sections 5.2, 5.2.1 and 5.2.2.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sapper.agents.run.play import game_seeds
from sapper.game.rules import Rules

RATIO_STEP: Final = 0.05


@dataclass(frozen=True)
class Plan:
    """Boards by larger side and mine ratio, and how many games are played on each."""

    sides: tuple[int, ...]
    ratios: tuple[float, ...]
    layouts: float

    def boards(self) -> list[Rules]:
        """Return every board: p x q, q from p/2 to p, with each mine ratio."""
        return [
            Rules(q, p, max(1, round(ratio * p * q)))
            for p in self.sides
            for q in range((p + 1) // 2, p + 1)
            for ratio in self.ratios
        ]

    def tasks(self, seed: int, scale: float) -> list[tuple[Rules, NDArray[np.uint64]]]:
        """
        Return the games of each board by their seeds.

        All boards have the same number of games, or, where there are fewer games than
        boards, the games are spread over them evenly.
        """
        boards = self.boards()
        total = max(1, round(self.layouts * len(boards) * scale))
        ends = [(k + 1) * total // len(boards) for k in range(len(boards))]
        starts = [0, *ends[:-1]]
        return [
            (rules, game_seeds(seed, start, end - start))
            for rules, start, end in zip(boards, starts, ends, strict=True)
            if end > start
        ]


def ratios(least: float, most: float, step: float = RATIO_STEP) -> tuple[float, ...]:
    """Return the ratios from least to most, both included."""
    return tuple(round(least + k * step, 4) for k in range(round((most - least) / step) + 1))


def sides(*parts: Iterable[int]) -> tuple[int, ...]:
    """Return sides from several ranges as one list."""
    return tuple(side for part in parts for side in part)


# 5.2: p from 5 to 30, ratios 5 % to 30 %, 100 layouts a board.
CLASSIFICATION: Final = Plan(sides(range(5, 31)), ratios(0.05, 0.30), 100)
# 5.2.1: more than 0.7 million rows an episode; this many layouts per board come to that.
EPISODE: Final = Plan(CLASSIFICATION.sides, CLASSIFICATION.ratios, 3.5)
NUM_EPISODES: Final = 100
# 5.2.2: alpha for sides 5 to 10 and 20, ratios 0.05 (printed 0.5) to 0.25, 100 games.
ALPHA: Final = Plan(sides(range(5, 11), [20]), ratios(0.05, 0.25), 100)
ALPHA_STEPS: Final = 30
# 5.2.2: sides 5 to 20 and 30, ratios 0.05 to 0.30, 200 games.
Q_SINGLE: Final = Plan(sides(range(5, 21), [30]), ratios(0.05, 0.30), 200)
# 5.2.2: the same sides, ratios 0.05 to 0.20, 5 games, 50 episodes.
Q_EPISODE: Final = Plan(Q_SINGLE.sides, ratios(0.05, 0.20), 5)
NUM_Q_EPISODES: Final = 50
