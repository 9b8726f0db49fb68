"""
A position from any source that a person may name.

Text of any format the game layer reads, from a file, from standard input (``-``) or
given as it is; the end of a replay or any move in it; an MBF board with moves to play
on it. Every face reads positions through here.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from sapper import _core
from sapper.errors import NotationError, SapperError
from sapper.game.codes import COVERED
from sapper.game.game import Game
from sapper.game.io.disk import read_bytes, read_text
from sapper.game.io.files import load_position, parse_content
from sapper.game.layout import Layout
from sapper.game.position import Position
from sapper.game.replay import Replay

# A position typed as one argument, whatever its mistakes: letters of the notation and a number.
_POSITION_LIKE = re.compile(r"[^\s/]+(/[^\s/]+)*\s+\S+|([^\s/][\s/]+)+\d+")
# Rows of the notation without the number.
_ROWS_ALONE = re.compile(r"[.0-8Ff*?#x]{2,}(/[.0-8Ff*?#x]+)*|[.0-8Ff*?#x](/[.0-8Ff*?#x]+)+")
_QUOTED = re.compile(r"""\s*(['"])(.*)\1\s*""", re.DOTALL)


def load_source(
    source: str, moves: str | None = None, move: int | None = None, *, needs_count: bool = True
) -> Position:
    """
    Read the position that a source describes.

    ``moves`` are played on an MBF board; ``move`` picks the position of a replay
    after that many moves. Where the number of mines is not needed, a position may be rows
    alone: it then has as many mines as there is room for.

    >>> load_source("..1./..2./11../.... 3").num_mines
    3
    >>> load_source("..1./F.2.", needs_count=False).num_mines
    6
    """
    if moves is not None and move is not None:
        raise SapperError("expected --moves for an MBF board or --move for a replay, got both")
    if moves is not None or Path(source).suffix.lower() == ".mbf":
        return _play_on_board(source, moves, move)
    if move is not None:
        return _find_in_replay(_read(source).decode(errors="replace"), move)
    if source == "-":
        return _parse(_read(source).decode(errors="backslashreplace"), needs_count)
    # A shell that does not know single quotes hands them on.
    if (quoted := _QUOTED.fullmatch(source)) and not _is_there(source):
        source = quoted[2]
    if not needs_count:
        is_file = _is_there(source)
        return _parse(read_text(source, "a position") if is_file else source, needs_count)
    return _load_counted(source)


def _load_counted(source: str) -> Position:
    """Read a position that must have its number of mines, from text or a file."""
    if _POSITION_LIKE.fullmatch(source.strip()) and not _is_there(source):
        return parse_content(source)
    if _ROWS_ALONE.fullmatch(source.strip()) and not _is_there(source):
        rows = source.strip()
        raise NotationError(
            f"expected the number of mines after the rows, such as '{rows} 3', got {rows!r}"
        )
    return load_position(source)


def _parse(text: str, needs_count: bool) -> Position:
    """Read a position that may lack the number of mines."""
    if needs_count:
        return parse_content(text)
    try:
        found = parse_content(text)
    except NotationError as error:
        return _fill(text, error)
    last = text.rsplit(maxsplit=1)[-1]
    # A last row of clues, not a number: no grid has that many mines.
    is_row = found.num_mines > found.num_cells and len(last) == found.columns
    return _fill(text, None) if is_row and not last.strip("012345678") else found


def _fill(text: str, error: NotationError | None) -> Position:
    """Read rows alone, with as many mines as there is room for."""
    try:
        found = Position.parse(f"{text} 0")
    except NotationError as other:
        raise error or other from None
    room = sum(code >= COVERED for code in found.cells)
    return Position(found.columns, found.rows, room, found.cells)


def _is_there(source: str) -> bool:
    try:
        return Path(source).exists()
    except (OSError, ValueError):  # a position may be too long for a name, or no name at all
        return False


def _read(source: str) -> bytes:
    if source == "-":
        return sys.stdin.buffer.read()
    return read_bytes(source, "a position")


def _play_on_board(source: str, moves: str | None, move: int | None) -> Position:
    if move is not None:
        raise SapperError("expected --moves for an MBF board; --move N is for replays")
    try:
        columns, rows, mines = _core.parse_mbf(_read(source))
    except NotationError as error:
        hint = "" if moves is None else "; --moves are played on an MBF board"
        raise NotationError(f"{error}{hint}") from None
    game = Game.on_layout(Layout(columns, rows, tuple(mines)))
    play_moves(game, moves or "")
    return game.position


def play_moves(game: Game, moves: str) -> None:
    """Play moves written one after the other; an error names the move."""
    for number, text in enumerate(moves.split(), start=1):
        try:
            game.play(text)
        except SapperError as error:
            raise SapperError(f"move {number}, {text!r}: {error}") from None


def _find_in_replay(text: str, move: int) -> Position:
    if not text.lstrip().startswith("{"):
        raise SapperError("expected a replay with --move; for an MBF board use --moves")
    replay = Replay.parse(text)
    if not 0 <= move <= len(replay.moves):
        raise SapperError(f"expected --move from 0 to {len(replay.moves)}, got {move}")
    game = replay.blank_game()
    for played in replay.moves[:move]:
        game.play(played)
    return game.position
