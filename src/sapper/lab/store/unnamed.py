"""
Blocks of stores up to version 4, which did not name their columns.

Read only, and never to be changed: these are the layouts as they were written.
The turns had two of them under one version; their widths tell them apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from sapper.errors import StoreError
from sapper.lab.store.blocks import Columns

Layout = tuple[tuple[str, str], ...]

_GAMES: Final[Layout] = (
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
_PROVEN_BY: Final = "<i4"
# They counted won 0, lost 1, stuck 2, playing 3; the driver counts playing 0, won 1, …
_OUTCOMES: Final = np.array([1, 2, 3, 0], np.uint8)
_NARROW_TURNS: Final[Layout] = (
    ("game", "<i8"),
    ("nanoseconds", "<i8"),
    ("turn", "<i4"),
    ("part", "<i4"),
    ("cells_proven_safe", "<i4"),
    ("cells_proven_mines", "<i4"),
    ("cells_revealed", "<i4"),
)
_TURNS: Final[Layout] = (*_NARROW_TURNS, ("windows", "<i4"), ("mines_left", "<i4"))


def unpack_games(block: bytes, count: int, proven: Sequence[str]) -> Columns:
    """Return the columns of games; ``proven`` are the columns of the agent's deducers."""
    columns = _unpack(block, count, (*_GAMES, *((name, _PROVEN_BY) for name in proven)))
    codes = columns["outcome"]
    if count and int(codes.max()) >= len(_OUTCOMES):
        raise StoreError("the store is damaged: a game has an outcome that cannot be")
    return {**columns, "outcome": _OUTCOMES[codes]}


def unpack_turns(block: bytes, count: int) -> Columns:
    """Return the columns of turns, as many as were kept then."""
    layouts = {_width(layout): layout for layout in (_NARROW_TURNS, _TURNS)}
    return _unpack(block, count, layouts.get(len(block) // max(count, 1), _TURNS))


def _unpack(block: bytes, count: int, layout: Layout) -> Columns:
    width = _width(layout)
    if len(block) != count * width:
        raise StoreError(
            f"the store is damaged: expected {count} rows of {width} bytes, got {len(block)} bytes"
        )
    columns: Columns = {}
    place = 0
    for name, kind in layout:
        columns[name] = np.frombuffer(block, dtype=kind, count=count, offset=place)
        place += count * np.dtype(kind).itemsize
    return columns


def _width(layout: Layout) -> int:
    return sum(np.dtype(kind).itemsize for _, kind in layout)
