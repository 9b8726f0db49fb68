"""Where a store may be, and what is never touched."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from lab.servers import PostgresServer
from sapper.errors import StoreError
from sapper.lab.store import open_store


@pytest.mark.parametrize(
    "address",
    [
        "",
        " ",
        ":memory:",
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "file::memory:",
        "sqlite:///file:x?mode=memory&uri=true",
    ],
)
def test_store_that_would_be_lost_is_refused(address: str) -> None:
    with pytest.raises(StoreError, match="expected the path of a file"):
        open_store(address)


def make_other(path: Path, *statements: str, wal: bool = False) -> None:
    with closing(sqlite3.connect(path)) as connection:
        if wal:
            connection.execute("PRAGMA journal_mode = WAL")
        for statement in statements:
            connection.execute(statement)
        connection.commit()


@pytest.mark.parametrize("wal", [False, True])
@pytest.mark.parametrize(
    "statements",
    [
        ("CREATE TABLE mine (id INTEGER)",),
        ("CREATE TABLE schema_version (version INTEGER)", "INSERT INTO schema_version VALUES (2)"),
        ("CREATE TABLE mine (id INTEGER)", "PRAGMA application_id = 7"),
        ("CREATE TABLE experiment (id INTEGER)", "PRAGMA user_version = 5"),
    ],
)
def test_database_of_another_application_is_not_touched(
    tmp_path: Path, statements: tuple[str, ...], wal: bool
) -> None:
    path = tmp_path / "other.db"
    make_other(path, *statements, wal=wal)
    before = hashlib.sha256(path.read_bytes()).digest()
    for create in (True, False):
        with pytest.raises(StoreError, match="another application's database"):
            open_store(str(path), create=create)
    assert hashlib.sha256(path.read_bytes()).digest() == before
    assert [one.name for one in tmp_path.iterdir()] == ["other.db"]


def test_postgresql_database_of_another_application_is_not_touched(
    postgres: PostgresServer,
) -> None:
    import psycopg

    for version in ("1",):
        address = postgres.new_database()
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("CREATE TABLE schema_version (version INTEGER)")
            connection.execute(f"INSERT INTO schema_version VALUES ({version})")
        with pytest.raises(StoreError, match="other tables"):
            open_store(address)
        with psycopg.connect(address) as connection:
            query = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'"
            assert connection.execute(query).fetchone() == (1,)


def test_store_names_where_it_is(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "s.db")) as store:
        assert store.address == str(tmp_path / "s.db")
