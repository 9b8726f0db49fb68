"""
Below the row per game: turns as rows, and one deducer at work on one position.

References:
    [1] Kvietinskas 2021, figure 7.5: the tables that turns were kept in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.agents.agent import Agent
from sapper.agents.protocols import Deducer, Deduction, NativePart, part_name
from sapper.agents.run.columns import TURN_COLUMNS
from sapper.agents.run.compile import compile_agent, compile_deducer
from sapper.agents.run.games import Games
from sapper.agents.run.play import width_of
from sapper.game.position import Position
from sapper.game.rules import Rules, native_rules
from sapper.game.seeds import check_seed, check_seeds

Turns = dict[str, NDArray[Any]]


def play_turns(
    agent: Agent,
    rules: Rules,
    game_seeds: Sequence[int] | NDArray[np.uint64],
    *,
    agent_seed: int = 0,
    check_deductions: bool = True,
    width: int | None = None,
    first_game: int = 0,
) -> tuple[Games, Turns]:
    """
    Play the games with these seeds; give them, and a row per turn as columns.

    The columns of turns are those of `sapper.agents.run.columns` (`docs/columns.md` lists
    them); ``game`` counts from ``first_game``, and ``part`` is an index into
    `turn_parts`. Recording leaves the times of the games as they are.
    """
    spec, callback = compile_agent(agent, rules)
    columns, rows = _core.play_turns(
        native_rules(rules),
        spec,
        check_seeds(game_seeds),
        check_seed(agent_seed),
        check_deductions,
        width_of(agent, rules) if width is None else width,
        callback,
    )
    turns = {
        column.name: np.ascontiguousarray(rows[:, i], dtype=column.type)
        for i, column in enumerate(TURN_COLUMNS)
    }
    turns["game"] += first_game
    return Games(columns), turns


def turn_parts(agent: Agent) -> list[str]:
    """Name the parts that can have a turn, in the order of their numbers."""
    return [
        f"opener {part_name(agent.opener or agent.guesser)}",
        *(f"deducer {name}" for name in agent.deducer_names),
        f"guesser {part_name(agent.guesser)}",
        "stuck",
    ]


def deduce(deducer: NativePart | Deducer, position: Position) -> Deduction:
    """
    Return all that a deducer proves of a position, with every clue it named.

    >>> from sapper.agents.deducers import SinglePoint
    >>> deduce(SinglePoint(), Position.parse("22/.. 2"))
    Deduction(safe=(), mines=(2, 3), clues=(0,))
    """
    proofs = _core.deduce_position(
        compile_deducer(deducer),
        position,
    )
    return Deduction(
        tuple(sorted(cell for cell, is_mine, _ in proofs if not is_mine)),
        tuple(sorted(cell for cell, is_mine, _ in proofs if is_mine)),
        tuple(sorted({clue for _, _, clues in proofs for clue in clues})),
    )
