"""
Stores made or damaged by hand, their checksums valid: every reading command says so in one line.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from typer.testing import CliRunner

from lab.experiments_for_tests import play, small
from lab.rows_for_tests import behind
from sapper.cli import app
from sapper.errors import SapperError, StoreError
from sapper.lab.executors.in_process import InProcess
from sapper.lab.store import open_store
from sapper.lab.store.seals import text_crc
from sapper.lab.tasks import play_task

COMMANDS = (
    "list", "list --json", "status small", "status small --json",
    "report small --html small.html", "export small --to small.csv",
    "export small --to small.parquet", "export small --turns --to turns.csv",
    "export small --sums --to sums.csv", "query 'SELECT count(*), max(turn) FROM turns'",
    "query 'SELECT sum(guesses) FROM games'", "run small.toml --workers 1",
)  # fmt: skip
PARAMETERS = {
    "agent": "random", "on": "beginner", "columns": 9, "rows": 9, "mines": 10, "cells": 81,
    "density": 0.1, "size": "9x9", "first_click": "safe", "game": "normal", "key": "x",
}  # fmt: skip


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in PARAMETERS.items() if key != name}


# What stands in a column of the conditions, or of the experiment, as JSON.
CONDITIONS: list[tuple[str, Any]] = [
    ("parameters", []),
    ("parameters", 5),
    ("parameters", None),
    ("parameters", "x"),
    ("parameters", {}),
    ("parameters", without("agent")),
    ("parameters", without("mines")),
    ("parameters", {**PARAMETERS, "mines": "ten"}),
    ("parameters", {**PARAMETERS, "mines": 10**30}),
    ("parameters", {**PARAMETERS, "rows": -9}),
    ("parameters", {**PARAMETERS, "columns": [9]}),
    ("parameters", {**PARAMETERS, "on": {"a": 1}}),
    ("parameters", {**PARAMETERS, "first_click": "maybe"}),
    ("parameters", {**PARAMETERS, "agent": None}),
    ("columns", 5),
    ("columns", {"a": 1}),
    ("columns", [5]),
    ("columns", "proven_by_x"),
    ("parts", None),
    ("parts", [None]),
    ("parts", "opener"),
]
PLANS: list[Any] = [
    [], 5, None, "x", {},
    {"seed": "x", "agent_seed": 0, "keep": "games", "conditions": []},
    {"seed": 1, "agent_seed": [], "keep": "games", "conditions": []},
    {"seed": 1, "agent_seed": 0, "keep": 5, "conditions": []},
    {"seed": 1, "agent_seed": 0, "keep": "games", "conditions": 5},
    {"seed": 1, "agent_seed": 0, "keep": "games", "conditions": [[1]]},
]  # fmt: skip


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return a small store with games and turns."""
    path = tmp_path_factory.mktemp("whole") / "s.db"
    with open_store(str(path)) as store:
        play(small(4, 'keep = "games+turns"'), store, InProcess(play_task))
    return path.read_bytes()


@pytest.fixture
def store(whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.toml").write_text(
        'name = "small"\ngames = 6\nseed = 7\nagent_seed = 3\nkeep = "games+turns"\n[parameters]\n'
        'agent = ["random", "kvietinskas/single-point"]\non = ["beginner", "16x16x30"]'
    )
    (tmp_path / "s.db").write_bytes(whole)
    return "s.db"


def check_commands(store: str) -> int:
    """Run every reading command; return how many refused the store, each in one line."""
    refused = 0
    for command in COMMANDS:
        done = CliRunner().invoke(app, ["experiment", *shlex.split(command), "--store", store])
        if isinstance(done.exception, SapperError):
            refused += 1
            said = str(done.exception)
            assert said, command
            assert "\n" not in said, (command, said)
        elif not isinstance(done.exception, SystemExit | None):
            raise AssertionError(f"{command}: {done.exception!r}") from done.exception
    return refused


def test_the_whole_store_is_refused_by_no_command(store: str) -> None:
    assert check_commands(store) == 0


