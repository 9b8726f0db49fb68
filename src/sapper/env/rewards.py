"""
What a step is worth.

| name | reward of a step |
|---|---|
| `win` | 1 if the step wins the game, else 0 |
| `progress` | safe cells revealed by the step / safe cells of the grid; a won game sums to 1 |
| `jumanji` | 1 if the step reveals a safe cell, else 0 (the rule of Jumanji's environment) |
| `risk` | minus the exact risk of the cell revealed; 0 for a flag |

The first cell of a rule that keeps it free has risk 0. A callable takes a `Step` and
returns a number. An action that is not allowed costs the environment's ``penalty``
whatever the reward.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

REWARDS: Final = ("win", "progress", "jumanji", "risk")


@dataclass(frozen=True)
class Step:
    """
    One action and what came of it.

    ``before`` and ``after`` are the cells as rows x columns of codes; ``revealed`` counts
    the safe cells that the action opened, ``hit`` the mines; ``num_safe`` the safe cells
    of the grid; ``outcome`` is ``playing``, ``won``, ``lost`` or ``stuck``; ``risk`` is
    the exact risk of the cell revealed, nan unless an oracle was asked.
    """

    before: NDArray[np.uint8]
    after: NDArray[np.uint8]
    action: int
    revealed: int
    hit: int
    num_safe: int
    outcome: str
    risk: float


Reward = str | Callable[[Step], float]


def named_reward(name: str, step: Step) -> float:
    """Return the reward of this name for a step."""
    if name == "win":
        return float(step.outcome == "won")
    if name == "progress":
        return step.revealed / step.num_safe if step.num_safe else 0.0
    if name == "jumanji":
        return float(step.hit == 0 and step.revealed > 0)
    return 0.0 if np.isnan(step.risk) else -step.risk
