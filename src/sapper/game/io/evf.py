"""
EVF: games recorded by Metasweeper and everything that uses its format.

Bytes, big-endian: a head with the size, names and the mines as bits, then mouse
events with times in milliseconds and places in pixels. Versions 0 to 4 are read, as
their specification describes them [1]; what is not needed to play the game again
(checksum, custom metrics, events of the screen) is skipped.

References:
    [1] "evf: the second open-source Minesweeper video format", specification v0.0 to v0.4.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sapper.errors import NotationError
from sapper.game.io.videos import Button, Mouse
from sapper.game.replay import Replay

_PRESS: Final[dict[int, Button]] = {2: "left", 4: "right", 6: "middle"}
_RELEASE: Final[dict[int, Button]] = {3: "left", 5: "right", 7: "middle"}
_FLAG_BEFORE: Final = 8
_NEWEST: Final = 4
# Version 4: kinds of events and what follows the time.
_TERMINAL: Final = frozenset((92, 93, 94, 99))
_NUMBER, _TEXT, _PAUSE = 200, 201, 255


class _Bytes:
    """Bytes that are read from the front."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def is_over(self) -> bool:
        return self._at >= len(self._data)

    def take(self, count: int) -> bytes:
        if self._at + count > len(self._data):
            raise NotationError(f"expected more bytes after byte {len(self._data)}: the EVF is cut")
        self._at += count
        return self._data[self._at - count : self._at]

    def number(self, count: int, *, signed: bool = False) -> int:
        return int.from_bytes(self.take(count), "big", signed=signed)

    def skip_text(self) -> None:
        end = self._data.find(b"\0", self._at)
        if end < 0:
            raise NotationError("expected a text that ends with a zero byte: the EVF is cut")
        self._at = end + 1


def parse_evf(data: bytes) -> Replay:
    """
    Read an EVF recording as a replay with times.

    Raises:
        NotationError: it is not one, and what is wrong.
    """
    version = _Bytes(data).number(1)
    if version > _NEWEST:
        raise NotationError(f"expected EVF of version 0 to {_NEWEST}, got version {version}")
    problem: NotationError | None = None
    for skip_names in _NAMES[version]:
        try:
            return _parse(data, skip_names)
        except NotationError as error:
            problem = problem or error
    raise problem or NotationError("expected an EVF")


def _parse(data: bytes, skip_names: Callable[[_Bytes, bool], None]) -> Replay:
    source = _Bytes(data)
    version, summary = source.number(1), source.number(1)
    if version >= 3:
        source.take(1)  # settings
    rows, columns = source.number(1), source.number(1)
    num_mines, pixels = source.number(2), source.number(1)
    if not (rows and columns and pixels):
        raise NotationError(f"expected a grid, got {columns}x{rows} cells of {pixels} pixels")
    source.take(2 + 2)  # mode, 3BV
    skip_names(source, bool(summary & 0x08))
    size = rows * columns
    bits = source.number(-(-size // 8)) >> -size % 8
    mines = [cell for cell in range(size) if bits >> (size - 1 - cell) & 1]
    mouse = Mouse(columns, rows, mines, num_mines)
    if version < _NEWEST:
        _play_events(source, mouse, columns, rows, pixels)
    else:
        _play_changes(source, mouse, columns, rows, pixels)
    return mouse.replay()


# The names between the head and the mines. Files of one version differ: ms_toollib
# writes version 2 under the number 0, and version 4 as an earlier draft had it.


def _skip_seven(source: _Bytes, is_transcoded: bool) -> None:
    """Time used; program, player, race, unique name, begin, end, country."""
    del is_transcoded
    source.take(3)
    for _ in range(7):
        source.skip_text()


def _skip_eight(source: _Bytes, is_transcoded: bool) -> None:
    """The same and the device."""
    _skip_seven(source, is_transcoded)
    source.skip_text()


def _skip_draft_4(source: _Bytes, is_transcoded: bool) -> None:
    """Time used, country, begin, end; the names as texts, the device with its length."""
    source.take(4 + 2 + 8 + 8)
    for _ in range(6 if is_transcoded else 4):
        source.skip_text()
    source.take(source.number(2))


def _skip_4(source: _Bytes, is_transcoded: bool) -> None:
    """The same; the names with their lengths, the device as a text."""
    source.take(4 + 2 + 8 + 8)
    for _ in range(3 if is_transcoded else 1):
        source.skip_text()
    for _ in range(3):
        source.take(source.number(2))
    source.skip_text()


_NAMES: Final = (
    (_skip_seven, _skip_eight),
    (_skip_seven, _skip_eight),
    (_skip_eight,),
    (_skip_eight,),
    (_skip_4, _skip_draft_4),
)


def _play_events(source: _Bytes, mouse: Mouse, columns: int, rows: int, pixels: int) -> None:
    """Events with the time and the place themselves."""
    while True:
        kind = source.number(1)
        if kind in (0, 255):  # with or without a checksum after it
            return
        time, x, y = source.number(3), source.number(2), source.number(2)
        _act(mouse, kind, _cell(x, y, columns, rows, pixels), time)


def _play_changes(source: _Bytes, mouse: Mouse, columns: int, rows: int, pixels: int) -> None:
    """Events with the change of the time and the place since the one before."""
    for _ in range(source.number(2)):
        source.skip_text()
    time = x = y = 0
    while True:
        kind = source.number(1)
        if kind == 0:
            return
        if kind == _PAUSE:
            time += source.number(2)
            continue
        time += source.number(1)
        if kind in _TERMINAL:
            continue
        if kind in (_NUMBER, _TEXT):
            source.take(2)
            if kind == _NUMBER:
                source.take(8)
            else:
                source.skip_text()
            continue
        if kind > 121:
            raise NotationError(f"expected an event of EVF version 4, got number {kind}")
        x += source.number(2, signed=True)
        y += source.number(2, signed=True)
        _act(mouse, kind, _cell(x, y, columns, rows, pixels), time)


def _cell(x: int, y: int, columns: int, rows: int, pixels: int) -> int | None:
    column, row = x // pixels, y // pixels
    return row * columns + column if 0 <= column < columns and 0 <= row < rows else None


def _act(mouse: Mouse, kind: int, cell: int | None, time: int) -> None:
    if kind in _PRESS:
        mouse.press(_PRESS[kind], cell, time)
    elif kind in _RELEASE:
        mouse.release(_RELEASE[kind], cell, time)
    elif kind == _FLAG_BEFORE:
        mouse.flag_before(cell, time)
