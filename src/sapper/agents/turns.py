"""
Below the row per game: turns as rows, and one deducer at work on one position.

References:
    [1] Kvietinskas 2021, figure 7.5: the tables that turns were kept in.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.agents.agent import Agent
from sapper.agents.compile import compile_agent, compile_deducer
from sapper.agents.protocols import Deducer, Deduction, NativePart
from sapper.errors import SapperError
from sapper.game.layout import check_seed
from sapper.game.position import Position
from sapper.game.rules import Rules, native_rules

TURN_COLUMNS = (
    "game",
    "turn",
    "part",
    "nanoseconds",
    "windows",
    "mines_left",
    "safe_proven",
    "mines_proven",
    "cells_revealed",
)


def play_turns(
    agent: Agent,
    rules: Rules,
    game_seeds: Sequence[int] | NDArray[np.uint64],
    *,
    agent_seed: int = 0,
    check_deductions: bool = True,
) -> dict[str, NDArray[np.int64]]:
    """
    Play the games with these seeds and give a row per turn, as columns.

    ``game`` numbers the game among the seeds and ``turn`` counts from 1. ``part``
    is the index of the deducer that ended the turn, -1 for the opener, -2 for the
    guesser, -3 for a game given up. ``windows`` were considered in the turn,
    ``mines_left`` stood on the counter before it, and ``cells_revealed`` counts
    from the beginning of the game.
    """
    spec, callback = compile_agent(agent, rules)
    if callback is not None:
        raise SapperError(f"expected an agent with a native guesser to record turns, got {agent}")
    seeds = np.ascontiguousarray(game_seeds, dtype=np.uint64)
    rows = _core.play_turns(
        native_rules(rules), spec, seeds, check_seed(agent_seed), check_deductions
    )
    return dict(zip(TURN_COLUMNS, np.ascontiguousarray(rows.T), strict=True))


def deduce(deducer: NativePart | Deducer, position: Position) -> Deduction:
    """
    Give all that a deducer proves of a position, with every clue it named.

    >>> from sapper.agents.deducers import SinglePoint
    >>> deduce(SinglePoint(), Position.parse("22/.. 2"))
    Deduction(safe=(), mines=(2, 3), clues=(0,))
    """
    proofs = _core.deduce_position(
        compile_deducer(deducer),
        position.columns,
        position.rows,
        position.num_mines,
        position.cells,
    )
    return Deduction(
        tuple(sorted(cell for cell, is_mine, _ in proofs if not is_mine)),
        tuple(sorted(cell for cell, is_mine, _ in proofs if is_mine)),
        tuple(sorted({clue for _, _, clues in proofs for clue in clues})),
    )
