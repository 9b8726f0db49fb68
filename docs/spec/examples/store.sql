PRAGMA application_id = 1396789330;
BEGIN TRANSACTION;
CREATE TABLE about (name TEXT NOT NULL PRIMARY KEY, meaning TEXT NOT NULL);
INSERT INTO "about" VALUES('this database','a store of Sapper, a Minesweeper laboratory: the games of experiments. `sapper experiment list --store FILE-OR-URL` says which; `query`, `export`, `report` and `status` of `sapper experiment` read them. Change nothing here: checksums would notice');
INSERT INTO "about" VALUES('schema_version','one row: the version of these tables');
INSERT INTO "about" VALUES('experiment','one row an experiment: its plan as JSON and the number of games a condition');
INSERT INTO "about" VALUES('condition','one row a combination of parameters (JSON), with the names of the extra columns of its games and of the parts of its agent');
INSERT INTO "about" VALUES('task','one row a run of consecutive games of a condition: sums over them (`sapper experiment export NAME --sums --to FILE.csv`), who played them and with which version; seal is a checksum');
INSERT INTO "about" VALUES('game_block','the games of a task: data is a line of JSON [number of games, {column: type}], then the columns one after the other, little-endian; crc is its CRC-32. `sapper experiment query "SELECT * FROM games"` or `sapper experiment export NAME --to FILE.parquet` reads them; the columns are explained in docs/columns.md');
INSERT INTO "about" VALUES('turn_block','the turns of the games of a task, where they are kept, written like game_block. `sapper experiment query "SELECT * FROM turns"` reads them');
INSERT INTO "about" VALUES('failure','tasks that failed every time; `sapper experiment status NAME` shows them');
INSERT INTO "about" VALUES('runner','processes that play or played an experiment, and when they were last heard of');
INSERT INTO "about" VALUES('lease','games that a runner plays now, so that no other does');
INSERT INTO "about" VALUES('evaluation','one row an evaluation of a language model: the set, the model and how it was asked, as JSON; no key is kept');
INSERT INTO "about" VALUES('evaluation_item','one row an item of the benchmark that was answered: questions, answers and what they were worth, as JSON; `sapper llm results` reads them');
CREATE TABLE condition (
        id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
        experiment_id INTEGER NOT NULL REFERENCES experiment (id) ON DELETE CASCADE,
        key TEXT NOT NULL, parameters TEXT NOT NULL, columns TEXT NOT NULL,
        parts TEXT NOT NULL, crc BIGINT NOT NULL, UNIQUE (experiment_id, key));
INSERT INTO "condition" VALUES(1,1,'random on 4x4x3 first=safe game=normal','{"on": "4x4x3", "agent": "random", "columns": 4, "rows": 4, "mines": 3, "cells": 16, "density": 0.1875, "first_click": "safe", "game": "normal"}','[]','["opener random_cell", "guesser random_guess", "stuck"]',2708058728);
INSERT INTO "condition" VALUES(2,1,'exact on 4x4x3 first=safe game=normal','{"on": "4x4x3", "agent": "exact", "columns": 4, "rows": 4, "mines": 3, "cells": 16, "density": 0.1875, "first_click": "safe", "game": "normal"}','["proven_by_single_point", "proven_by_exact"]','["opener random_cell", "deducer single_point", "deducer exact", "guesser least_risk", "stuck"]',4019634520);
CREATE TABLE evaluation (
        id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, name TEXT NOT NULL UNIQUE, settings TEXT NOT NULL,
        created_at FLOAT NOT NULL, crc BIGINT NOT NULL);
CREATE TABLE evaluation_item (
        id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
        evaluation_id INTEGER NOT NULL REFERENCES evaluation (id) ON DELETE CASCADE,
        item TEXT NOT NULL, record TEXT NOT NULL, finished_at FLOAT NOT NULL,
        crc BIGINT NOT NULL, UNIQUE (evaluation_id, item));
CREATE TABLE experiment (
        id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, name TEXT NOT NULL UNIQUE, plan TEXT NOT NULL,
        games BIGINT NOT NULL, created_at FLOAT NOT NULL, crc BIGINT NOT NULL);
INSERT INTO "experiment" VALUES(1,'small','{"seed": 7, "agent_seed": 0, "keep": "games", "conditions": ["random on 4x4x3 first=safe game=normal", "exact on 4x4x3 first=safe game=normal"]}',4,1.79507117908724522586e+09,1493850810);
CREATE TABLE failure (
        id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
        condition_id INTEGER NOT NULL REFERENCES condition (id) ON DELETE CASCADE,
        first_game BIGINT NOT NULL, num_games BIGINT NOT NULL, game_seed BIGINT NOT NULL,
        attempts INTEGER NOT NULL, error TEXT NOT NULL, runner_id INTEGER NOT NULL,
        failed_at FLOAT NOT NULL);
CREATE TABLE game_block (
        task_id INTEGER NOT NULL PRIMARY KEY REFERENCES task (id) ON DELETE CASCADE,
        crc BIGINT NOT NULL, data BLOB NOT NULL);
