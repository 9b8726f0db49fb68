"""
The bench signature: one number that changes when any agent plays differently.

A commit that changes play says so in its last line, and the golden test compares.
Speed has no part in it: everything but the time is hashed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from zlib import crc32

import numpy as np

from sapper.agents import Games, load_agent, play_seeds
from sapper.agents.play import game_seeds
from sapper.agents.registry import find_entry, house_ids
from sapper.game.rules import Rules

# Small enough for seconds, mixed enough that every part and rule has its say.
_WORKLOAD: Final = (
    (Rules.parse("beginner-8"), 60),
    (Rules.parse("9x9x10", first_click="any", game="score"), 30),
    (Rules.parse("intermediate", first_click="zero"), 20),
    (Rules.parse("expert", first_click="safe"), 10),
    (Rules.parse("13x1x3"), 20),
)

# The time is not play, nor how hard a guess was; the outcome is hashed as won, lost and stuck.
_LEFT_OUT: Final = ("nanoseconds", "cut_guesses", "outcome")


def bench_signature(progress: Callable[[str], None] | None = None) -> int:
    """
    Play the fixed workload with every agent of the house and hash the rows.

    ``progress`` is called with each agent as its turn comes.
    """
    signature = 0
    for agent_id in house_ids():
        if progress is not None:
            progress(agent_id)
        signature = crc32(agent_id.encode(), signature)
        for rules, count in _WORKLOAD:
            if rules.game in find_entry(agent_id).games:
                games = play_seeds(load_agent(agent_id), rules, game_seeds(1, 0, count))
                signature = hash_games(games, signature)
    return signature


def hash_games(games: Games, start: int = 0) -> int:
    """Hash everything of the rows but the time."""
    for name, column in dict(games).items():
        if name not in _LEFT_OUT:
            start = crc32(name.encode(), start)
            start = crc32(column.astype(np.dtype("<u8")).tobytes(), start)
    return start
