"""
Screenshots in the looks of known programs, drawn from facts about them: sizes, colours, bevels.

Nothing is copied from a program: digits are drawn as strokes or with a free font.
"""

from __future__ import annotations

import io
import random
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

CLASSIC: Final = [
    (0, 0, 255), (0, 128, 0), (255, 0, 0), (0, 0, 128),
    (128, 0, 0), (0, 128, 128), (0, 0, 0), (128, 128, 128),
]  # fmt: skip
WINDOWS_7: Final = [
    (64, 80, 190), (29, 105, 0), (170, 7, 7), (2, 2, 130),
    (123, 0, 0), (4, 122, 125), (172, 3, 8), (168, 10, 8),
]  # fmt: skip
GOOGLE: Final = [
    (25, 118, 210), (56, 142, 60), (211, 47, 47), (123, 31, 162),
    (255, 143, 0), (0, 151, 167), (66, 66, 66), (158, 158, 158),
]  # fmt: skip

# The digits of Windows XP's look: 7 by 9 pixels of their own, thick as there.
DIGITS: Final = {
    1: "..##... .###... ####... ..##... ..##... ..##... ..##... ######. ######.",
    2: "######. ####### .....## ....### .#####. ###.... ##..... ####### #######",
    3: "######. ####### .....## .....## ..####. .....## .....## ####### ######.",
    4: "..##.## ..##.## .##..## .##..## ####### ####### .....## .....## .....##",
    5: "####### ####### ##..... ##..... ######. .....## .....## ####### ######.",
    6: ".#####. ######. ##..... ##..... ######. ##...## ##...## ####### .#####.",
    7: "####### ####### .....## ....##. ....##. ...##.. ...##.. ..##... ..##...",
    8: ".#####. ####### ##...## ##...## .#####. ##...## ##...## ####### .#####.",
}


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


# Classic: Windows XP at 16 whole pixels, with the window around it.


