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
# What a stranger finds who opens the database with another program.
_ABOUT: Final = {
    "this database": "a store of Sapper, a Minesweeper laboratory: the games of experiments. "
    "`sapper experiment list --store FILE-OR-URL` says which; `query`, `export`, `report` and "
    "`status` of `sapper experiment` read them. Change nothing here: checksums would notice",
    "schema_version": "one row: the version of these tables",
    "experiment": "one row an experiment: its plan as JSON and the number of games a condition",
    "condition": "one row a combination of parameters (JSON), with the names of the extra "
    "columns of its games and of the parts of its agent",
    "task": "one row a run of consecutive games of a condition: sums over them (`sapper "
    "experiment export NAME --sums --to FILE.csv`), who played them and with which version; "
    "seal is a checksum",
    "game_block": "the games of a task: data is a line of JSON [number of games, "
    "{{column: type}}], then the columns one after the other, little-endian; crc is its CRC-32. "
    '`sapper experiment query "SELECT * FROM games"` or `sapper experiment export NAME --to '
    "FILE.parquet` reads them; the columns are explained in docs/columns.md",
    "turn_block": "the turns of the games of a task, where they are kept, written like "
    'game_block. `sapper experiment query "SELECT * FROM turns"` reads them',
    "failure": "tasks that failed every time; `sapper experiment status NAME` shows them",
    "runner": "processes that play or played an experiment, and when they were last heard of",
    "lease": "games that a runner plays now, so that no other does",
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
        forfeits BIGINT NOT NULL, guesses BIGINT NOT NULL, guesses_squared BIGINT NOT NULL,
        mines_flagged BIGINT NOT NULL, nanoseconds BIGINT NOT NULL,
        microseconds BIGINT NOT NULL, num_blocks INTEGER NOT NULL, seal BIGINT NOT NULL,
        finished_at FLOAT NOT NULL, version TEXT NOT NULL,
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
    """CREATE TABLE lease (
        condition_id {ref} NOT NULL REFERENCES condition (id) ON DELETE CASCADE,
        first_game BIGINT NOT NULL, num_games BIGINT NOT NULL,
        runner_id {ref} NOT NULL REFERENCES runner (id) ON DELETE CASCADE,
        PRIMARY KEY (condition_id, first_game))""",
    "CREATE TABLE about (name TEXT NOT NULL PRIMARY KEY, meaning TEXT NOT NULL)",
    *(f"INSERT INTO about VALUES ('{name}', '{meaning}')" for name, meaning in _ABOUT.items()),
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

# Answers of language models: `sapper llm eval`.
_EVALUATIONS: Final = (
    """CREATE TABLE evaluation (
        id {id} NOT NULL, name TEXT NOT NULL UNIQUE, settings TEXT NOT NULL,
        created_at FLOAT NOT NULL, crc BIGINT NOT NULL)""",
    """CREATE TABLE evaluation_item (
        id {id} NOT NULL,
        evaluation_id {ref} NOT NULL REFERENCES evaluation (id) ON DELETE CASCADE,
        item TEXT NOT NULL, record TEXT NOT NULL, finished_at FLOAT NOT NULL,
        crc BIGINT NOT NULL, UNIQUE (evaluation_id, item))""",
    "INSERT INTO about VALUES ('evaluation', 'one row an evaluation of a language model: the "
    "set, the model and how it was asked, as JSON; no key is kept')",
    "INSERT INTO about VALUES ('evaluation_item', 'one row an item of the benchmark that was "
    "answered: questions, answers and what they were worth, as JSON; `sapper llm results` "
    "reads them')",
)
_VERSION_2: Final[Statements] = {
    dialect: tuple(line.format(**_TYPES[dialect]) for line in _EVALUATIONS)
    for dialect in ("sqlite", "postgresql")
}

VERSIONS: Final[Sequence[Statements]] = (_VERSION_1, _VERSION_2)
# Every table that a store of each version has beyond those of the version before.
TABLES: Final = (
    (
        "schema_version", "experiment", "condition", "task", "game_block", "turn_block",
        "failure", "runner", "lease", "about",
    ),
    ("evaluation", "evaluation_item"),
)  # fmt: skip
