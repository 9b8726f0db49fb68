"""
The statements that made every version of a store, for each database.

They are literal and never change once released: a new version is a new entry at
the end of `VERSIONS`, a committed store of it in the tests, and `schema.py` follows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

Statements = Mapping[str, Sequence[str]]

# Version 1: experiments, conditions, tasks and blocks.
_TABLES: Final[Statements] = {
    "sqlite": (
        """CREATE TABLE experiment (
            id INTEGER NOT NULL, name TEXT NOT NULL, "plan" TEXT NOT NULL,
            games BIGINT NOT NULL, created_at FLOAT NOT NULL,
            PRIMARY KEY (id), UNIQUE (name))""",
        """CREATE TABLE condition (
            id INTEGER NOT NULL, experiment_id INTEGER NOT NULL, "key" TEXT NOT NULL,
            parameters TEXT NOT NULL, columns TEXT NOT NULL, parts TEXT NOT NULL,
            PRIMARY KEY (id), UNIQUE (experiment_id, "key"),
            FOREIGN KEY(experiment_id) REFERENCES experiment (id) ON DELETE CASCADE)""",
        """CREATE TABLE task (
            id INTEGER NOT NULL, condition_id INTEGER NOT NULL, first_game BIGINT NOT NULL,
            num_games BIGINT NOT NULL, runner_id INTEGER NOT NULL, wins BIGINT NOT NULL,
            wins_without_guess BIGINT NOT NULL, stuck BIGINT NOT NULL, guesses BIGINT NOT NULL,
            nanoseconds BIGINT NOT NULL, seconds FLOAT NOT NULL, finished_at FLOAT NOT NULL,
            PRIMARY KEY (id), UNIQUE (condition_id, first_game),
            CHECK (num_games > 0 AND first_game >= 0),
            FOREIGN KEY(condition_id) REFERENCES condition (id) ON DELETE CASCADE)""",
        """CREATE TABLE game_block (
            task_id INTEGER NOT NULL, crc BIGINT NOT NULL, data BLOB NOT NULL,
            PRIMARY KEY (task_id),
            FOREIGN KEY(task_id) REFERENCES task (id) ON DELETE CASCADE)""",
        """CREATE TABLE turn_block (
            task_id INTEGER NOT NULL, num_turns BIGINT NOT NULL, crc BIGINT NOT NULL,
            data BLOB NOT NULL, PRIMARY KEY (task_id),
            FOREIGN KEY(task_id) REFERENCES task (id) ON DELETE CASCADE)""",
        """CREATE TABLE failure (
            id INTEGER NOT NULL, condition_id INTEGER NOT NULL, first_game BIGINT NOT NULL,
            num_games BIGINT NOT NULL, game_seed BIGINT NOT NULL, attempts INTEGER NOT NULL,
            error TEXT NOT NULL, runner_id INTEGER NOT NULL, failed_at FLOAT NOT NULL,
            PRIMARY KEY (id),
            FOREIGN KEY(condition_id) REFERENCES condition (id) ON DELETE CASCADE)""",
        "CREATE INDEX failure_condition ON failure (condition_id)",
    ),
    "postgresql": (
        """CREATE TABLE experiment (
            id BIGSERIAL NOT NULL, name TEXT NOT NULL, plan TEXT NOT NULL,
            games BIGINT NOT NULL, created_at FLOAT NOT NULL,
            PRIMARY KEY (id), UNIQUE (name))""",
        """CREATE TABLE condition (
            id BIGSERIAL NOT NULL, experiment_id BIGINT NOT NULL, key TEXT NOT NULL,
            parameters TEXT NOT NULL, columns TEXT NOT NULL, parts TEXT NOT NULL,
            PRIMARY KEY (id), UNIQUE (experiment_id, key),
            FOREIGN KEY(experiment_id) REFERENCES experiment (id) ON DELETE CASCADE)""",
        """CREATE TABLE task (
            id BIGSERIAL NOT NULL, condition_id BIGINT NOT NULL, first_game BIGINT NOT NULL,
            num_games BIGINT NOT NULL, runner_id BIGINT NOT NULL, wins BIGINT NOT NULL,
            wins_without_guess BIGINT NOT NULL, stuck BIGINT NOT NULL, guesses BIGINT NOT NULL,
            nanoseconds BIGINT NOT NULL, seconds FLOAT NOT NULL, finished_at FLOAT NOT NULL,
            PRIMARY KEY (id), UNIQUE (condition_id, first_game),
            CHECK (num_games > 0 AND first_game >= 0),
            FOREIGN KEY(condition_id) REFERENCES condition (id) ON DELETE CASCADE)""",
        """CREATE TABLE game_block (
            task_id BIGINT NOT NULL, crc BIGINT NOT NULL, data BYTEA NOT NULL,
            PRIMARY KEY (task_id),
            FOREIGN KEY(task_id) REFERENCES task (id) ON DELETE CASCADE)""",
        """CREATE TABLE turn_block (
            task_id BIGINT NOT NULL, num_turns BIGINT NOT NULL, crc BIGINT NOT NULL,
            data BYTEA NOT NULL, PRIMARY KEY (task_id),
            FOREIGN KEY(task_id) REFERENCES task (id) ON DELETE CASCADE)""",
        """CREATE TABLE failure (
            id BIGSERIAL NOT NULL, condition_id BIGINT NOT NULL, first_game BIGINT NOT NULL,
            num_games BIGINT NOT NULL, game_seed BIGINT NOT NULL, attempts INTEGER NOT NULL,
            error TEXT NOT NULL, runner_id BIGINT NOT NULL, failed_at FLOAT NOT NULL,
            PRIMARY KEY (id),
            FOREIGN KEY(condition_id) REFERENCES condition (id) ON DELETE CASCADE)""",
        "CREATE INDEX failure_condition ON failure (condition_id)",
    ),
}

# Version 2: no two tasks of a condition overlap, whatever their sizes. PostgreSQL has
# constraints for that; they exclude overlapping ranges on one line of numbers, on which
# every condition has 2^40 places. SQLite has one writer at a time, so that a trigger is
# as safe.
_GAMES_ONLY_ONCE: Final[Statements] = {
    "sqlite": (
        """CREATE TRIGGER games_only_once BEFORE INSERT ON task WHEN EXISTS (
            SELECT 1 FROM (SELECT first_game, num_games FROM task
                WHERE condition_id = NEW.condition_id
                AND first_game < NEW.first_game + NEW.num_games
                ORDER BY first_game DESC LIMIT 1)
            WHERE first_game + num_games > NEW.first_game)
            BEGIN SELECT RAISE(ABORT, 'games_only_once'); END""",
    ),
    "postgresql": (
        """ALTER TABLE task ADD CONSTRAINT games_only_once EXCLUDE USING gist (int8range(
            condition_id * 1099511627776 + first_game,
            condition_id * 1099511627776 + first_game + num_games) WITH &&)""",
        "ALTER TABLE game_block ALTER COLUMN data SET STORAGE EXTERNAL",
        "ALTER TABLE turn_block ALTER COLUMN data SET STORAGE EXTERNAL",
    ),
}

# Version 3: runners, so that several can share the work and be seen.
_RUNNERS: Final[Statements] = {
    "sqlite": (
        """CREATE TABLE runner (
            id INTEGER NOT NULL, experiment_id INTEGER NOT NULL, host TEXT NOT NULL,
            pid BIGINT NOT NULL, workers INTEGER NOT NULL, version TEXT NOT NULL,
            started_at FLOAT NOT NULL, seen_at FLOAT NOT NULL, is_done INTEGER NOT NULL,
            PRIMARY KEY (id),
            FOREIGN KEY(experiment_id) REFERENCES experiment (id) ON DELETE CASCADE)""",
        "CREATE INDEX runner_experiment ON runner (experiment_id)",
    ),
    "postgresql": (
        """CREATE TABLE runner (
            id BIGSERIAL NOT NULL, experiment_id BIGINT NOT NULL, host TEXT NOT NULL,
            pid BIGINT NOT NULL, workers INTEGER NOT NULL, version TEXT NOT NULL,
            started_at FLOAT NOT NULL, seen_at FLOAT NOT NULL, is_done INTEGER NOT NULL,
            PRIMARY KEY (id),
            FOREIGN KEY(experiment_id) REFERENCES experiment (id) ON DELETE CASCADE)""",
        "CREATE INDEX runner_experiment ON runner (experiment_id)",
    ),
}

# Version 4 had views that unpacked blocks inside the database, microseconds a value.
# Version 5 takes them away, so that new stores never get them.
_VIEWS: Final[Statements] = {"sqlite": (), "postgresql": ()}

# Version 5: blocks that name their columns, sealed sums, all sums of a tally, tasks
# without blocks, ids that are never given twice, a mark that only we write.
_NAMED: Final[Statements] = {
    "sqlite": (
        "DROP VIEW IF EXISTS game",
        "DROP VIEW IF EXISTS turn",
        """CREATE TABLE experiment_5 (
            id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE,
            "plan" TEXT NOT NULL, games BIGINT NOT NULL, created_at FLOAT NOT NULL,
            crc BIGINT)""",
        """INSERT INTO experiment_5 (id, name, "plan", games, created_at)
            SELECT id, name, "plan", games, created_at FROM experiment""",
        "DROP TABLE experiment",
        "ALTER TABLE experiment_5 RENAME TO experiment",
        """CREATE TABLE condition_5 (
            id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, experiment_id INTEGER NOT NULL,
            "key" TEXT NOT NULL, parameters TEXT NOT NULL, columns TEXT NOT NULL,
            parts TEXT NOT NULL, crc BIGINT, UNIQUE (experiment_id, "key"),
            FOREIGN KEY(experiment_id) REFERENCES experiment (id) ON DELETE CASCADE)""",
        """INSERT INTO condition_5 (id, experiment_id, "key", parameters, columns, parts)
            SELECT id, experiment_id, "key", parameters, columns, parts FROM condition""",
        "DROP TABLE condition",
        "ALTER TABLE condition_5 RENAME TO condition",
        """CREATE TABLE task_5 (
            id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, condition_id INTEGER NOT NULL,
            first_game BIGINT NOT NULL, num_games BIGINT NOT NULL, runner_id INTEGER NOT NULL,
            wins BIGINT NOT NULL, wins_without_guess BIGINT NOT NULL, stuck BIGINT NOT NULL,
            guesses BIGINT NOT NULL, guesses_squared BIGINT, mines_flagged BIGINT,
            nanoseconds BIGINT NOT NULL, seconds FLOAT NOT NULL, finished_at FLOAT NOT NULL,
            num_blocks INTEGER NOT NULL, block_version INTEGER NOT NULL, seal BIGINT,
            UNIQUE (condition_id, first_game), CHECK (num_games > 0 AND first_game >= 0),
            FOREIGN KEY(condition_id) REFERENCES condition (id) ON DELETE CASCADE)""",
        """INSERT INTO task_5 (id, condition_id, first_game, num_games, runner_id, wins,
            wins_without_guess, stuck, guesses, nanoseconds, seconds, finished_at,
            num_blocks, block_version)
            SELECT id, condition_id, first_game, num_games, runner_id, wins,
            wins_without_guess, stuck, guesses, nanoseconds, seconds, finished_at,
            CASE WHEN id IN (SELECT task_id FROM turn_block) THEN 2 ELSE 1 END, 1 FROM task""",
        "DROP TABLE task",
        "ALTER TABLE task_5 RENAME TO task",
        "CREATE INDEX task_unsealed ON task (id) WHERE seal IS NULL",
        """CREATE TRIGGER games_only_once BEFORE INSERT ON task WHEN EXISTS (
            SELECT 1 FROM (SELECT first_game, num_games FROM task
                WHERE condition_id = NEW.condition_id
                AND first_game < NEW.first_game + NEW.num_games
                ORDER BY first_game DESC LIMIT 1)
            WHERE first_game + num_games > NEW.first_game)
            BEGIN SELECT RAISE(ABORT, 'games_only_once'); END""",
        """CREATE TRIGGER games_only_once_update
            BEFORE UPDATE OF condition_id, first_game, num_games ON task WHEN EXISTS (
            SELECT 1 FROM (SELECT first_game, num_games FROM task
                WHERE condition_id = NEW.condition_id AND id <> OLD.id
                AND first_game < NEW.first_game + NEW.num_games
                ORDER BY first_game DESC LIMIT 1)
            WHERE first_game + num_games > NEW.first_game)
            BEGIN SELECT RAISE(ABORT, 'games_only_once'); END""",
        """CREATE TABLE failure_5 (
            id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, condition_id INTEGER NOT NULL,
            first_game BIGINT NOT NULL, num_games BIGINT NOT NULL, game_seed BIGINT NOT NULL,
            attempts INTEGER NOT NULL, error TEXT NOT NULL, runner_id INTEGER NOT NULL,
            failed_at FLOAT NOT NULL,
            FOREIGN KEY(condition_id) REFERENCES condition (id) ON DELETE CASCADE)""",
        """INSERT INTO failure_5 (id, condition_id, first_game, num_games, game_seed,
            attempts, error, runner_id, failed_at)
            SELECT id, condition_id, first_game, num_games, game_seed,
            attempts, error, runner_id, failed_at FROM failure""",
        "DROP TABLE failure",
        "ALTER TABLE failure_5 RENAME TO failure",
        "CREATE INDEX failure_condition ON failure (condition_id)",
        """CREATE TABLE runner_5 (
            id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, experiment_id INTEGER NOT NULL,
            host TEXT NOT NULL, pid BIGINT NOT NULL, workers INTEGER NOT NULL,
            version TEXT NOT NULL, started_at FLOAT NOT NULL, seen_at FLOAT NOT NULL,
            is_done INTEGER NOT NULL,
            FOREIGN KEY(experiment_id) REFERENCES experiment (id) ON DELETE CASCADE)""",
        """INSERT INTO runner_5 (id, experiment_id, host, pid, workers, version,
            started_at, seen_at, is_done)
            SELECT id, experiment_id, host, pid, workers, version,
            started_at, seen_at, is_done FROM runner""",
        "DROP TABLE runner",
        "ALTER TABLE runner_5 RENAME TO runner",
        "CREATE INDEX runner_experiment ON runner (experiment_id)",
        "PRAGMA application_id = 1396789330",
    ),
    "postgresql": (
        "DROP VIEW IF EXISTS game",
        "DROP VIEW IF EXISTS turn",
        "ALTER TABLE experiment ADD COLUMN crc BIGINT",
        "ALTER TABLE condition ADD COLUMN crc BIGINT",
        """ALTER TABLE task ADD COLUMN guesses_squared BIGINT,
            ADD COLUMN mines_flagged BIGINT,
            ADD COLUMN num_blocks INTEGER NOT NULL DEFAULT 1,
            ADD COLUMN block_version INTEGER NOT NULL DEFAULT 1,
            ADD COLUMN seal BIGINT""",
        "UPDATE task SET num_blocks = 2 WHERE id IN (SELECT task_id FROM turn_block)",
        """ALTER TABLE task ALTER COLUMN num_blocks DROP DEFAULT,
            ALTER COLUMN block_version DROP DEFAULT""",
        "CREATE INDEX task_unsealed ON task (id) WHERE seal IS NULL",
        "COMMENT ON TABLE schema_version IS 'a store of sapper'",
    ),
}

VERSIONS: Final[Sequence[Statements]] = (_TABLES, _GAMES_ONLY_ONCE, _RUNNERS, _VIEWS, _NAMED)
# What only we write: the file's application_id on SQLite, a comment on PostgreSQL.
APPLICATION_ID: Final = 1396789330
COMMENT: Final = "a store of sapper"
MARKED_SINCE: Final = 5
# Every table that a store of each version has.
TABLES: Final = (
    ("schema_version", "experiment", "condition", "task", "game_block", "turn_block", "failure"),
    (),
    ("runner",),
    (),
    (),
)
