"""
The numbers of the boards that stored games were played on.

A board follows from the rules, the game's seed and its first cell, so its 3BV, openings,
islands and ZiNi need not be kept: they are computed when somebody asks, for games of
any age. Only the columns that are wanted are; ZiNi takes seven times as long as 3BV.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from sapper.agents import Games
from sapper.boards.metrics import measure_games
from sapper.game.rules import Rules
from sapper.lab.columns import BOARD_COLUMNS, column_names
from sapper.lab.store.protocol import ConditionRow

_WITHOUT_ZINI = 3


def rules_of(condition: ConditionRow) -> Rules:
    """Return the rules that a condition's games were played by."""
    given = condition.parameters
    size = f"{given['columns']}x{given['rows']}x{given['mines']}"
    return Rules.parse(size, first_click=str(given["first_click"]), game=str(given["game"]))


def board_numbers(
    condition: ConditionRow, games: Games, wanted: Collection[str]
) -> dict[str, NDArray[np.int32]]:
    """Return the wanted columns of `BOARD_COLUMNS` for games of a condition."""
    names = column_names(BOARD_COLUMNS)
    if not set(names) & set(wanted):
        return {}
    with_zini = bool(set(names[_WITHOUT_ZINI:]) & set(wanted))
    rows = measure_games(
        rules_of(condition), games["game_seed"], games["first_cell"], with_zini=with_zini
    )
    return {name: rows[:, number] for number, name in enumerate(names) if name in wanted}