@pytest.mark.parametrize(("column", "value"), CONDITIONS)
def test_condition_of_the_wrong_shape_is_one_line(store: str, column: str, value: Any) -> None:
    with behind(store) as connection:
        row = connection.execute(text("SELECT * FROM condition LIMIT 1")).mappings().one()
        new = {**row, column: json.dumps(value)}
        crc = text_crc(
            *(new[n] for n in ("experiment_id", "key", "parameters", "columns", "parts"))
        )
        statement = text(f"UPDATE condition SET {column} = :v, crc = :c WHERE id = :i")
        connection.execute(statement, {"v": new[column], "c": crc, "i": row["id"]})
    assert check_commands(store) == len(COMMANDS)


@pytest.mark.parametrize("plan", PLANS)
def test_plan_of_the_wrong_shape_is_one_line(store: str, plan: Any) -> None:
    with behind(store) as connection:
        new = json.dumps(plan)
        values = {"p": new, "c": text_crc("small", new, 4)}
        connection.execute(text("UPDATE experiment SET plan = :p, crc = :c"), values)
    assert check_commands(store) == len(COMMANDS)


@pytest.mark.parametrize("games", ["'many'", "-4", "2.5", "x'ff'"])
def test_number_of_games_that_is_none_is_one_line(store: str, games: str) -> None:
    with behind(store) as connection:
        connection.execute(text("PRAGMA ignore_check_constraints = ON"))
        connection.execute(text(f"UPDATE experiment SET games = {games}"))
        row = connection.execute(text("SELECT name, plan, games FROM experiment")).one()
        connection.execute(text("UPDATE experiment SET crc = :c"), {"c": text_crc(*row)})
    assert check_commands(store) == len(COMMANDS)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE task SET first_game = 'x' WHERE id = 1",
        "UPDATE task SET num_games = 'x' WHERE id = 1",
        "UPDATE task SET num_games = 2.5",
        "UPDATE task SET wins = 'x'",
        "UPDATE task SET seal = x'00'",
        "UPDATE task SET num_blocks = 'x'",
        "UPDATE task SET condition_id = 'x' WHERE id = 1",
        "UPDATE task SET version = x'ff'",
        "UPDATE game_block SET data = 'text'",
        "UPDATE game_block SET data = 5",
        "UPDATE game_block SET crc = 'x'",
        "UPDATE turn_block SET data = ''",
        "UPDATE runner SET seen_at = 'x'",
        "UPDATE runner SET pid = 'x'",
        "UPDATE runner SET pid = 1e300",
        "UPDATE condition SET key = x'00ff' WHERE id = 1",
        "UPDATE experiment SET name = x'00ff'",
        "UPDATE experiment SET name = 5",
        "DELETE FROM condition",
        "INSERT INTO failure VALUES (1, 1, 'x', 'y', 'z', 'a', x'ff', 1, 1)",
    ],
)
def test_value_of_the_wrong_type_is_one_line(store: str, change: str) -> None:
    with behind(store) as connection:
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        connection.exec_driver_sql("PRAGMA ignore_check_constraints = ON")
        connection.exec_driver_sql("DROP TRIGGER games_only_once_update")
        connection.execute(text(change))
    assert check_commands(store) > 0


def test_reading_command_leaves_an_empty_file_empty(store: str) -> None:
    Path("empty.db").touch()
    Path("s.db").unlink()
    reading = [command for command in COMMANDS if not command.startswith("run")]
    for command in reading:
        done = CliRunner().invoke(app, ["experiment", *command.split(), "--store", "empty.db"])
        assert isinstance(done.exception, SapperError)
        assert "the file is empty" in str(done.exception) or "got" in str(done.exception)
    assert Path("empty.db").read_bytes() == b""
    assert sorted(path.name for path in Path().iterdir()) == ["empty.db", "small.toml"]


def test_reading_command_makes_no_tables(new_address: Callable[[], str]) -> None:
    address = new_address()
    with pytest.raises(StoreError, match="no store at"):
        open_store(address, create=False)
    with pytest.raises(StoreError, match="no store at"):
        open_store(address, create=False)