def draw_xp(board: Board, *, fonted: bool = False, hit: int = -1) -> Image.Image:
    side, grey = 16, (192, 192, 192)
    left, top = 12, 96
    width, height = left + side * board.columns + 8, top + side * board.rows + 8
    image = Image.new("RGB", (width, height), grey)
    pen = ImageDraw.Draw(image)
    pen.rectangle([0, 0, width, 22], fill=(0, 84, 227))
    pen.text((6, 5), "Minesweeper", fill=(255, 255, 255), font=font(DEJAVU, 11))
    pen.text((6, 26), "Game  Help", fill=(0, 0, 0), font=font(DEJAVU, 10))
    bevel(pen, (9, 52, width - 6, 88), 2, sunken=True)
    for x in (16, width - 55):
        pen.rectangle([x, 58, x + 40, 81], fill=(0, 0, 0))
        pen.text((x + 3, 58), "010", fill=(255, 0, 0), font=font(DEJAVU, 19))
    bevel(pen, (width // 2 - 13, 57, width // 2 + 13, 83), 2, sunken=False)
    pen.ellipse([width // 2 - 9, 61, width // 2 + 9, 79], fill=(255, 255, 0), outline=(0, 0, 0))
    bevel(
        pen,
        (left - 3, top - 3, left + side * board.columns + 2, top + side * board.rows + 2),
        3,
        sunken=True,
    )
    for i, (column, row, code) in enumerate(board.places()):
        classic_cell(
            pen, left + column * side, top + row * side, side, code, fonted=fonted, is_hit=i == hit
        )
    return image


def bevel(pen: Pen, box: tuple[int, int, int, int], thick: int, *, sunken: bool) -> None:
    light, dark = (255, 255, 255), (128, 128, 128)
    upper, lower = (dark, light) if sunken else (light, dark)
    x0, y0, x1, y1 = box
    for i in range(thick):
        pen.line([(x0 + i, y1 - i), (x0 + i, y0 + i), (x1 - i, y0 + i)], fill=upper)
        pen.line([(x0 + i, y1 - i), (x1 - i, y1 - i), (x1 - i, y0 + i)], fill=lower)


def classic_cell(
    pen: Pen, x: int, y: int, side: int, code: int, *, fonted: bool, is_hit: bool
) -> None:
    box = (x, y, side)
    pen.rectangle([x, y, x + side - 1, y + side - 1], fill=(192, 192, 192))
    if is_covered(code):
        bevel(pen, (x, y, x + side - 1, y + side - 1), max(1, round(side / 8)), sunken=False)
        if code == FLAGGED:
            polygon(pen, box, "8 3 8 9 3 6", (255, 0, 0))
            polygon(pen, box, "8 3 9 3 9 12 8 12", (0, 0, 0))
            polygon(pen, box, "5 11 12 11 12 13 4 13", (0, 0, 0))
        return
    if is_hit:
        pen.rectangle([x, y, x + side - 1, y + side - 1], fill=(255, 0, 0))
    line = max(1, round(side / 16))
    pen.line([(x, y + side - 1), (x, y), (x + side - 1, y)], fill=(128, 128, 128), width=line)
    if code == MINE:
        mine(pen, box)
    elif code > 0 and fonted:
        text(pen, code, (x + 0.5, y + 0.5, side), CLASSIC[code - 1], DEJAVU, 0.8)
    elif code > 0:
        for dy, line_of in enumerate(DIGITS[code].split()):
            for dx, dot in enumerate(line_of):
                if dot == "#":
                    pen.point((x + 5 + dx, y + 4 + dy), fill=CLASSIC[code - 1])


def draw_arbiter(board: Board) -> Image.Image:
    return draw_xp(board, fonted=True)


# The others are drawn large and made smaller: they have no whole pixels.


def sized(side: int, board: Board, around: tuple[int, int, int, int], ground: Ink,
          draw: Callable[[Pen, float, float, float], None]) -> Image.Image:  # fmt: skip
    """Draw the cells by a function of pen, left, top and side, with margins around them."""
    left, top, right, bottom = (round(one * MORE) for one in around)
    big = side * MORE
    size = (left + right + big * board.columns, top + bottom + big * board.rows)
    image = Image.new("RGB", size, ground)
    draw(ImageDraw.Draw(image), left, top, big)
    return image.resize((size[0] // MORE, size[1] // MORE), Image.Resampling.BOX)


def draw_online(board: Board, side: int = 24) -> Image.Image:
    """The default skin of minesweeper.online: the classic one, drawn smooth."""
    inks = [
        (0, 0, 247),
        (0, 119, 0),
        (236, 0, 0),
        (0, 0, 128),
        (128, 0, 0),
        (0, 128, 128),
        (0, 0, 0),
        (112, 112, 112),
    ]

    def draw(pen: Pen, left: float, top: float, big: float) -> None:
        pen.rectangle(
            [
                left - big / 2,
                top - 2.2 * big,
                left + big * (board.columns + 0.5),
                top + big * (board.rows + 0.5),
            ],
            fill=(198, 198, 198),
        )
        for x in (left, left + big * (board.columns - 1.9)):
            pen.rectangle([x, top - 1.8 * big, x + 1.9 * big, top - 0.5 * big], fill=(0, 0, 0))
            pen.text(
                (x + 0.1 * big, top - 1.8 * big),
                "010",
                fill=(255, 0, 0),
                font=font(DEJAVU, round(big)),
            )
        for column, row, code in board.places():
            x, y = left + column * big, top + row * big
            if is_covered(code):
                rim = big / 8
                pen.polygon(
                    [
                        (x, y + big),
                        (x, y),
                        (x + big, y),
                        (x + big - rim, y + rim),
                        (x + rim, y + rim),
                        (x + rim, y + big - rim),
                    ],
                    fill=(255, 255, 255),
                )
                pen.polygon(
                    [
                        (x, y + big),
                        (x + big, y + big),
                        (x + big, y),
                        (x + big - rim, y + rim),
                        (x + big - rim, y + big - rim),
                        (x + rim, y + big - rim),
                    ],
                    fill=(128, 128, 128),
                )
                if code == FLAGGED:
                    polygon(pen, (x, y, big), "8 3 8 9 3 6", (255, 0, 0))
                    polygon(pen, (x, y, big), "8 3 9 3 9 12 8 12", (0, 0, 0))
                    polygon(pen, (x, y, big), "5 11 12 11 12 13 4 13", (0, 0, 0))
                continue
            pen.rectangle([x, y, x + big - 1, y + big / 20], fill=(128, 128, 128))
            pen.rectangle([x, y, x + big / 20, y + big - 1], fill=(128, 128, 128))
            if code == MINE:
                mine(pen, (x, y, big))
            elif code:
                text(pen, code, (x + big / 32, y + big / 32, big), inks[code - 1], SANS, 0.82)

    return sized(side, board, (side * 2, side * 4, side * 3, side * 2), (255, 255, 255), draw)


def draw_windows_7(board: Board, side: int = 18) -> Image.Image:
    """Windows 7: blue glass tiles, lighter to the upper left, pale opened cells."""

    def draw(pen: Pen, left: float, top: float, big: float) -> None:
        far = board.columns + board.rows
        for column, row, code in board.places():
            x, y = left + column * big, top + row * big
            share = (column + row) / far
            pen.rectangle([x, y, x + big, y + big], fill=(30, 44, 96))
            if is_covered(code):
                for k in range(int(big) - MORE):
                    fade = (share + k / big / 3) / 1.34
                    ink = tuple(
                        round(a + (b - a) * fade)
                        for a, b in zip((140, 172, 236), (58, 88, 184), strict=True)
                    )
                    pen.line([(x + 2, y + 2 + k), (x + big - 3, y + 2 + k)], fill=ink)
                pen.line(
                    [(x + 3, y + 3), (x + big - 4, y + 3)], fill=(190, 210, 246), width=MORE // 2
                )
                if code == FLAGGED:
                    polygon(pen, (x, y, big), "7 3 12 5.5 7 8", (214, 30, 30))
                    polygon(pen, (x, y, big), "6 3 7 3 7 13 6 13", (230, 230, 235))
                continue
            ink = tuple(
                round(a + (b - a) * share)
                for a, b in zip((226, 233, 244), (194, 206, 228), strict=True)
            )
            pen.rectangle([x + 2, y + 2, x + big - 1, y + big - 1], fill=(150, 164, 196))
            pen.rectangle([x + 3, y + 3, x + big - 2, y + big - 2], fill=ink)
            if code == MINE:
                mine(pen, (x, y, big))
            elif code:
                text(pen, code, (x, y, big), WINDOWS_7[code - 1], SANS, 0.78)

    return sized(side, board, (34, 36, 34, 60), (118, 146, 204), draw)


def draw_google(board: Board, side: int = 30) -> Image.Image:
    """Google's: two greens and two browns as on a chessboard, without lines."""
    greens, browns = ((170, 215, 81), (162, 209, 73)), ((229, 194, 159), (215, 184, 153))

    def draw(pen: Pen, left: float, top: float, big: float) -> None:
        pen.rectangle([left, top - 60 * MORE, left + big * board.columns, top], fill=(74, 117, 44))
        pen.text(
            (left + 90 * MORE, top - 45 * MORE),
            "40   012",
            fill=(255, 255, 255),
            font=font(SANS, 22 * MORE),
        )
        for column, row, code in board.places():
            x, y, odd = left + column * big, top + row * big, (column + row) % 2
            box = (x, y, big)
            pen.rectangle(
                [x, y, x + big, y + big], fill=(greens if is_covered(code) else browns)[odd]
            )
            if not is_covered(code):
                rim = big / 16
                for dx, dy, edge in (
                    (-1, 0, (0, 0, rim, big)),
                    (1, 0, (big - rim, 0, big, big)),
                    (0, -1, (0, 0, big, rim)),
                    (0, 1, (0, big - rim, big, big)),
                ):
                    if is_covered(board.at(column + dx, row + dy)):
                        pen.rectangle(
                            [x + edge[0], y + edge[1], x + edge[2], y + edge[3]],
                            fill=(135, 175, 58),
                        )
            if code == FLAGGED:
                polygon(pen, box, "5 3 13 6 5 9.5", (242, 54, 7))
                polygon(pen, box, "4.4 3 5.6 3 5.6 13 4.4 13", (230, 51, 7))
                polygon(pen, box, "3 12.4 8 12.4 8 13.4 3 13.4", (230, 51, 7))
            elif code == MINE:
                pen.rectangle(
                    [x, y, x + big, y + big],
                    fill=((219, 50, 54), (72, 133, 237), (182, 72, 242), (244, 194, 13))[
                        (column * 3 + row) % 4
                    ],
                )
                pen.ellipse(
                    [x + big * 0.27, y + big * 0.27, x + big * 0.73, y + big * 0.73],
                    fill=((142, 32, 35), (47, 86, 154), (118, 47, 157), (159, 126, 8))[
                        (column * 3 + row) % 4
                    ],
                )
            elif 0 < code < 9:
                text(pen, code, box, GOOGLE[code - 1], SANS, 0.76)

    return sized(side, board, (40, 90, 50, 40), (255, 255, 255), draw)


SCHEMES: Final = {
    "light": {
        "gap": "#8495ab", "covered": "#5f7fa6", "light": "#7f9cc0", "dark": "#46628a",
        "revealed": "#f3f5f8", "page": "#eef1f5", "hit": "#c81e32", "ink": "#4f5b6b",
        "clues": "#1450b8 #12662f #b3121f #43259a #7a2c0c #0a5f63 #1b2430 #545d6a",
    },
    "dark": {
        "gap": "#3d4a5d", "covered": "#6a80a3", "light": "#8499ba", "dark": "#4f6485",
        "revealed": "#161c24", "page": "#10141a", "hit": "#d7283d", "ink": "#aab4c2",
        "clues": "#8fbfff #84d99c #ff9a9a #c3b1ff #f5b58c #7fdada #e8edf3 #b3bdc9",
    },
}  # fmt: skip


def draw_sapper(board: Board, side: int = 32, *, scheme: str = "light") -> Image.Image:
    """Sapper's own page: rounded cells on a darker ground, row and column numbers beside them."""
    look = SCHEMES[scheme]
    clues = look["clues"].split()

    def draw(pen: Pen, left: float, top: float, big: float) -> None:
        pen.rectangle(
            [
                left - MORE,
                top - MORE,
                left + big * board.columns + MORE,
                top + big * board.rows + MORE,
            ],
            fill=look["gap"],
        )
        for i in range(board.columns):
            pen.text(
                (left + (i + 0.5) * big, top - 10 * MORE),
                str(i + 1),
                fill=look["ink"],
                font=font(DEJAVU, 10 * MORE),
                anchor="mm",
            )
        for column, row, code in board.places():
            x, y = left + column * big, top + row * big
            inner = [x + MORE, y + MORE, x + big - MORE, y + big - MORE]
            ground = (
                look["covered"]
                if is_covered(code)
                else look["hit"]
                if code == MINE
                else look["revealed"]
            )
            if is_covered(code):
                pen.rounded_rectangle(inner, 3 * MORE, fill=look["light"])
                pen.rounded_rectangle(
                    [inner[0], inner[1] + 2 * MORE, *inner[2:]], 3 * MORE, fill=look["dark"]
                )
                pen.rounded_rectangle(
                    [inner[0], inner[1] + 2 * MORE, inner[2], inner[3] - 3 * MORE],
                    2 * MORE,
                    fill=ground,
                )
            else:
                pen.rounded_rectangle(inner, 3 * MORE, fill=ground)
            if code == FLAGGED:
                polygon(pen, (x, y, big), "7 4 12 6.3 7 8.8", (225, 29, 56))
                polygon(pen, (x, y, big), "6.4 4 7.3 4 7.3 12.6 6.4 12.6", (16, 21, 28))
                polygon(pen, (x, y, big), "5 12 10 12 10 13 5 13", (16, 21, 28))
            elif code == MINE:
                mine(pen, (x, y, big), 3.2)
            elif 0 < code < 9:
                text(pen, code, (x, y, big), clues[code - 1], DEJAVU, 0.58)

    return sized(side, board, (40, 44, 30, 26), look["page"], draw)


def draw_sapper_dark(board: Board, side: int = 32) -> Image.Image:
    return draw_sapper(board, side, scheme="dark")


# Cells of how many pixels each look is drawn in, before it is scaled.
LOOKS: Final[dict[str, tuple[Callable[..., Image.Image], tuple[int, ...]]]] = {
    "xp": (draw_xp, (16,)),
    "arbiter": (draw_arbiter, (16,)),
    "online": (draw_online, (16, 20, 24, 32, 44, 60)),
    "windows-7": (draw_windows_7, (14, 18, 26, 40, 60)),
    "google": (draw_google, (16, 25, 30, 36, 45, 60)),
    "light": (draw_sapper, (16, 24, 32, 44, 60)),
    "dark": (draw_sapper_dark, (16, 24, 32, 44, 60)),
}


def draw(look: str, board: Board, side: float, chance: random.Random) -> Image.Image:
    """Draw a board so that its cells have about so many pixels, scaled where they must be."""
    function, sides = LOOKS[look]
    drawn = min(sides, key=lambda one: (one < side, abs(one - side)))
    image = function(board) if len(sides) == 1 else function(board, drawn)
    if abs(drawn - side) < 0.01:
        return image
    size = (round(image.width * side / drawn), round(image.height * side / drawn))
    whole = len(sides) == 1 and (side / drawn).is_integer()
    ways = Image.Resampling
    way = ways.NEAREST if whole else chance.choice([ways.BILINEAR, ways.BICUBIC, ways.LANCZOS])
    return image.resize(size, way)


def spoil(
    image: Image.Image, noise: float, quality: int | None, chance: random.Random
) -> Image.Image:
    """Add noise to every pixel, and send the picture through JPEG."""
    import numpy as np

    pixels = np.asarray(image, dtype=float)
    grain = (
        np.random.default_rng(chance.randrange(2**32)).normal(0, noise, pixels.shape)
        if noise
        else 0
    )
    image = Image.fromarray(np.clip(pixels + grain, 0, 255).astype("uint8"))
    if quality is None:
        return image
    data = io.BytesIO()
    image.save(data, "JPEG", quality=quality)
    return Image.open(io.BytesIO(data.getvalue())).convert("RGB")
