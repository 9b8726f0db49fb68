"""
Migrations: plain functions, in order; a store remembers how many it has had.

A released migration is never edited; a change of the tables is a new function at
the end of `MIGRATIONS`, and `schema.py` follows.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, insert, inspect, select, text, update

from sapper.errors import StoreError
from sapper.lab.store import schema, views

# Any number that nothing else uses: who holds it may change a PostgreSQL store's tables.
_ADVISORY_LOCK = 5_350_417


def migrate_1_tables(connection: Connection) -> None:
    """Make the tables of experiments, conditions, tasks and blocks."""
    tables = ("experiment", "condition", "task", "game_block", "turn_block", "failure")
    schema.metadata.create_all(connection, [schema.metadata.tables[name] for name in tables])


def migrate_2_games_only_once(connection: Connection) -> None:
    """
    Let no two tasks of a condition overlap, whatever their sizes.

    PostgreSQL has constraints for that; they exclude overlapping ranges on one
    line of numbers, on which every condition has 2^40 places. SQLite has one
    writer at a time, so that a trigger is as safe.
    """
    if connection.dialect.name == "postgresql":
        start = "condition_id * 1099511627776 + first_game"
        connection.execute(
            text(
                "ALTER TABLE task ADD CONSTRAINT games_only_once EXCLUDE USING gist "
                f"(int8range({start}, {start} + num_games) WITH &&)"
            )
        )
        for table in ("game_block", "turn_block"):
            connection.execute(text(f"ALTER TABLE {table} ALTER COLUMN data SET STORAGE EXTERNAL"))
        return
    connection.execute(
        text(
            "CREATE TRIGGER games_only_once BEFORE INSERT ON task WHEN EXISTS ("
            " SELECT 1 FROM (SELECT first_game, num_games FROM task"
            "  WHERE condition_id = NEW.condition_id"
            "  AND first_game < NEW.first_game + NEW.num_games"
            "  ORDER BY first_game DESC LIMIT 1)"
            " WHERE first_game + num_games > NEW.first_game)"
            " BEGIN SELECT RAISE(ABORT, 'games_only_once'); END"
        )
    )


def migrate_3_runners(connection: Connection) -> None:
    """Make the table of runners, so that several can share the work and be seen."""
    schema.metadata.create_all(connection, [schema.runner])


def migrate_4_rows(connection: Connection) -> None:
    """Make the views that show games and turns as rows."""
    for statement in views.make_views(connection.dialect.name):
        connection.execute(text(statement))


MIGRATIONS: list[Callable[[Connection], None]] = [
    migrate_1_tables,
    migrate_2_games_only_once,
    migrate_3_runners,
    migrate_4_rows,
]


def find_version(connection: Connection) -> int:
    """Say how many migrations a store has had."""
    if not inspect(connection).has_table("schema_version"):
        return 0
    return connection.execute(select(schema.schema_version.c.version)).scalar() or 0


def check_version(version: int, address: str) -> bool:
    """Say whether a store is up to date; one from the future is an error."""
    if version > len(MIGRATIONS):
        raise StoreError(
            f"expected a store of version {len(MIGRATIONS)} or older, got version {version} "
            f"in {address!r}; use a newer sapper"
        )
    return version == len(MIGRATIONS)


def migrate(connection: Connection, address: str) -> None:
    """Bring a store up to date, in the transaction of the connection."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_ADVISORY_LOCK})"))
    version = find_version(connection)
    if check_version(version, address):
        return
    if version == 0:
        if inspect(connection).get_table_names():
            raise StoreError(
                f"expected a store or an empty database, got other tables in {address!r}"
            )
        schema.metadata.create_all(connection, [schema.schema_version])
        connection.execute(insert(schema.schema_version).values(version=0))
    for number, step in enumerate(MIGRATIONS[version:], start=version + 1):
        step(connection)
        connection.execute(update(schema.schema_version).values(version=number))
