"""Play many games of one agent in this process; `sapper.lab` spreads them over several."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.agents.agent import Agent
from sapper.agents.compile import compile_agent
from sapper.agents.games import Games
from sapper.errors import RulesError
from sapper.game.layout import check_seed
from sapper.game.rules import Rules, native_rules

# Games played at once when Python guesses; chosen large enough for a model's batch.
DEFAULT_WIDTH = 256


def play_seeds(
    agent: Agent,
    rules: Rules,
    game_seeds: Sequence[int] | NDArray[np.uint64],
    *,
    agent_seed: int = 0,
    check_deductions: bool = True,
    width: int = DEFAULT_WIDTH,
) -> Games:
    """
    Play the games with these seeds.

    With ``check_deductions`` a deducer that claims what is not so is an error
    naming the seed and the position; without, the game goes on and may be lost.
    ``width`` is how many games wait for a Python guesser together; it changes no
    result.
    """
    spec, callback = compile_agent(agent, rules)
    return Games(
        _core.play(
            native_rules(rules),
            spec,
            check_seeds(game_seeds),
            check_seed(agent_seed),
            check_deductions,
            width,
            callback,
        )
    )


def check_seeds(game_seeds: Sequence[int] | NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return game seeds as the core takes them, or say what is wrong with them."""
    given = np.asarray(game_seeds)
    if given.size and given.dtype.kind not in "iuO":
        raise RulesError(f"expected whole numbers as seeds, got {given.dtype}")
    if given.size and (given.min() < 0 or given.max() >= 2**63):
        raise RulesError("expected seeds from 0 to 9223372036854775807")
    return np.ascontiguousarray(given, dtype=np.uint64)


def game_seeds(run_seed: int, first: int, count: int) -> NDArray[np.uint64]:
    """Give the seeds of ``count`` games of a run, from game number ``first`` on."""
    return _core.game_seeds(check_seed(run_seed), first, count)
