"""What the drawn screenshots are made of: boards, pens, digits, flags and mines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

COVERED, FLAGGED, MINE = 9, 10, 11
Pen = ImageDraw.ImageDraw
Ink = tuple[int, int, int] | str
FONTS: Final = Path("/usr/share/fonts/truetype")
SANS: Final = FONTS / "liberation/LiberationSans-Bold.ttf"
DEJAVU: Final = FONTS / "dejavu/DejaVuSans-Bold.ttf"
MORE: Final = 4  # a look without whole pixels is drawn so many times as large and made smaller


@cache
def font(path: Path, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), size)


@dataclass(frozen=True)
class Board:
    """What the cells show, row by row."""

    columns: int
    rows: int
    cells: tuple[int, ...]

    def at(self, column: int, row: int) -> int:
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return self.cells[row * self.columns + column]
        return -1

    def places(self) -> list[tuple[int, int, int]]:
        return [(i % self.columns, i // self.columns, code) for i, code in enumerate(self.cells)]


def is_covered(code: int) -> bool:
    return code in (COVERED, FLAGGED)


def text(
    pen: Pen, digit: int, box: tuple[float, float, float], ink: Ink, path: Path, share: float
) -> None:
    """Write a digit into the middle of a square cell."""
    x, y, side = box
    letters = font(path, round(side * share))
    pen.text((x + side / 2, y + side / 2), str(digit), fill=ink, font=letters, anchor="mm")


def polygon(pen: Pen, box: tuple[float, float, float], points: str, ink: Ink) -> None:
    """Draw a polygon; its points are sixteenths of a cell."""
    x, y, side = box
    numbers = [float(one) for one in points.split()]
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    pen.polygon([(x + a * side / 16, y + b * side / 16) for a, b in pairs], fill=ink)


def mine(pen: Pen, box: tuple[float, float, float], radius: float = 4.5) -> None:
    x, y, side = box
    unit, cx, cy = side / 16, x + side / 2, y + side / 2
    for dx, dy in ((6, 0), (0, 6), (4, 4), (4, -4)):
        ends = [(cx - dx * unit, cy - dy * unit), (cx + dx * unit, cy + dy * unit)]
        pen.line(ends, fill=(0, 0, 0), width=max(1, round(unit)))
    pen.ellipse(
        [cx - radius * unit, cy - radius * unit, cx + radius * unit, cy + radius * unit],
        fill=(0, 0, 0),
    )
    pen.rectangle([cx - 2 * unit, cy - 2 * unit, cx - unit, cy - unit], fill=(255, 255, 255))


def sized(side: int, board: Board, around: tuple[int, int, int, int], ground: Ink,
          draw: Callable[[Pen, float, float, float], None]) -> Image.Image:  # fmt: skip
    """Draw the cells by a function of pen, left, top and side, with margins around them."""
    left, top, right, bottom = (round(one * MORE) for one in around)
    big = side * MORE
    size = (left + right + big * board.columns, top + bottom + big * board.rows)
    image = Image.new("RGB", size, ground)
    draw(ImageDraw.Draw(image), left, top, big)
    return image.resize((size[0] // MORE, size[1] // MORE), Image.Resampling.BOX)
