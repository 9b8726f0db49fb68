"""
A position as pixels: plain numpy, sixteen pixels a cell, and PNG files of them.

`picture.py` draws the same as SVG. The bytes of a PNG follow from the position and from
the version of zlib.
"""

from __future__ import annotations

import struct
import zlib
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN
from sapper.game.position import Position

SIDE: Final = 16
# Digits as rows of five pixels.
_DIGITS: Final = {
    0: "01110 10001 10011 10101 11001 10001 01110",
    1: "00100 01100 00100 00100 00100 00100 01110",
    2: "01110 10001 00001 00110 01000 10000 11111",
    3: "11110 00001 00001 01110 00001 00001 11110",
    4: "00010 00110 01010 10010 11111 00010 00010",
    5: "11111 10000 11110 00001 00001 10001 01110",
    6: "00110 01000 10000 11110 10001 10001 01110",
    7: "11111 00001 00010 00100 01000 01000 01000",
    8: "01110 10001 10001 01110 10001 10001 01110",
    9: "01110 10001 10001 01111 00001 00010 01100",
}
# Dark enough for a light ground; neighbours in value differ in lightness too.
_INKS: Final = {
    1: (0, 60, 200),
    2: (0, 110, 60),
    3: (190, 30, 30),
    4: (30, 20, 110),
    5: (110, 40, 10),
    6: (0, 110, 120),
    7: (20, 20, 20),
    8: (90, 90, 90),
}
_LABEL_INK: Final = (60, 60, 60)
_LARGEST_LABEL: Final = 999  # three digits fill a tile


def _digit(number: int) -> NDArray[np.bool_]:
    return np.array([[bit == "1" for bit in row] for row in _DIGITS[number].split()])


def _make_tile(code: int) -> NDArray[np.uint8]:
    tile = np.full((SIDE, SIDE, 3), 225, np.uint8)
    if code in (COVERED, FLAGGED):
        tile[:] = (150, 160, 175)
        tile[0, :], tile[:, 0] = 205, 205
        tile[-1, :], tile[:, -1] = 95, 95
    else:
        tile[-1, :], tile[:, -1] = 190, 190
    if code in _INKS:
        tile[4:11, 5:10][_digit(code)] = _INKS[code]
    elif code == FLAGGED:
        tile[4:12, 6:7] = (40, 30, 30)
        tile[4:8, 7:12] = (200, 40, 40)
    elif code == MINE_SHOWN:
        down, right = np.mgrid[:SIDE, :SIDE]
        tile[(down - 7.5) ** 2 + (right - 7.5) ** 2 <= 22] = (30, 30, 30)
    return tile


_TILES: Final = np.stack([_make_tile(code) for code in range(MINE_SHOWN + 1)])


def draw_cells(cells: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a picture of the cells as height x width x 3."""
    rows, columns = cells.shape
    tiles = _TILES[cells]
    return np.ascontiguousarray(
        tiles.transpose(0, 2, 1, 3, 4).reshape(rows * SIDE, columns * SIDE, 3)
    )


def draw_labelled(position: Position) -> NDArray[np.uint8]:
    """Return a picture of a position with the numbers of rows and columns along two edges."""
    cells = draw_cells(position.array)
    height, width, _ = cells.shape
    pixels = np.full((height + SIDE, width + SIDE, 3), 255, np.uint8)
    pixels[SIDE:, SIDE:] = cells
    for column in range(position.columns):
        _label(pixels[:SIDE, (column + 1) * SIDE : (column + 2) * SIDE], column + 1)
    for row in range(position.rows):
        _label(pixels[(row + 1) * SIDE : (row + 2) * SIDE, :SIDE], row + 1)
    return pixels


def _label(tile: NDArray[np.uint8], number: int) -> None:
    digits = [int(digit) for digit in str(number % (_LARGEST_LABEL + 1))]
    step = 5 if len(digits) == 3 else 6
    left = (SIDE - step * len(digits) + 1) // 2
    for place, digit in enumerate(digits):
        begin = left + step * place
        tile[5:12, begin : begin + 5][_digit(digit)] = _LABEL_INK


def to_png(pixels: NDArray[np.uint8], *, scale: int = 2) -> bytes:
    """Write pixels of height x width x 3 as a PNG file, each ``scale`` times as large."""
    large = pixels.repeat(scale, axis=0).repeat(scale, axis=1)
    height, width, _ = large.shape
    lines = np.zeros((height, width * 3 + 1), np.uint8)  # each line begins with its filter: none
    lines[:, 1:] = large.reshape(height, -1)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(lines.tobytes(), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    crc = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc)
