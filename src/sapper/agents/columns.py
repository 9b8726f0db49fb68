"""
The columns of games and turns: name, type and meaning, declared once.

What the driver gives, what `Games` holds, what a store packs, what SQL and exports
show and what `docs/columns.md` lists are all read off this table. A column may be
added at the end or left out: a stored block names its own columns, so that rows of
older versions stay readable. A column is never renamed nor given another meaning.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sapper.game.game import OUTCOMES


class Column(NamedTuple):
    """A column: its name, its type as numpy writes it, and what a value means."""

    name: str
    type: str
    meaning: str


GAME_COLUMNS: Final = (
    Column("game_seed", "<u8", "seed of the game: decides the board, and the agent's choices"),
    Column(
        "outcome",
        "<u1",
        "how it ended: " + ", ".join(f"{code} {name}" for code, name in enumerate(OUTCOMES)),
    ),
    Column("guesses", "<i4", "reveals that no deducer proved; the first click is not counted"),
    Column("moves", "<i4", "reveals and flags"),
    Column("cells_revealed", "<i4", "cells revealed, by moves and by cascades"),
    Column("mines_hit", "<i4", "mines revealed"),
    Column("mines_flagged", "<i4", "mines flagged, wrong flags not counted"),
    Column("first_cell", "<i4", "the first cell revealed, row * columns + column; -1 for none"),
    Column("nanoseconds", "<i8", "time the agent spent deciding"),
    Column("cut_guesses", "<i4", "guesses made when a limit of states ended the work on them"),
)
# What games stored before a column came are read as having there.
BEFORE: Final = {"cut_guesses": 0}
# Each deducer adds a column; its name follows.
PROVEN_BY: Final = "proven_by_"
PROVEN_BY_TYPE: Final = "<i4"

TURN_COLUMNS: Final = (
    Column("game", "<i8", "number of the game in its run"),
    Column("turn", "<i4", "number of the turn in its game, from 1"),
    Column("part", "<i4", "what ended it: opener 0, deducers 1 and on, then guesser, then stuck"),
    Column("nanoseconds", "<i8", "time the agent spent deciding"),
    Column("windows", "<i4", "windows looked through"),
    Column("mines_left", "<i4", "mines less flags before the turn"),
    Column("cells_proven_safe", "<i4", "cells proven safe"),
    Column("cells_proven_mines", "<i4", "cells proven mines"),
    Column("cells_revealed", "<i4", "cells revealed since the game began"),
)


def game_columns(deducers: Sequence[str] = ()) -> tuple[Column, ...]:
    """Return the columns of games of an agent with these deducers."""
    proven = (
        Column(PROVEN_BY + name, PROVEN_BY_TYPE, f"cells that {name} proved") for name in deducers
    )
    return (*GAME_COLUMNS, *proven)


def column_names(columns: Sequence[Column]) -> list[str]:
    """Name columns."""
    return [column.name for column in columns]
