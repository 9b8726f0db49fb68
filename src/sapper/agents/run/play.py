"""Play many games of one agent in this process; `sapper.lab` spreads them over several."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.agents.agent import Agent
from sapper.agents.run.compile import compile_agent
from sapper.agents.run.games import Games
from sapper.arguments import explained
from sapper.game.rules import Rules, native_rules
from sapper.game.seeds import check_seed, check_seeds

# Games played at once when Python guesses, unless the guesser asks for more by `width`;
# more of them have at most this many cells together.
DEFAULT_WIDTH = 256
MOST_CELLS = 1 << 20


def width_of(agent: Agent, rules: Rules) -> int:
    """Return how many games may wait for the agent's guesser together."""
    wanted: int = getattr(agent.guesser, "width", DEFAULT_WIDTH)
    return min(wanted, max(DEFAULT_WIDTH, MOST_CELLS // rules.num_cells))


@explained
def play_seeds(
    agent: Agent,
    rules: Rules,
    game_seeds: Sequence[int] | NDArray[np.uint64],
    *,
    agent_seed: int = 0,
    check_deductions: bool = True,
    width: int | None = None,
) -> Games:
    """
    Play the games with these seeds.

    With ``check_deductions`` a deducer that claims what is not so is an error
    naming the seed and the position; without, the game goes on and may be lost.
    ``width`` is how many games wait for a Python guesser together, as many as the
    guesser's own ``width`` if not given; it changes no result.
    """
    spec, callback = compile_agent(agent, rules)
    return Games(
        _core.play(
            native_rules(rules),
            spec,
            check_seeds(game_seeds),
            check_seed(agent_seed),
            check_deductions,
            width_of(agent, rules) if width is None else width,
            callback,
        )
    )


def game_seeds(run_seed: int, first: int, count: int) -> NDArray[np.uint64]:
    """Return the seeds of ``count`` games of a run, from game number ``first`` on."""
    return _core.game_seeds(check_seed(run_seed), first, count)