INSERT INTO "game_block" VALUES(1,387651676,X'5B342C207B2267616D655F73656564223A20223C7538222C20226F7574636F6D65223A20223C7531222C202267756573736573223A20223C7531222C20226D6F766573223A20223C7531222C202263656C6C735F72657665616C6564223A20223C7531222C20226D696E65735F686974223A20223C7531222C20226D696E65735F666C6167676564223A20223C7531222C202266697273745F63656C6C223A20223C7531222C20226E616E6F7365636F6E6473223A20223C7532222C20226375745F67756573736573223A20223C7531222C2022666F7266656974223A20223C7531227D5D0A5781E92371C710005E5D507A1FAB09000698E120A41C1E002FDD86066A431C000202020203050101040602020307010101010101000000000E0205024C198A015E0057000000000000000000');
INSERT INTO "game_block" VALUES(2,4204695240,X'5B342C207B2267616D655F73656564223A20223C7538222C20226F7574636F6D65223A20223C7531222C202267756573736573223A20223C7531222C20226D6F766573223A20223C7531222C202263656C6C735F72657665616C6564223A20223C7531222C20226D696E65735F686974223A20223C7531222C20226D696E65735F666C6167676564223A20223C7531222C202266697273745F63656C6C223A20223C7531222C20226E616E6F7365636F6E6473223A20223C7534222C20226375745F67756573736573223A20223C7531222C2022666F7266656974223A20223C7531222C202270726F76656E5F62795F73696E676C655F706F696E74223A20223C7531222C202270726F76656E5F62795F6578616374223A20223C7531227D5D0A5781E92371C710005E5D507A1FAB09000698E120A41C1E002FDD86066A431C0001010102020201010F100A020D0D0D0100000001030303000E020502B0DA01004F2C0000EB18000055040000000000000000000006020500070B0300');
CREATE TABLE lease (
        condition_id INTEGER NOT NULL REFERENCES condition (id) ON DELETE CASCADE,
        first_game BIGINT NOT NULL, num_games BIGINT NOT NULL,
        runner_id INTEGER NOT NULL REFERENCES runner (id) ON DELETE CASCADE,
        PRIMARY KEY (condition_id, first_game));
CREATE TABLE runner (
        id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
        experiment_id INTEGER NOT NULL REFERENCES experiment (id) ON DELETE CASCADE,
        host TEXT NOT NULL, pid BIGINT NOT NULL, workers INTEGER NOT NULL,
        version TEXT NOT NULL, started_at FLOAT NOT NULL, seen_at FLOAT NOT NULL,
        is_done INTEGER NOT NULL);
INSERT INTO "runner" VALUES(1,1,'example',1,1,'0.2.0',1.79507117913285756108e+09,1.7950711806008441448e+09,1);
CREATE TABLE schema_version (version INTEGER NOT NULL);
INSERT INTO "schema_version" VALUES(2);
CREATE TABLE task (
        id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
        condition_id INTEGER NOT NULL REFERENCES condition (id) ON DELETE CASCADE,
        first_game BIGINT NOT NULL, num_games BIGINT NOT NULL, runner_id INTEGER NOT NULL,
        wins BIGINT NOT NULL, wins_without_guess BIGINT NOT NULL, stuck BIGINT NOT NULL,
        forfeits BIGINT NOT NULL, guesses BIGINT NOT NULL, guesses_squared BIGINT NOT NULL,
        mines_flagged BIGINT NOT NULL, nanoseconds BIGINT NOT NULL,
        microseconds BIGINT NOT NULL, num_blocks INTEGER NOT NULL, seal BIGINT NOT NULL,
        finished_at FLOAT NOT NULL, version TEXT NOT NULL,
        UNIQUE (condition_id, first_game), CHECK (num_games > 0 AND first_game >= 0));
INSERT INTO "task" VALUES(1,1,0,4,1,0,0,0,0,10,36,0,7051,802,1,1282333011,1.79507118056949543948e+09,'0.2.0');
INSERT INTO "task" VALUES(2,2,0,4,1,3,0,0,0,6,10,9,140351,804,1,1454143960,1.79507118058687663081e+09,'0.2.0');
CREATE TABLE turn_block (
        task_id INTEGER NOT NULL PRIMARY KEY REFERENCES task (id) ON DELETE CASCADE,
        crc BIGINT NOT NULL, data BLOB NOT NULL);
CREATE INDEX failure_condition ON failure (condition_id);
CREATE INDEX runner_experiment ON runner (experiment_id);
CREATE TRIGGER games_only_once BEFORE INSERT ON task
        WHEN EXISTS (SELECT 1 FROM (SELECT first_game, num_games FROM task
        WHERE condition_id = NEW.condition_id 
        AND first_game < NEW.first_game + NEW.num_games ORDER BY first_game DESC LIMIT 1)
    WHERE first_game + num_games > NEW.first_game)
        BEGIN SELECT RAISE(ABORT, 'games_only_once'); END;
CREATE TRIGGER games_only_once_update
        BEFORE UPDATE OF condition_id, first_game, num_games ON task
        WHEN EXISTS (SELECT 1 FROM (SELECT first_game, num_games FROM task
        WHERE condition_id = NEW.condition_id AND id <> OLD.id
        AND first_game < NEW.first_game + NEW.num_games ORDER BY first_game DESC LIMIT 1)
    WHERE first_game + num_games > NEW.first_game)
        BEGIN SELECT RAISE(ABORT, 'games_only_once'); END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('experiment',1);
INSERT INTO "sqlite_sequence" VALUES('condition',2);
INSERT INTO "sqlite_sequence" VALUES('runner',1);
INSERT INTO "sqlite_sequence" VALUES('task',2);
COMMIT;
