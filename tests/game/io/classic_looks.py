"""Screenshots in the classic looks: Windows XP, Arbiter, minesweeper.online."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from game.io.pens import (
    DEJAVU,
    FLAGGED,
    MINE,
    SANS,
    Board,
    Pen,
    font,
    is_covered,
    mine,
    polygon,
    sized,
    text,
)

CLASSIC: Final = [
    (0, 0, 255), (0, 128, 0), (255, 0, 0), (0, 0, 128),
    (128, 0, 0), (0, 128, 128), (0, 0, 0), (128, 128, 128),
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


# Drawn large and made smaller: it has no whole pixels.


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
