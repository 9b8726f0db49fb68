"""
Positions and layouts in files: which format it is, is decided by the content.

A position may be house notation, the ``.mine`` text of the JavaScript analyser
or a replay, whose final position counts; a layout is an MBF board. The formats
themselves are in `position.py`, `replay.py` and the core.
"""

from __future__ import annotations

import re
from pathlib import Path

from sapper import _core
from sapper.arguments import explained
from sapper.errors import NotationError
from sapper.game.io.disk import read_bytes, read_text, write_bytes
from sapper.game.layout import Layout
from sapper.game.position import Position
from sapper.game.replay import Replay

_ONE_LINE = re.compile(r"[0-8.?#xFf*/\s]+\s\d+\s*")
_MINE_TEXT_HEAD = re.compile(r"\s*\d+x\d+x\d+[ \t\r]*(\n|$)")


@explained
def load_position(source: Path | str) -> Position:
    r"""
    Read a position from a file, or from text that is one.

    A `Path` is always a file; a string is text if it reads like a position.

    >>> load_position("..1./..2./11../.... 3").mines_left
    3
    >>> load_position("3x1x1\nH1H").num_mines
    1
    """
    if isinstance(source, str) and _is_content(source):
        return parse_content(source)
    try:
        return parse_content(read_text(source, "a position"))
    except NotationError as error:
        if str(source) in str(error):
            raise
        hint = "; an MBF board is a layout, not a position" if _is_mbf(source) else ""
        raise NotationError(f"{error}, in {str(source)!r}{hint}") from None


def parse_content(text: str) -> Position:
    """Read a position from the content of a file of any format."""
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        return Replay.parse(text).game().position
    if _MINE_TEXT_HEAD.match(text):
        try:
            return position_from_mine_text(text)
        except NotationError:
            # A first row such as 1x1x1 may be house notation with x for covered.
            try:
                return Position.parse(text)
            except NotationError:
                pass
            raise
    return Position.parse(text)


def position_from_mine_text(text: str) -> Position:
    """Read a ``.mine`` text: columns x rows x mines, then rows of ``0-8 H F M ?``."""
    return Position(*_core.parse_mine_text(text))


def position_to_mine_text(position: Position) -> str:
    r"""
    Write a position as ``.mine`` text.

    >>> position_to_mine_text(Position.parse(".1F 1"))
    '3x1x1\nH1F\n'
    """
    return _core.format_mine_text(position)


def read_layout(source: str) -> Layout:
    """
    Read a layout as a person gives it: its text, or the name of a file.

    >>> read_layout("-*-/--*").mines
    (1, 5)
    """
    return Layout.parse(source) if _is_layout_text(source) else load_layout(source)


@explained
def load_layout(path: Path | str) -> Layout:
    """Read a layout from an MBF file, or from text in rows of ``-`` and ``*``."""
    content = read_bytes(path, "an MBF board or a layout's text")
    try:
        text = content.decode("latin-1")
        if not _is_mbf(path) and _is_layout_text(text):
            return Layout.parse(text)
        columns, rows, mines = _core.parse_mbf(content)
    except NotationError as error:
        if str(path) in str(error):
            raise
        raise NotationError(f"{error}, in {str(path)!r}") from None
    return Layout(columns, rows, tuple(mines))


@explained
def save_layout(layout: Layout, path: Path | str) -> None:
    """Write a layout to an MBF file, whole or not at all."""
    write_bytes(path, _core.format_mbf(layout.columns, layout.rows, list(layout.mines)))


def _is_content(source: str) -> bool:
    return (
        source.lstrip().startswith("{") or "\n" in source or _ONE_LINE.fullmatch(source) is not None
    )


def _is_layout_text(text: str) -> bool:
    return bool(text.strip()) and not text.strip("-*/ \r\n")


def _is_mbf(path: Path | str) -> bool:
    return Path(path).suffix.lower() == ".mbf"
