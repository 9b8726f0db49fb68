"""A position as a picture: plain numpy, sixteen pixels a cell."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from sapper.errors import SapperError
from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN

RENDER_MODES: Final = ("ansi", "rgb_array")
SIDE: Final = 16
# Digits as rows of five pixels.
_DIGITS: Final = {
    1: "00100 01100 00100 00100 00100 00100 01110",
    2: "01110 10001 00001 00110 01000 10000 11111",
    3: "11110 00001 00001 01110 00001 00001 11110",
    4: "00010 00110 01010 10010 11111 00010 00010",
    5: "11111 10000 11110 00001 00001 10001 01110",
    6: "00110 01000 10000 11110 10001 10001 01110",
    7: "11111 00001 00010 00100 01000 01000 01000",
    8: "01110 10001 10001 01110 10001 10001 01110",
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


def _make_tile(code: int) -> NDArray[np.uint8]:
    tile = np.full((SIDE, SIDE, 3), 225, np.uint8)
    if code in (COVERED, FLAGGED):
        tile[:] = (150, 160, 175)
        tile[0, :], tile[:, 0] = 205, 205
        tile[-1, :], tile[:, -1] = 95, 95
    else:
        tile[-1, :], tile[:, -1] = 190, 190
    if code in _DIGITS:
        rows = np.array([[bit == "1" for bit in row] for row in _DIGITS[code].split()])
        tile[4:11, 5:10][rows] = _INKS[code]
    elif code == FLAGGED:
        tile[4:12, 6:7] = (40, 30, 30)
        tile[4:8, 7:12] = (200, 40, 40)
    elif code == MINE_SHOWN:
        down, right = np.mgrid[:SIDE, :SIDE]
        tile[(down - 7.5) ** 2 + (right - 7.5) ** 2 <= 22] = (30, 30, 30)
    return tile


_TILES: Final = np.stack([_make_tile(code) for code in range(MINE_SHOWN + 1)])


def check_render_mode(mode: str | None) -> str | None:
    """Return the mode if there is such a one, or raise an error."""
    if mode is not None and mode not in RENDER_MODES:
        raise SapperError(f"expected render_mode 'ansi' or 'rgb_array', got {mode!r}")
    return mode


def draw_cells(cells: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a picture of the cells as height x width x 3."""
    rows, columns = cells.shape
    tiles = _TILES[cells]
    return np.ascontiguousarray(
        tiles.transpose(0, 2, 1, 3, 4).reshape(rows * SIDE, columns * SIDE, 3)
    )
