"""
Open a store by its address.

A path or ``sqlite:///path`` is an SQLite file; ``postgresql://user@host/name`` is
a PostgreSQL database, for which the extra ``postgres`` is needed.
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

# How long a writer waits for another before it is an error.
_LOCK_SECONDS: Final = 30.0
WRITING: Final = "sapper_writing"


def open_store(
    address: str, *, create: bool = True, lock_seconds: float = _LOCK_SECONDS
) -> SqlStore:
    """Open a store, made or brought up to date if need be; without ``create`` it must exist."""
    url = _parse(address)
    if url.get_backend_name() == "sqlite":
        path = Path(url.database or "")
        if not create and not path.is_file():
            raise StoreError(f"no store at {str(path)!r}; `sapper experiment run` makes one")
        engine = _sqlite_engine(url, lock_seconds)
    else:
        engine = _postgres_engine(url)
    store = SqlStore(engine, url.render_as_string(hide_password=True))
    try:
        store.bring_up_to_date()
    except BaseException:
        store.close()
        raise
    return store


def _parse(address: str) -> URL:
    if "://" not in address:
        return URL.create("sqlite", database=address)
    try:
        url = make_url(address)
    except ArgumentError:
        raise StoreError(
            f"expected a path, sqlite:///path or postgresql://…, got {address!r}"
        ) from None
    backend = url.get_backend_name()
    if backend == "postgres":
        url, backend = url.set(drivername="postgresql"), "postgresql"
    if backend not in ("sqlite", "postgresql"):
        raise StoreError(f"expected a store on sqlite or postgresql, got {backend!r}")
    if backend == "sqlite" and not url.database:
        raise StoreError(f"expected the path of a file, got {address!r}")
    return url


def _sqlite_engine(url: URL, lock_seconds: float) -> Engine:
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
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writing = connection.get_execution_options().get(WRITING)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def _postgres_engine(url: URL) -> Engine:
    if importlib.util.find_spec("psycopg") is None:
        raise MissingExtraError.of("psycopg", "postgres")
    return create_engine(
        url.set(drivername="postgresql+psycopg"),
        pool_pre_ping=True,
        connect_args={"connect_timeout": 10},
    )
