"""
Blocks: the rows of one task as one piece of bytes that names its columns.

A row of its own for every game would cost a database more time than an agent
needs to play it (a microsecond and more, against six for a single-point game of
intermediate size on one core). So the rows of a task are stored together: a line
of text that says how many rows there are and names the columns with their types,
then column after column, every value little-endian and of fixed width::

    [4000, {"game_seed": "<u8", "outcome": "<u1", "guesses": "<i4", …}]

A block is read by what it says of itself, never by what the newest version would
write: columns that came later are missing from it, columns that went are still
there. That a game is stored once follows from its task: the database lets no two
tasks of a condition overlap.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sapper.agents.run.columns import (
    GAME_COLUMNS,
    PROVEN_BY,
    PROVEN_BY_TYPE,
    TURN_COLUMNS,
    Column,
)
from sapper.agents.run.games import Games
from sapper.errors import StoreError

Columns = dict[str, NDArray[Any]]

_TYPES: Final = ("<u1", "<u2", "<u4", "<u8", "<i1", "<i2", "<i4", "<i8", "<f4", "<f8")
_LONGEST_LINE: Final = 65_536


def pack_games(games: Games) -> bytes:
    """Pack games."""
    columns = games.columns
    proven = [Column(name, PROVEN_BY_TYPE, "") for name in columns if name.startswith(PROVEN_BY)]
    return pack(columns, [*GAME_COLUMNS, *proven])


def pack_turns(columns: Mapping[str, NDArray[Any]]) -> bytes:
    """Pack the columns of turns."""
    return pack(columns, TURN_COLUMNS)


def unpack_games(block: bytes) -> Games:
    """Return the games; a column that came later is 0 in all of them."""
    found = unpack(block)
    count = count_rows(block)
    declared = {
        column.name: found.pop(column.name, np.zeros(count, column.type)) for column in GAME_COLUMNS
    }
    return Games(declared | found)


def pack(columns: Mapping[str, NDArray[Any]], declared: Sequence[Column]) -> bytes:
    """Pack columns, each as the type that is declared for it."""
    count = len(columns[declared[0].name])
    line = json.dumps([count, {column.name: column.type for column in declared}])
    parts = [line.encode(), b"\n"]
    for column in declared:
        values = columns[column.name]
        if len(values) != count:
            raise ValueError(f"expected {count} values of {column.name}, got {len(values)}")
        parts.append(values.astype(column.type, copy=False).tobytes())
    return b"".join(parts)


def unpack(block: bytes, only: Sequence[str] | None = None) -> Columns:
    """Return the columns of a block, or ``only`` some of them; values are not copied."""
    count, declared, place = _read_line(block)
    columns: Columns = {}
    for name, kind in declared:
        if only is None or name in only:
            columns[name] = np.frombuffer(block, dtype=kind, count=count, offset=place)
        place += count * kind.itemsize
    return columns


def count_rows(block: bytes) -> int:
    """Return how many rows a block has."""
    return _read_line(block)[0]


def checksum(block: bytes) -> int:
    """Sum a block up, so that damage is noticed when it is read."""
    return zlib.crc32(block)


def check_block(block: bytes, crc: int, what: str) -> None:
    """Raise an error if a block is not what was stored."""
    if checksum(block) != crc:
        raise StoreError(f"the store is damaged: the rows of {what} are not what was written")


def _read_line(block: bytes) -> tuple[int, list[tuple[str, np.dtype[Any]]], int]:
    """Read the number of rows, the columns, and where the values begin."""
    end = block.find(b"\n", 0, _LONGEST_LINE)
    try:
        count, declared = json.loads(block[: max(end, 0)])
        typed = [(name, np.dtype(kind)) for name, kind in declared.items() if kind in _TYPES]
    except (ValueError, TypeError, AttributeError):
        raise StoreError("the store is damaged: a block does not name its columns") from None
    if type(count) is not int or count < 0 or len(typed) < len(declared):
        raise StoreError("the store is damaged: a block names columns that cannot be")
    width = sum(kind.itemsize for _, kind in typed)
    if len(block) != end + 1 + count * width:
        raise StoreError(
            f"the store is damaged: expected {count} rows of {width} bytes, "
            f"got {len(block) - end - 1} bytes"
        )
    return count, typed, end + 1
