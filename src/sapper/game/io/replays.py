"""
Replays from files of any kind: our own, RAWVF, EVF and RMV.

Which it is, is decided by the content: our JSON begins with ``{``, RAWVF is text with a
``Board:`` line, EVF begins with its version number, RMV with ``*rmv``.
"""

from __future__ import annotations

from pathlib import Path

from sapper.errors import NotationError
from sapper.game.io.disk import read_bytes, write_bytes
from sapper.game.io.evf import parse_evf
from sapper.game.io.rawvf import format_rawvf, parse_rawvf
from sapper.game.io.videos import parse_rmv
from sapper.game.replay import Replay


def load_replay(path: Path | str) -> Replay:
    """Read a replay of any known kind."""
    data = read_bytes(path, "a replay")
    try:
        return parse_replay(data)
    except NotationError as error:
        raise NotationError(f"{error}, in {str(path)!r}") from None


def parse_replay(data: bytes) -> Replay:
    """Read a replay of any known kind from the bytes of its file."""
    if not data:
        raise NotationError("expected a replay, got no bytes at all")
    if data[0] <= 8:  # no text begins like this
        return parse_evf(data)
    if data.startswith(b"*rmv"):
        return parse_rmv(data)
    text = data.decode("utf-8-sig", errors="replace")
    if text.lstrip().startswith("{"):
        return Replay.parse(text)
    if "board:" in text.lower():
        return parse_rawvf(text)
    raise NotationError("expected a replay as Sapper's JSON, RAWVF, EVF or RMV, got something else")


def save_rawvf(replay: Replay, path: Path | str) -> None:
    """Write a replay as RAWVF."""
    write_bytes(path, format_rawvf(replay).encode())
