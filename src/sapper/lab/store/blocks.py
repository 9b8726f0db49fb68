"""
Blocks: the rows of one task as one piece of bytes.

A row of its own for every game would cost a database more time than an agent
needs to play it (a microsecond and more, against six for a single-point game of
intermediate size on one core). So the rows of a task are stored together, column
after column, every value little-endian and of fixed width: the place of any value
follows from its game's number, which is how the views `game` and `turn` of the
database give them back as rows to anyone with an SQL shell. That a game is
stored once follows from its task: the database lets no two tasks of a condition
overlap.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sapper.agents.games import FLAGS, Games
from sapper.errors import StoreError

Columns = dict[str, NDArray[Any]]

OUTCOMES: Final = ("won", "lost", "stuck", "playing")
# The blocks' codes count the outcomes in another order than the driver.
_STORED_OUTCOMES: Final = np.array([3, 0, 1, 2], np.uint8)
_OUTCOMES_OF_STORED: Final = np.array([1, 2, 3, 0], np.uint8)
# Name and type of the columns that every game has, in the order of the block.
GAME_COLUMNS: Final = (
    ("game_seed", "<u8"),
    ("nanoseconds", "<i8"),
    ("guesses", "<i4"),
    ("moves", "<i4"),
    ("cells_revealed", "<i4"),
    ("mines_hit", "<i4"),
    ("mines_flagged", "<i4"),
    ("first_cell", "<i4"),
    ("outcome", "<u1"),
)
# What an agent's parts add: ``proven_by_…``.
EXTRA_TYPE: Final = "<i4"
TURN_COLUMNS: Final = (
    ("game", "<i8"),
    ("nanoseconds", "<i8"),
    ("turn", "<i4"),
    ("part", "<i4"),
    ("cells_proven_safe", "<i4"),
    ("cells_proven_mines", "<i4"),
    ("cells_revealed", "<i4"),
    ("windows", "<i4"),
    ("mines_left", "<i4"),
)


def extra_columns(names: Sequence[str]) -> list[str]:
    """Name the columns of a game that the block holds after the common ones."""
    common = {name for name, _ in GAME_COLUMNS} | set(FLAGS)
    return [name for name in names if name not in common]


def pack_games(columns: Mapping[str, NDArray[Any]], extra: Sequence[str]) -> bytes:
    """Pack the columns of games."""
    outcome = _STORED_OUTCOMES[columns["outcome"]]
    return _pack({**columns, "outcome": outcome}, _game_types(extra))


def unpack_games(block: bytes, count: int, extra: Sequence[str]) -> Games:
    """Give games back."""
    columns = _unpack(block, count, _game_types(extra))
    seeds, outcome = columns.pop("game_seed"), _OUTCOMES_OF_STORED[columns.pop("outcome")]
    return Games({"game_seed": seeds, "outcome": outcome, **columns})


def pack_turns(columns: Mapping[str, NDArray[Any]]) -> bytes:
    """Pack the columns of turns."""
    return _pack(columns, TURN_COLUMNS)


def unpack_turns(block: bytes, count: int) -> Columns:
    """Give the columns of turns back."""
    return _unpack(block, count, TURN_COLUMNS)


def checksum(block: bytes) -> int:
    """Sum a block up, so that damage is noticed when it is read."""
    return zlib.crc32(block)


def check_block(block: bytes, crc: int, what: str) -> None:
    """Raise an error if a block is not what was stored."""
    if checksum(block) != crc:
        raise StoreError(f"the store is damaged: the rows of {what} are not what was written")


def _game_types(extra: Sequence[str]) -> list[tuple[str, str]]:
    return [*GAME_COLUMNS, *((name, EXTRA_TYPE) for name in extra)]


def _pack(columns: Mapping[str, NDArray[Any]], types: Sequence[tuple[str, str]]) -> bytes:
    return b"".join(columns[name].astype(kind, copy=False).tobytes() for name, kind in types)


def _unpack(block: bytes, count: int, types: Sequence[tuple[str, str]]) -> Columns:
    width = sum(np.dtype(kind).itemsize for _, kind in types)
    if len(block) != count * width:
        raise StoreError(
            f"the store is damaged: expected {count} rows of {width} bytes, got {len(block)} bytes"
        )
    columns, place = {}, 0
    for name, kind in types:
        columns[name] = np.frombuffer(block, dtype=kind, count=count, offset=place)
        place += count * np.dtype(kind).itemsize
    return columns
