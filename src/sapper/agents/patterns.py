"""
The pattern database as a file: written once, read with a checksum.

The file begins with a line of JSON that says what is in it: a name and version, how
it was made, the number of patterns and the SHA-256 of what follows. Then come four
columns, compressed with zlib: the keys in ascending order as differences (eight bytes
each, little-endian, all first bytes before all second ones), the moves (a byte), and
the two values (two bytes each, in units of 1/65535). Reading runs no code from it.

`sapper build vaitzman/patterns` makes the files; `pattern_building.py` is behind it.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.errors import SapperError
from sapper.game.io.disk import write_bytes

Database = Literal["sampled", "exact", "learned"]
COMMAND: Final = "sapper build vaitzman/patterns"
UNIT: Final = 65535  # a value of 1
_FORMAT: Final = "sapper patterns 1"
_HERE: Final = Path(__file__).parent / "data"
_COLUMN_BYTES: Final = 8 + 1 + 2 + 2
_MOST_UNPACKED: Final = 100  # times its size; those that come with Sapper: 3 to 5 times


class PatternFileError(SapperError):
    """A pattern database is missing or is not what it should be."""


@dataclass(frozen=True)
class Patterns:
    """The patterns by ascending key, and how they were made."""

    keys: NDArray[np.uint64]
    moves: NDArray[np.uint8]
    shares: NDArray[np.uint16]
    safes: NDArray[np.uint16]
    made: dict[str, Any]

    def __len__(self) -> int:
        return len(self.keys)


def pattern_file(database: Database) -> Path:
    """Return the place of a database in the package."""
    return _HERE / f"vaitzman-patterns-{database}.bin"


def command_for(database: Database) -> str:
    """Return the command that makes a database."""
    return COMMAND + ("" if database == "sampled" else f" --{database}")


@cache
def load_table(database: Database) -> _core.PatternTable:
    """Return a database of the package, ready to be looked up; read once a process."""
    found = read_patterns(pattern_file(database), remedy=f"make it with: {command_for(database)}")
    return _core.PatternTable(found.keys, found.moves, found.shares, found.safes)


def check_writable(file: Path) -> None:
    """Raise an error now if the file could not be written later."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("ab"):
            pass
        if file.stat().st_size == 0:
            file.unlink()
    except OSError as error:
        raise PatternFileError(f"cannot write {file}: {error.strerror}; choose --to FILE") from None


def write_patterns(patterns: Patterns, file: Path) -> int:
    """Write a database, whole or not at all; give the size of the file."""
    deltas = np.diff(patterns.keys, prepend=np.uint64(0)).astype("<u8")
    columns = (
        deltas.view(np.uint8).reshape(-1, 8).T.tobytes()
        + patterns.moves.tobytes()
        + patterns.shares.astype("<u2").tobytes()
        + patterns.safes.astype("<u2").tobytes()
    )
    payload = zlib.compress(columns, 9)
    header = {
        "format": _FORMAT,
        **patterns.made,
        "patterns": len(patterns),
        "sha256": hashlib.sha256(payload).hexdigest(),
    }
    data = json.dumps(header).encode() + b"\n" + payload
    check_writable(file)
    write_bytes(file, data)
    return len(data)


def read_patterns(file: Path, *, remedy: str = f"make one with: {COMMAND}") -> Patterns:
    """Read a database; an error names what is wrong and the remedy."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise PatternFileError(
            f"the pattern database {file} cannot be read: {error.strerror}; {remedy}"
        ) from None
    line, _, payload = data.partition(b"\n")
    wrong = f"the pattern database {file} is damaged; {remedy}"
    try:
        header = json.loads(line)
        if header["format"] != _FORMAT:
            raise ValueError(header["format"])
        if hashlib.sha256(payload).hexdigest() != header["sha256"]:
            raise ValueError("checksum")
        count = int(header["patterns"])
        size = count * _COLUMN_BYTES
        if size > _MOST_UNPACKED * len(payload):
            raise ValueError("too large")
        columns = zlib.decompressobj().decompress(payload, size + 1)
        if len(columns) != size:
            raise ValueError("length")
    except (ValueError, KeyError, TypeError, RecursionError, zlib.error):
        raise PatternFileError(wrong) from None
    deltas = np.frombuffer(columns, np.uint8, 8 * count).reshape(8, count).T
    keys = np.ascontiguousarray(deltas).view("<u8").ravel().astype(np.uint64).cumsum(dtype="u8")
    made = {name: header[name] for name in header if name not in ("format", "patterns", "sha256")}
    return Patterns(
        keys,
        np.frombuffer(columns, np.uint8, count, 8 * count),
        np.frombuffer(columns, "<u2", count, 9 * count).astype(np.uint16),
        np.frombuffer(columns, "<u2", count, 11 * count).astype(np.uint16),
        made,
    )
