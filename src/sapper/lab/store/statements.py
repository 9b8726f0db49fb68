"""
The statements that made every version of a store, for each database.

They are literal and never change once released: a new version is a new entry at
the end of `VERSIONS`, a committed store of it in the tests, and `schema.py` follows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

Statements = Mapping[str, Sequence[str]]

# What only we write: the file's application_id on SQLite, a comment on PostgreSQL.
APPLICATION_ID: Final = 1396789330
COMMENT: Final = "a store of sapper"

# How each database writes numbers that it gives itself and never twice, numbers that refer
# to them, and bytes.
_TYPES: Final = {
    "sqlite": {"id": "INTEGER PRIMARY KEY AUTOINCREMENT", "ref": "INTEGER", "bytes": "BLOB"},
    "postgresql": {"id": "BIGSERIAL PRIMARY KEY", "ref": "BIGINT", "bytes": "BYTEA"},
}
_TABLES: Final = (
    """CREATE TABLE experiment (
        id {id} NOT NULL, name TEXT NOT NULL UNIQUE, plan TEXT NOT NULL,
        games BIGINT NOT NULL, created_at FLOAT NOT NULL, crc BIGINT NOT NULL)""",
    """CREATE TABLE condition (
        id {id} NOT NULL,
        experiment_id {ref} NOT NULL REFERENCES experiment (id) ON DELETE CASCADE,
        key TEXT NOT NULL, parameters TEXT NOT NULL, columns TEXT NOT NULL,
        parts TEXT NOT NULL, crc BIGINT NOT NULL, UNIQUE (experiment_id, key))""",
    """CREATE TABLE task (
        id {id} NOT NULL,
        condition_id {ref} NOT NULL REFERENCES condition (id) ON DELETE CASCADE,
        first_game BIGINT NOT NULL, num_games BIGINT NOT NULL, runner_id {ref} NOT NULL,
        wins BIGINT NOT NULL, wins_without_guess BIGINT NOT NULL, stuck BIGINT NOT NULL,
        guesses BIGINT NOT NULL, guesses_squared BIGINT NOT NULL,
        mines_flagged BIGINT NOT NULL, nanoseconds BIGINT NOT NULL,
        microseconds BIGINT NOT NULL, num_blocks INTEGER NOT NULL, seal BIGINT NOT NULL,
        finished_at FLOAT NOT NULL,
        UNIQUE (condition_id, first_game), CHECK (num_games > 0 AND first_game >= 0))""",
    """CREATE TABLE game_block (
        task_id {ref} NOT NULL PRIMARY KEY REFERENCES task (id) ON DELETE CASCADE,
        crc BIGINT NOT NULL, data {bytes} NOT NULL)""",
    """CREATE TABLE turn_block (
        task_id {ref} NOT NULL PRIMARY KEY REFERENCES task (id) ON DELETE CASCADE,
        crc BIGINT NOT NULL, data {bytes} NOT NULL)""",
    """CREATE TABLE failure (
        id {id} NOT NULL,
        condition_id {ref} NOT NULL REFERENCES condition (id) ON DELETE CASCADE,
        first_game BIGINT NOT NULL, num_games BIGINT NOT NULL, game_seed BIGINT NOT NULL,
        attempts INTEGER NOT NULL, error TEXT NOT NULL, runner_id {ref} NOT NULL,
        failed_at FLOAT NOT NULL)""",
    "CREATE INDEX failure_condition ON failure (condition_id)",
    """CREATE TABLE runner (
        id {id} NOT NULL,
        experiment_id {ref} NOT NULL REFERENCES experiment (id) ON DELETE CASCADE,
        host TEXT NOT NULL, pid BIGINT NOT NULL, workers INTEGER NOT NULL,
        version TEXT NOT NULL, started_at FLOAT NOT NULL, seen_at FLOAT NOT NULL,
        is_done INTEGER NOT NULL)""",
    "CREATE INDEX runner_experiment ON runner (experiment_id)",
)

# No two tasks of a condition overlap, whatever their sizes. SQLite has one writer at a
# time, so that triggers are as safe as a constraint.
_OVERLAPS: Final = """SELECT 1 FROM (SELECT first_game, num_games FROM task
        WHERE condition_id = NEW.condition_id {others}
        AND first_game < NEW.first_game + NEW.num_games ORDER BY first_game DESC LIMIT 1)
    WHERE first_game + num_games > NEW.first_game"""
_SQLITE: Final = (
    f"""CREATE TRIGGER games_only_once BEFORE INSERT ON task
        WHEN EXISTS ({_OVERLAPS.format(others="")})
        BEGIN SELECT RAISE(ABORT, 'games_only_once'); END""",
    f"""CREATE TRIGGER games_only_once_update
        BEFORE UPDATE OF condition_id, first_game, num_games ON task
        WHEN EXISTS ({_OVERLAPS.format(others="AND id <> OLD.id")})
        BEGIN SELECT RAISE(ABORT, 'games_only_once'); END""",
    f"PRAGMA application_id = {APPLICATION_ID}",
)
# PostgreSQL has constraints for that; they exclude overlapping ranges on one line of
# numbers, on which every condition has 2^40 places.
_POSTGRESQL: Final = (
    """ALTER TABLE task ADD CONSTRAINT games_only_once EXCLUDE USING gist (int8range(
        condition_id * 1099511627776 + first_game,
        condition_id * 1099511627776 + first_game + num_games) WITH &&)""",
    "ALTER TABLE game_block ALTER COLUMN data SET STORAGE EXTERNAL",
    "ALTER TABLE turn_block ALTER COLUMN data SET STORAGE EXTERNAL",
    f"COMMENT ON TABLE schema_version IS '{COMMENT}'",
)

_VERSION_1: Final[Statements] = {
    dialect: tuple(line.format(**_TYPES[dialect]) for line in _TABLES) + extra
    for dialect, extra in (("sqlite", _SQLITE), ("postgresql", _POSTGRESQL))
}

VERSIONS: Final[Sequence[Statements]] = (_VERSION_1,)
# Every table that a store of each version has beyond those of the version before.
TABLES: Final = (
    (
        "schema_version", "experiment", "condition", "task", "game_block", "turn_block",
        "failure", "runner",
    ),
)  # fmt: skip
