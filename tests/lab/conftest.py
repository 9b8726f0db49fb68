"""Stores for the tests of the lab: SQLite files, and a PostgreSQL server of our own."""

from __future__ import annotations

import sys
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lab.servers import PostgresServer, find_postgres, skip_or_fail


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    binaries = find_postgres()
    if binaries is None:
        skip_or_fail("PostgreSQL is not installed")
    pytest.importorskip("psycopg")
    server = PostgresServer(binaries)  # type: ignore[arg-type]  # skipped above if None
    try:
        yield server
    finally:
        server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def new_address(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """Make addresses of empty stores, on SQLite and on PostgreSQL."""
    if request.param == "sqlite":
        return lambda: str(tmp_path / f"{uuid.uuid4().hex[:8]}.db")
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_database


@pytest.fixture
def sapper_command() -> list[str]:
    return [sys.executable, "-c", "from sapper.cli import main; main()"]
