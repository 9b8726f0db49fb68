"""
The leaderboard: a policy on the standard conditions, beside agents of the house.

Three grids, two first-click rules, the same games for everybody: run seed 2026, game
numbers from 0. A figure of a learned player means something only with its rule and its
interval beside it, and with what plain deduction wins under the same rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sapper.agents import Agent, agent_ids, load_agent
from sapper.game.rules import Rules
from sapper.lab.league import League

RUN_SEED: Final = 2026
NUM_GAMES: Final = 10_000
GRIDS: Final = ("beginner", "intermediate", "expert")
FIRST_CLICKS: Final = ("safe", "zero")
# From no thought at all to the strongest player of the house.
COMPANIONS: Final = ("random", "kvietinskas/single-point", "becerra/cscsp", "exact", "strongest")


def companions() -> list[Agent]:
    """Return the agents that every leaderboard shows."""
    known = {agent_id.partition(":")[0] for agent_id in agent_ids()}
    return [load_agent(agent_id) for agent_id in COMPANIONS if agent_id in known]


def make_leaderboard(
    agents: list[Agent],
    *,
    on: Sequence[str] = GRIDS,
    games: int = NUM_GAMES,
    workers: int = 1,
) -> League:
    """Return the league of the standard conditions, or of the same on other grids, to be played."""
    grids = [
        (f"{grid} {rule}", Rules.parse(grid, first_click=rule))
        for grid in dict.fromkeys(on)
        for rule in FIRST_CLICKS
    ]
    return League(agents, grids, games, seed=RUN_SEED, workers=workers)
