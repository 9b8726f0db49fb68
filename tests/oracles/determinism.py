"""
Sapper's random numbers a second time, in plain Python, from `docs/determinism.md` alone.

Headings in the comments are those of the page. Nothing here imports Sapper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

WORD = 2**64
GAMMA = 0x9E3779B97F4A7C15
LAYOUT_SALT = 0x6C61796F75740000
AGENT_SALT = 0x6167656E74000000

Draw = Callable[[int], int]


# Mixing


def mix(x: int) -> int:
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB % WORD
    return x ^ (x >> 31)


# The generator


def rotate(x: int, by: int) -> int:
    return (x << by | x >> (64 - by)) % WORD


def iter_words(seed: int) -> Iterator[int]:
    a, b, c, d = (mix((seed + i * GAMMA) % WORD) for i in (1, 2, 3, 4))
    while True:
        yield rotate(b * 5 % WORD, 7) * 9 % WORD
        c, d, shifted = c ^ a, d ^ b, b << 17 & WORD - 1
        b, a, c, d = b ^ c, a ^ d, c ^ shifted, rotate(d, 45)


# The bounded draw


def bounded(words: Iterator[int], n: int, word: int = WORD) -> int:
    while True:
        high, low = divmod(next(words) * n, word)
        if low >= word % n:
            return high


def make_draw(seed: int) -> Draw:
    words = iter_words(seed)
    return lambda n: bounded(words, n)


# Seeds


def game_seed(run_seed: int, index: int) -> int:
    return mix((mix(run_seed) + (index + 1) * GAMMA) % WORD) >> 11


def layout_stream(seed: int) -> int:
    return mix(seed ^ LAYOUT_SALT)


def agent_stream(agent_seed: int, seed: int) -> int:
    return mix(seed ^ mix(agent_seed ^ AGENT_SALT))


# Layouts


def kept_free(columns: int, rows: int, first_click: str, first: int) -> list[int]:
    y, x = divmod(first, columns)

    def is_free(cell: int) -> bool:
        r, c = divmod(cell, columns)
        if first_click == "zero":
            return abs(r - y) <= 1 and abs(c - x) <= 1
        return first_click == "safe" and cell == first

    return [cell for cell in range(columns * rows) if is_free(cell)]


def candidates(columns: int, rows: int, first_click: str, first: int) -> list[int]:
    free = kept_free(columns, rows, first_click, first)
    return [cell for cell in range(columns * rows) if cell not in free]


def draw_cells(num_cells: int, skipped: list[int], wanted: int, draw: Draw) -> list[int]:
    drawn: list[int] = []
    while len(drawn) < wanted:
        cell = draw(num_cells)
        if cell not in skipped and cell not in drawn:
            drawn.append(cell)
    return drawn


def lay(
    columns: int, rows: int, num_mines: int, first_click: str, first: int, draw: Draw
) -> list[int]:
    free = kept_free(columns, rows, first_click, first)
    num_cells = columns * rows
    if 2 * num_mines <= num_cells:
        return sorted(draw_cells(num_cells, free, num_mines, draw))
    wanted = num_cells - num_mines - len(free)
    safe = free + draw_cells(num_cells, free, wanted, draw)
    return [cell for cell in range(num_cells) if cell not in safe]


def layout(
    columns: int, rows: int, num_mines: int, first_click: str, seed: int, first: int
) -> list[int]:
    draw = make_draw(layout_stream(seed))
    return lay(columns, rows, num_mines, first_click, first, draw)
