"""Screenshots in the looks of Windows 7, Google, and Sapper's own page."""

from __future__ import annotations

from typing import Final

from PIL import Image

from game.io.pens import (
    DEJAVU,
    FLAGGED,
    MINE,
    MORE,
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

WINDOWS_7: Final = [
    (64, 80, 190), (29, 105, 0), (170, 7, 7), (2, 2, 130),
    (123, 0, 0), (4, 122, 125), (172, 3, 8), (168, 10, 8),
]  # fmt: skip
GOOGLE: Final = [
    (25, 118, 210), (56, 142, 60), (211, 47, 47), (123, 31, 162),
    (255, 143, 0), (0, 151, 167), (66, 66, 66), (158, 158, 158),
]  # fmt: skip


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
