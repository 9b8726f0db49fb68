"""
Bring a store up to date: the statements of the versions it has not had, in order.

What a statement cannot compute (checksums, and sums that older versions did not keep)
is filled in afterwards from the blocks, a few tasks at a time.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, inspect, text

from sapper.errors import StoreError
from sapper.lab.store import statements
from sapper.lab.store.statements import TABLES, VERSIONS

# Any number that nothing else uses: who holds it may change a PostgreSQL store's tables.
_ADVISORY_LOCK = 5_350_417


def find_version(connection: Connection, address: str) -> int:
    """Return the version of a store, 0 for an empty database; else raise an error."""
    tables = set(inspect(connection).get_table_names())
    if not tables:
        return 0
    if "schema_version" not in tables:
        raise StoreError(f"expected a store or an empty database, got other tables in {address!r}")
    rows = connection.execute(text("SELECT version FROM schema_version")).scalars().all()
    if len(rows) != 1 or not isinstance(rows[0], int) or rows[0] < 1:
        raise StoreError(
            f"the store {address!r} is damaged, or no store: its schema_version is "
            f"{rows[0] if len(rows) == 1 else rows!r}, expected a number"
        )
    version: int = rows[0]
    if version > len(VERSIONS):
        raise StoreError(
            f"expected a store of version {len(VERSIONS)} or older, got version {version} "
            f"in {address!r}; use a newer sapper"
        )
    expected = {name for names in TABLES[:version] for name in names}
    if not expected <= tables or not _is_marked(connection, version):
        raise StoreError(f"expected a store or an empty database, got other tables in {address!r}")
    return version


def migrate(connection: Connection, address: str) -> None:
    """Bring a store up to date, in the transaction of the connection."""
    dialect = connection.dialect.name
    if dialect == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_ADVISORY_LOCK})"))
    version = find_version(connection, address)
    if version == 0:
        connection.execute(text("CREATE TABLE schema_version (version INTEGER NOT NULL)"))
        connection.execute(text("INSERT INTO schema_version VALUES (0)"))
    for number, step in enumerate(VERSIONS[version:], start=version + 1):
        run_all(connection, step[dialect])
        connection.execute(text("UPDATE schema_version SET version = :n"), {"n": number})


def run_all(connection: Connection, lines: Sequence[str]) -> None:
    """Run statements as they are written."""
    for line in lines:
        connection.exec_driver_sql(line)


def _is_marked(connection: Connection, version: int) -> bool:
    """Return whether a database carries the mark of a store, if its version had one."""
    if version < statements.MARKED_SINCE:
        return True
    if connection.dialect.name == "postgresql":
        query = "SELECT obj_description('schema_version'::regclass, 'pg_class')"
        return connection.execute(text(query)).scalar() == statements.COMMENT
    found = connection.exec_driver_sql("PRAGMA application_id").scalar()
    return found == statements.APPLICATION_ID
