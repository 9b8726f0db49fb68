"""
The three standard streams, made usable before anything is said.

A stream that is closed becomes one that leads nowhere, so that results are kept and the
exit code is the command's own, and so that no file that is opened later takes its number.
Where an encoding lacks a character, a plain letter stands for it.
"""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from typing import Final

_HANDLER: Final = "sapper.plain"
_NAMES: Final = ("stdin", "stdout", "stderr")
_PLAIN: Final = {
    "✓": "v",
    "✹": "*",
    "⚑": "F",
    "•": "*",
    "·": ".",
    "–": "-",
    "−": "-",  # noqa: RUF001 - the sign of negative numbers
    "—": "-",
    "─": "-",
    "│": "|",
    "×": "x",  # noqa: RUF001 - the sign of a product
    "±": "+-",
    "→": "->",
    "≤": "<=",
    "≥": ">=",
}


def prepare_streams() -> None:
    """Open what is closed, and let each stream write whatever it is given."""
    codecs.register_error(_HANDLER, _write_plainly)
    for number, name in enumerate(_NAMES):
        if not _is_open(number):
            # The lowest number that is free: those before it are open by now.
            os.open(os.devnull, os.O_RDWR)
        if getattr(sys, name) is None:
            mode = "r" if number == 0 else "w"
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=_HANDLER)


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def _write_plainly(error: UnicodeError) -> tuple[str, int]:
    """Write what cannot be encoded in letters that every encoding has."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return "".join(map(plain, text)), error.end


def plain(character: str) -> str:
    """
    Return ASCII that stands for a character.

    >>> "".join(map(plain, "✓ 1–2 … é █ 本"))
    'v 1-2 ... e # ?'
    """
    if character in _PLAIN:
        return _PLAIN[character]
    if "\u2580" <= character <= "\u259f":  # blocks, of bars
        return "#"
    if "\ud800" <= character <= "\udfff":
        return f"\\u{ord(character):04x}"
    bare = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return bare or "?"
