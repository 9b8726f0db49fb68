"""
Reading and writing whole files, with errors that say what was wrong.

What the bytes mean is not known here: `replay.py` and `files.py` know it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sapper.errors import NotationError, SapperError


def read_bytes(path: Path | str, what: str) -> bytes:
    """Read a file; ``what`` says what it should hold, such as ``a replay``."""
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise NotationError(f"expected a file with {what}, found no file {str(path)!r}") from None
    except IsADirectoryError:
        raise NotationError(f"expected a file with {what}, got a directory {str(path)!r}") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise NotationError(f"cannot read {what} from {str(path)!r}: {reason}") from None


def read_text(path: Path | str, what: str) -> str:
    """Read a file of UTF-8 text, with or without a byte order mark."""
    try:
        return read_bytes(path, what).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError(
            f"expected {what} as UTF-8 text, got other bytes at {error.start} in {str(path)!r}"
        ) from None


@contextmanager
def drafted(path: Path | str) -> Iterator[Path]:
    """
    Yield the file to write into, so that the one asked for is whole or as it was.

    That is a neighbour which takes the file's name in the end. A link is followed, so that what
    it points to is what changes; a pipe or a device is written to as it is.
    """
    try:
        target = Path(os.path.realpath(path))
    except ValueError as error:  # no name of a file has such a letter
        raise SapperError(f"cannot write {str(path)!r}: {error}") from None
    try:
        if target.is_dir():
            raise IsADirectoryError(None, "is a directory")
        if target.exists() and not target.is_file():
            yield Path(path)
            return
        draft = target.with_name(f".{target.name}.{os.getpid()}.part")
        try:
            yield draft
            draft.replace(target)
        except BaseException:
            with suppress(OSError):
                draft.unlink()
            raise
    except OSError as error:
        raise SapperError(f"cannot write {str(path)!r}: {error.strerror or error}") from None


def write_bytes(path: Path | str, data: bytes) -> None:
    """Write a file so that it is whole or as it was."""
    with drafted(path) as draft, draft.open("wb") as file:
        file.write(data)
        file.flush()
        with suppress(OSError):  # a pipe has nothing to sync
            os.fsync(file.fileno())


def save_text(path: Path, text: str) -> None:
    """Write a file into a folder that is there."""
    check_folder(path)
    write_bytes(path, text.encode())


def check_folder(path: Path) -> None:
    """Refuse to write where there is no folder: a name may be mistyped."""
    if not path.parent.is_dir():
        raise SapperError(
            f"expected a file in a folder that is there, got {str(path)!r}: make "
            f"{str(path.parent)!r} first"
        )
