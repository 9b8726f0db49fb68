"""
Look at an SQLite file before it is opened, and never write while looking.

Opening a database for writing already changes it (its journal becomes another), so
that somebody else's file must be recognised by its first bytes: a store carries our
application_id there.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Final
from urllib.parse import quote

from sapper.errors import StoreError
from sapper.lab.store.statements import APPLICATION_ID

_MAGIC: Final = b"SQLite format 3\0"
_HEADER: Final = 100


def look_at(path: Path) -> bool:
    """Return whether the file exists; one that is neither a store nor empty is an error."""
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        reason = error.strerror or str(error)
        raise StoreError(f"cannot read the store {str(path)!r}: {reason}") from None
    if not header:
        return True
    if len(header) < _HEADER or not header.startswith(_MAGIC):
        raise StoreError(
            f"cannot use the store {str(path)!r}: it is damaged, or no store at all; "
            "put a copy back or name another with --store"
        )
    if int.from_bytes(header[68:72], "big") != APPLICATION_ID and _is_anothers(path):
        raise StoreError(
            f"expected a store or a new file, got another application's database in {str(path)!r}"
        )
    return True


def readable_uri(path: Path) -> tuple[str, Path | None]:
    """
    Return a URI for a read-only store.

    A journal that is not yet part of the file needs files beside it: where those
    cannot be made, a copy is read; its folder is returned to be deleted.
    """
    journal = Path(f"{path}-wal")
    if not journal.exists() or journal.stat().st_size == 0:
        return _uri(path, "immutable=1"), None
    uri = _uri(path, "mode=ro")
    return (uri, None) if _can_read(uri) else copy_store(path)


def copy_store(path: Path) -> tuple[str, Path]:
    """Copy a store with its journal; return the copy's URI and its folder."""
    folder = Path(tempfile.mkdtemp(prefix="sapper-store-"))
    copy = folder / path.name
    try:
        for ending in ("", "-wal"):
            source = Path(f"{path}{ending}")
            if source.exists():
                shutil.copyfile(source, f"{copy}{ending}")
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise StoreError(f"cannot read the store {str(path)!r}: {error.strerror}") from None
    return _uri(copy, "mode=rw"), folder


def may_write(path: Path) -> bool:
    """Return whether a store's file, if there is one, and its folder may be written."""
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))


def _is_anothers(path: Path) -> bool:
    """
    Return whether a file has tables that are not a store's; an empty one may become a store.

    A new store's mark may still stand in its journal alone, which a connection reads too.
    """
    uri, folder = readable_uri(path)
    try:
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            query = "SELECT count(*) FROM sqlite_master WHERE type = 'table'"
            (tables,), (mark,) = (
                connection.execute(one).fetchone() for one in (query, "PRAGMA application_id")
            )
            return bool(tables) and mark != APPLICATION_ID
    except sqlite3.Error as error:
        raise StoreError(
            f"cannot use the store {str(path)!r}: it is damaged, or no store at all ({error})"
        ) from None
    finally:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


def _can_read(uri: str) -> bool:
    try:
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        return False
    except sqlite3.Error:
        return True  # what is wrong is found when it is read
    return True


def _uri(path: Path, options: str) -> str:
    return f"file:{quote(str(path.absolute()))}?{options}"
