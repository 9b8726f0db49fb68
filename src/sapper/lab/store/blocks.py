"""
Blocks: the rows of one task as one piece of bytes that names its columns.

A row of its own for every game would cost a database more time than an agent
needs to play it (a microsecond and more, against six for a single-point game of
intermediate size on one core). So the rows of a task are stored together: a line
of text that says how many rows there are and names the columns with their types,
then column after column, every value little-endian and as wide as the largest needs::

    [4000, {"game_seed": "<u8", "outcome": "<u1", "guesses": "<u1", …}]

A block is read by what it says of itself, never by what the newest version would
write: columns that came later are missing from it, columns that went are still
there. That a game is stored once follows from its task: the database lets no two
tasks of a condition overlap.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sapper.agents.run.columns import (
    GAME_COLUMNS,
    PROVEN_BY,
    PROVEN_BY_TYPE,
    TURN_COLUMNS,
    Recorded,
)
from sapper.agents.run.games import Games
from sapper.errors import StoreError

Columns = dict[str, NDArray[Any]]

_TYPES: Final = ("<u1", "<u2", "<u4", "<u8", "<i1", "<i2", "<i4", "<i8", "<f4", "<f8")
_LONGEST_LINE: Final = 65_536
_NARROW: Final = ((np.uint8, np.uint16, np.uint32), (np.int8, np.int16, np.int32))


class Block(NamedTuple):
    """The bytes of a block and their checksum."""

    data: bytes
    crc: int


def pack_games(games: Games) -> Block:
    """Pack games."""
    columns = games.columns
    proven = [Recorded(name, PROVEN_BY_TYPE, "") for name in columns if name.startswith(PROVEN_BY)]
    return _block(pack(columns, [*GAME_COLUMNS, *proven]))


def pack_turns(columns: Mapping[str, NDArray[Any]]) -> Block:
    """Pack the columns of turns."""
    return _block(pack(columns, TURN_COLUMNS))


def _block(data: bytes) -> Block:
    return Block(data, zlib.crc32(data))


def unpack_games(block: bytes) -> Games:
    """Return the games; a column that came later is 0 in all of them."""
    found = unpack(block)
    count = count_rows(block)
    declared = {
        column.name: found.pop(column.name, np.zeros(count, column.type)) for column in GAME_COLUMNS
    }
    proven = {name: values.astype(PROVEN_BY_TYPE) for name, values in found.items()}
    return Games(declared | proven)


def unpack_turns(block: bytes) -> Columns:
    """Return the columns of turns, each of the type that is declared for it."""
    types = {column.name: column.type for column in TURN_COLUMNS}
    found = unpack(block)
    return {name: values.astype(types.get(name, values.dtype)) for name, values in found.items()}


def pack(columns: Mapping[str, NDArray[Any]], declared: Sequence[Recorded]) -> bytes:
    """Pack columns, each as the type that is declared for it, or a narrower one that holds it."""
    count = len(columns[declared[0].name])
    types, parts = {}, []
    for column in declared:
        values = columns[column.name]
        if len(values) != count:
            raise ValueError(f"expected {count} values of {column.name}, got {len(values)}")
        typed = _narrowed(values.astype(column.type, copy=False))
        types[column.name] = typed.dtype.newbyteorder("<").str.replace("|", "<")
        parts.append(typed.tobytes())
    return b"\n".join([json.dumps([count, types]).encode(), b"".join(parts)])


def _narrowed(values: NDArray[Any]) -> NDArray[Any]:
    """Return whole numbers in the narrowest type that holds them."""
    if len(values) == 0 or values.dtype.kind not in "iu":
        return values
    least, most = int(values.min()), int(values.max())
    for kind in _NARROW[least < 0]:
        bounds = np.iinfo(kind)
        if bounds.min <= least and most <= bounds.max and values.itemsize > bounds.bits // 8:
            return values.astype(kind)
    return values


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


def check_block(block: bytes, crc: int, what: str) -> None:
    """Raise an error if a block is not what was stored."""
    if zlib.crc32(block) != crc:
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
