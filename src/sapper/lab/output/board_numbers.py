"""
The numbers of the boards that stored games were played on.

A board follows from the rules, the game's seed and its first cell, so its 3BV, openings,
islands and ZiNi need not be kept: they are computed when somebody asks, for games of
any age. Only the columns that are wanted are; ZiNi takes seven times as long as 3BV.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sapper.agents import Games
from sapper.agents.run.columns import Recorded, column_names
from sapper.boards.metrics import measure_games
from sapper.game.rules import Rules
from sapper.lab.store.protocol import ConditionRow

# What the board of a game was like; computed where SQL, exports or reports ask for it.
BOARD_COLUMNS: Final = (
    Recorded("three_bv", "<i4", "3BV of the board; -1, as the others, for a game without a reveal"),
    Recorded("openings", "<i4", "openings: groups of connected zeros"),
    Recorded("islands", "<i4", "islands: groups of connected clues that are next to no opening"),
    Recorded("zini", "<i4", "greedy ZiNi: clicks of a player who knows the layout"),
    Recorded("human_zini", "<i4", "human ZiNi: the same, all openings first"),
)


def rules_of(condition: ConditionRow) -> Rules:
    """Return the rules that a condition's games were played by."""
    given = condition.parameters
    size = f"{given['columns']}x{given['rows']}x{given['mines']}"
    first, game = given.get("first_click", "safe"), given.get("game", "normal")
    return Rules.parse(size, first_click=str(first), game=str(game))


def board_numbers(
    condition: ConditionRow, games: Games, wanted: Collection[str]
) -> dict[str, NDArray[np.int32]]:
    """Return the wanted columns of `BOARD_COLUMNS` for games of a condition."""
    names = column_names(BOARD_COLUMNS)
    if not set(names) & set(wanted):
        return {}
    with_zini = bool(set(names[names.index("zini") :]) & set(wanted))
    rows = measure_games(
        rules_of(condition), games["game_seed"], games["first_cell"], with_zini=with_zini
    )
    return {name: rows[:, number] for number, name in enumerate(names) if name in wanted}
