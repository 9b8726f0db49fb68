"""
The columns of games and turns: name, type and meaning, declared once.

Those of games are declared where they are measured, in `native/agents/driver/driver.h`. What
`Games` holds, what a store packs, what SQL and exports show and what `docs/columns.md`
lists are all read off these tables. A column may be added at the end or left out: a
stored block names its own columns, so that rows of older versions stay readable (there a
newer column is 0). A column is never renamed nor given another meaning.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sapper import _core


class Recorded(NamedTuple):
    """A column: its name, its type as numpy writes it, and what a value means."""

    name: str
    type: str
    meaning: str


GAME_COLUMNS: Final = tuple(Recorded(*one) for one in _core.game_columns())
# Each deducer adds a column; its name follows.
PROVEN_BY: Final = "proven_by_"
PROVEN_BY_TYPE: Final = "<i4"

TURN_COLUMNS: Final = (
    Recorded("game", "<i8", "number of the game in its run"),
    Recorded("turn", "<i4", "number of the turn in its game, from 1"),
    Recorded("part", "<i4", "what ended it: opener 0, deducers 1 and on, then guesser, then stuck"),
    Recorded("nanoseconds", "<i8", "time the agent spent deciding"),
    Recorded("windows", "<i4", "windows looked through"),
    Recorded("mines_left", "<i4", "mines less flags before the turn"),
    Recorded("cells_proven_safe", "<i4", "cells proven safe"),
    Recorded("cells_proven_mines", "<i4", "cells proven mines"),
    Recorded("cells_revealed", "<i4", "cells revealed since the game began"),
)


def game_columns(deducers: Sequence[str] = ()) -> tuple[Recorded, ...]:
    """Return the columns of games of an agent with these deducers."""
    proven = (
        Recorded(PROVEN_BY + name, PROVEN_BY_TYPE, f"cells that {name} proved") for name in deducers
    )
    return (*GAME_COLUMNS, *proven)


def column_names(columns: Sequence[Recorded]) -> list[str]:
    """Name columns."""
    return [column.name for column in columns]
