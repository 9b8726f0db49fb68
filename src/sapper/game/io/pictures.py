"""
Positions from screenshots: the file is opened here, the board in it is read by the core.

What a reader is not certain of is said cell by cell; a picture without a board, or in the look
of a program that is not known, is refused. How a board is found is told in
`native/game/picture/picture.h`. Pillow, which matplotlib brings, opens the files.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from sapper import _core
from sapper.arguments import explained
from sapper.errors import NotationError, SapperError
from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN
from sapper.game.io.disk import read_bytes
from sapper.game.position import Position

# What the files of pictures begin with: PNG, JPEG, GIF, BMP, and WebP with its size between.
_BEGINNINGS: Final = (b"\x89PNG\r\n", b"\xff\xd8\xff", b"GIF8", b"BM", b"RIFF")
_LONGEST: Final = 16
_NAMES: Final = {COVERED: "covered", FLAGGED: "a flag", MINE_SHOWN: "a mine"}
_MOST_NAMED: Final = 12
_MOST_PIXELS: Final = 40_000_000  # as in native/game/picture/picture.h


@dataclass(frozen=True)
class PictureReading:
    """
    A board as it was read from a picture.

    ``doubtful`` lists the cells that may be wrong, ``usual_mines`` the number of mines that
    programs put on a grid of this size, if there is a usual one, and ``place`` where the first
    cell lies: left, top, width and height in pixels.
    """

    columns: int
    rows: int
    cells: bytes
    doubtful: tuple[int, ...]
    look: str
    usual_mines: int | None
    place: tuple[float, float, float, float]

    @property
    def room(self) -> int:
        """The number of cells that may hold a mine."""
        return sum(code >= COVERED for code in self.cells)

    @explained
    def position(self, num_mines: int | None = None) -> Position:
        """Return the position, with this number of mines or the usual one."""
        mines = self.usual_mines if num_mines is None else num_mines
        if mines is None:
            raise SapperError(
                f"expected the number of mines (--mines N): none is usual on {self.columns}x"
                f"{self.rows}; --no-mine-count goes without"
            )
        return Position(self.columns, self.rows, mines, self.cells)

    def describe(self) -> str:
        """Return what was read, and which cells may be wrong, in a sentence."""
        text = f"read {self.columns}x{self.rows} cells in the look of {self.look}"
        if not self.doubtful:
            return f"{text}, none of them in doubt"
        named = [
            f"{self._name(cell)} as {_NAMES.get(self.cells[cell], self.cells[cell])}"
            for cell in self.doubtful[:_MOST_NAMED]
        ]
        more = len(self.doubtful) - len(named)
        rest = f" and {more} more" if more else ""
        return f"{text}; in doubt: {', '.join(named)}{rest}"

    def to_dict(self) -> dict[str, Any]:
        """Return how it was read as JSON-ready data."""
        return {
            "look": self.look,
            "doubtful": [self._name(cell) for cell in self.doubtful],
            "usual_mines": self.usual_mines,
            "place": list(self.place),
        }

    def _name(self, cell: int) -> str:
        return f"r{cell // self.columns + 1}c{cell % self.columns + 1}"


def is_picture(path: Path | str) -> bool:
    """Return whether a file begins as pictures do."""
    try:
        with Path(path).open("rb") as file:
            return file.read(_LONGEST).startswith(_BEGINNINGS)
    except (OSError, ValueError):
        return False


def load_picture(path: Path | str) -> PictureReading:
    """
    Read the board in a file that is a picture.

    Raises:
        NotationError: it is no picture, or has no board of a known look.
    """
    data = read_bytes(path, "a picture")
    try:
        return parse_picture(data)
    except NotationError as error:
        raise NotationError(f"{error}, in {str(path)!r}") from None


def parse_picture(data: bytes) -> PictureReading:
    """Read the board in the bytes of a picture's file."""
    from PIL import Image  # noqa: PLC0415 - only pictures need it, and it takes time

    bombs = (Image.DecompressionBombError, Image.DecompressionBombWarning)
    try:
        with Image.open(BytesIO(data)) as image:
            _check_size(*image.size)  # before its pixels are unpacked
            seen = image.convert("RGBA")
    except (OSError, ValueError, SyntaxError, *bombs) as error:
        raise NotationError(f"expected a picture, such as a PNG or JPEG: {error}") from None
    # What a window without a ground of its own lies on is white, as in most programs.
    ground = Image.new("RGBA", seen.size, "white")
    ground.alpha_composite(seen)
    columns, rows, cells, doubts, look, mines, place = _core.read_pixels(
        ground.tobytes(), seen.width, seen.height
    )
    doubtful = tuple(cell for cell, is_doubtful in enumerate(doubts) if is_doubtful)
    return PictureReading(columns, rows, cells, doubtful, look, mines, place)


def _check_size(width: int, height: int) -> None:
    if width * height > _MOST_PIXELS:
        raise NotationError(
            f"expected a picture of at most {_MOST_PIXELS // 10**6} million pixels, "
            f"got {width}x{height}"
        )
