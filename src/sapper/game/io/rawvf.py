"""
RAWVF: a game as lines of text that a person can read.

Options (``Width: 30``), then ``Board:`` with rows of ``*`` and ``0``, then ``Events:``
with a line for each: time in seconds, ``lc lr rc rr mc mr mv`` and so on, column and
row counted from 1, and the place in pixels. Read and written as revision 5 describes
the format [1]; events that describe the screen rather than the mouse are left alone.

References:
    [1] Cryslon 2009, "Open, human-readable minesweeper video format", minesweeper.info.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from sapper.errors import NotationError
from sapper.game.io.videos import Button, Mouse
from sapper.game.replay import Replay

_EVENT: Final = re.compile(
    r"(-?\d{1,9})\.(\d{2,3})\s+([a-z]{2})\b\s*(?:(\d{1,4})\s+(\d{1,4}))?\s*"
    r"(?:\((-?\d{1,9})\s+(-?\d{1,9})\))?.*"
)
_BUTTONS: Final[dict[str, Button]] = {"l": "left", "s": "left", "r": "right", "m": "middle"}
_LONGEST: Final = 9  # digits of a number
_PIXELS: Final = 16  # of a cell


def parse_rawvf(text: str) -> Replay:
    """
    Read a RAWVF recording as a replay with times.

    Raises:
        NotationError: it is not one, and what is wrong.
    """
    options, board, events = _split(text)
    rows = [line.strip() for line in board if line.strip()]
    if not rows or any(len(row) != len(rows[0]) or set(row) - {"*", "0"} for row in rows):
        raise NotationError("expected a RAWVF board as equal rows of '*' and '0'")
    for name, found in (("width", len(rows[0])), ("height", len(rows))):
        if options.get(name, str(found)) != str(found):
            raise NotationError(f"expected a {name} of {options[name][:20]!r}, found {found}")
    mines = [cell for cell, letter in enumerate("".join(rows)) if letter == "*"]
    stated = options.get("mines", "")
    if len(stated) > _LONGEST and stated.isdecimal():
        raise NotationError(f"expected a number of mines, got one of {len(stated)} digits")
    mouse = Mouse(len(rows[0]), len(rows), mines, int(stated) if stated.isdecimal() else None)
    for number, line in events:
        _read_event(mouse, line.strip(), number)
    return mouse.replay()


def _split(text: str) -> tuple[dict[str, str], list[str], Iterator[tuple[int, str]]]:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    heads = {line.strip().lower(): at for at, line in reversed(list(enumerate(lines)))}
    at_board, at_events = heads.get("board:"), heads.get("events:")
    if at_board is None or at_events is None or at_board > at_events:
        raise NotationError("expected a RAWVF text with 'Board:' and then 'Events:'")
    options = {}
    for line in lines[:at_board]:
        name, colon, value = line.partition(":")
        if colon:
            options[name.strip().lower()] = value.strip()
    events = ((at + 1, lines[at]) for at in range(at_events + 1, len(lines)))
    return options, lines[at_board + 1 : at_events], events


def _read_event(mouse: Mouse, line: str, number: int) -> None:
    match = _EVENT.fullmatch(line)
    if match is None:
        if line[:1].isdigit() or (line[:1] == "-" and line[1:2].isdigit()):
            raise NotationError(f"expected a RAWVF event, got {line[:60]!r} in line {number}")
        return  # an event of the screen: number3, flag, start, won
    seconds, fraction, name = match[1], match[2], match[3]
    time = abs(int(seconds)) * 1000 + int(fraction.ljust(3, "0"))
    button = _BUTTONS.get(name[0])
    if button is None or name[1] not in "cr" or name in ("sr",):
        return
    cell = _cell(mouse, match, number)
    act = mouse.press if name[1] == "c" else mouse.release
    act(button, cell, -time if seconds.startswith("-") else time)


def _cell(mouse: Mouse, match: re.Match[str], number: int) -> int | None:
    if match[4] is not None:
        column, row = int(match[4]) - 1, int(match[5]) - 1
    elif match[6] is not None:
        column, row = int(match[6]) // _PIXELS, int(match[7]) // _PIXELS
    else:
        raise NotationError(f"expected the place of a RAWVF event, found none in line {number}")
    on_grid = 0 <= column < mouse.columns and 0 <= row < mouse.rows
    return row * mouse.columns + column if on_grid else None


# Which buttons make a move: press (c) and release (r), in order.
_CLICKS: Final = {
    "reveal": ("lc", "lr"),
    "flag": ("rc", "rr"),
    "unflag": ("rc", "rr"),
    "chord": ("lc", "rc", "rr", "lr"),
}


def format_rawvf(replay: Replay) -> str:
    """Write a replay as RAWVF; moves without times are a second apart."""
    game = replay.game()
    layout, rules = game.layout, game.rules
    board = "\n".join(str(layout).replace("-", "0").split("/"))
    lines = [
        "RawVF_Version: Rev5",
        "Program: Sapper",
        f"Width: {rules.columns}",
        f"Height: {rules.rows}",
        f"Mines: {rules.num_mines}",
        f"Level: {rules.name}",
        "Mode: Classic",
        "Board:",
        board,
        "Events:",
    ]
    times = replay.times or [1000 * i for i in range(len(replay.moves))]
    for move, time in zip(replay.moves, times, strict=True):
        row, column = divmod(move.cell, rules.columns)
        place = f"{column + 1} {row + 1} ({column * _PIXELS + 8} {row * _PIXELS + 8})"
        sign, millis = "-" * (time < 0), abs(time)
        stamp = f"{sign}{millis // 1000}.{millis % 1000:03d}"
        lines += [f"{stamp} {click} {place}" for click in _CLICKS[move.kind]]
    return "\n".join(lines) + "\n"
