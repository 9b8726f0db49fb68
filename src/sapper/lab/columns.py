"""
Every column that the lab keeps: games, turns, and the sums of a task or condition.

Games and turns are declared in `sapper.agents.columns`, where they are made; the
sums are ours. Packing, SQL, export and the docs read these tables and nothing else.
The numbers of boards are not kept: they follow from a game's seed and first cell
(`sapper.lab.board_numbers`), and so games of any age have them.
"""

from __future__ import annotations

from typing import Final

from sapper.agents.columns import (
    GAME_COLUMNS,
    PROVEN_BY,
    PROVEN_BY_TYPE,
    TURN_COLUMNS,
    Column,
    column_names,
    game_columns,
)

__all__ = [
    "BOARD_COLUMNS",
    "GAME_COLUMNS",
    "PROVEN_BY",
    "PROVEN_BY_TYPE",
    "SUM_COLUMNS",
    "TURN_COLUMNS",
    "Column",
    "column_names",
    "game_columns",
]

# What the board of a game was like; computed where SQL, exports or reports ask for it.
BOARD_COLUMNS: Final = (
    Column("three_bv", "<i4", "3BV of the board; -1, as the others, for a game without a reveal"),
    Column("openings", "<i4", "openings: groups of connected zeros"),
    Column("islands", "<i4", "islands: groups of connected clues that are next to no opening"),
    Column("zini", "<i4", "greedy ZiNi: clicks of a player who knows the layout"),
    Column("human_zini", "<i4", "human ZiNi: the same, all openings first"),
)

# What is kept of consecutive games where they are summed up: a task, a condition, a league.
SUM_COLUMNS: Final = (
    Column("games", "<i8", "games played"),
    Column("wins", "<i8", "games won"),
    Column("wins_without_guess", "<i8", "games won with no guess but the first click"),
    Column("stuck", "<i8", "games given up"),
    Column("guesses", "<i8", "sum of the guesses"),
    Column("guesses_squared", "<i8", "sum of the squares of the guesses"),
    Column("mines_flagged", "<i8", "sum of the mines flagged rightly"),
    Column("nanoseconds", "<i8", "sum of the time spent deciding"),
    Column("seconds", "<f8", "time the games took where they were played"),
)
