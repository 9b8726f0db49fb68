"""
Open a store by its address.

A path or ``sqlite:///path`` is an SQLite file; ``postgresql://user@host/name`` is
a PostgreSQL database, for which the extra ``postgres`` is needed. A file is looked at
before it is opened, and one that may not be written is opened for reading.
"""

from __future__ import annotations

import importlib.util
import sqlite3
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from sapper.errors import MissingExtraError, StoreError
from sapper.lab.store.sql import SqlStore
from sapper.lab.store.sqlite_files import copy_store, look_at, may_write, readable_uri

# How long a writer waits for another before it is an error.
_LOCK_SECONDS: Final = 30.0
WRITING: Final = "sapper_writing"
MIGRATING: Final = "sapper_migrating"


def open_store(
    address: str, *, create: bool = True, lock_seconds: float = _LOCK_SECONDS
) -> SqlStore:
    """
    Open a store; `addresses.open_store` says how.

    ``lock_seconds`` is how long an SQLite writer waits for another.
    """
    url = _parse(address)
    if url.get_backend_name() == "sqlite":
        return _open_file(Path(url.database or ""), create, lock_seconds)
    store = SqlStore(_postgres_engine(url), url.render_as_string(hide_password=True))
    return _brought_up_to_date(store, create)


def no_store(address: str, what: str = "") -> StoreError:
    """Return the error where a reading command finds none."""
    return StoreError(f"no store at {address!r}{what}; `sapper experiment run` makes one")


def _open_file(path: Path, create: bool, lock_seconds: float) -> SqlStore:
    is_there = look_at(path)
    if not create and not (is_there and path.stat().st_size):
        raise no_store(str(path), ": the file is empty" if is_there else "")
    is_writable = may_write(path)
    if create and not is_writable and path.parent.is_dir():
        raise StoreError(f"cannot use the store {str(path)!r}: it may not be written")
    if create or is_writable:
        engine = _sqlite_engine(str(path.absolute()), lock_seconds)
        return _brought_up_to_date(SqlStore(engine, str(path), file=path), create)
    uri, folder = readable_uri(path)
    store = SqlStore(_reading_engine(uri), str(path), folder=folder)
    if store.find_version() == store.newest_version:
        return store
    # An older store is brought up to date where that is possible: in a copy.
    store.close()
    _, folder = copy_store(path)
    engine = _sqlite_engine(str(folder / path.name), lock_seconds)
    return _brought_up_to_date(SqlStore(engine, str(path), folder=folder), create)


def _brought_up_to_date(store: SqlStore, create: bool) -> SqlStore:
    """Make the tables of a store, or those that it lacks; an empty database only to write."""
    try:
        if not create and store.find_version() == 0:
            raise no_store(store.address, ": the database is empty")
        store.bring_up_to_date()
    except BaseException:
        store.close()
        raise
    return store


def _parse(address: str) -> URL:
    if not address.strip():
        raise StoreError("expected the path of a file or a URL, got an empty address of a store")
    if "://" not in address:
        url = URL.create("sqlite", database=address)
    else:
        try:
            url = make_url(address)
        except (ArgumentError, ValueError):
            raise StoreError(
                f"expected a path, sqlite:///path or postgresql://…, got {address!r}"
            ) from None
    backend = url.get_backend_name()
    if backend == "postgres":
        url, backend = url.set(drivername="postgresql"), "postgresql"
    if backend == "sqlite":
        name = url.database or ""
        if not name.strip() or name.startswith(":memory:") or name.startswith("file:"):
            raise StoreError(
                f"expected the path of a file, got {address!r}: what is in memory is lost"
            )
        if "\0" in name:
            raise StoreError(f"expected the path of a file, got {address!r}")
    return url


def _sqlite_engine(path: str, lock_seconds: float) -> Engine:
    url = URL.create("sqlite", database=path)
    engine = create_engine(url, connect_args={"timeout": lock_seconds})

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say
        # Readers do not wait for the writer, nor the writer for the disk at every
        # task: a killed process loses nothing, a power failure the last tasks.
        # Large pages, because blocks are large: half the time of 4 kB ones.
        connection.execute("PRAGMA page_size = 16384")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        # A migration replaces tables that others refer to.
        keys = "OFF" if options.get(MIGRATING) else "ON"
        connection.exec_driver_sql(f"PRAGMA foreign_keys = {keys}")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get(WRITING) else "BEGIN")

    return engine


def _reading_engine(uri: str) -> Engine:
    """Make an engine over a file that may not be written."""

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(uri, uri=True)
        connection.execute("PRAGMA query_only = ON")
        return connection

    return create_engine("sqlite://", creator=connect)


def _postgres_engine(url: URL) -> Engine:
    if importlib.util.find_spec("psycopg") is None:
        raise MissingExtraError.of("psycopg", "postgres")
    return create_engine(
        url.set(drivername="postgresql+psycopg"),
        pool_pre_ping=True,
        connect_args={"connect_timeout": 10},
    )
