"""The statements behind `sql.py`, each within a transaction that the caller began."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select

from sapper.errors import StoreError
from sapper.lab.store.blocks import checksum
from sapper.lab.store.protocol import ConditionRow, ExperimentRow, FailureRow, TaskRows
from sapper.lab.store.schema import (
    condition,
    experiment,
    failure,
    game_block,
    task,
    turn_block,
)

# The statements that run for every task, made once.
_ADD_TASK = insert(task).returning(task.c.id)
_ADD_GAMES, _ADD_TURNS = insert(game_block), insert(turn_block)


def find_experiment(connection: Connection, name: str) -> ExperimentRow | None:
    """Read an experiment with its conditions, or None."""
    row = connection.execute(select(experiment).where(experiment.c.name == name)).one_or_none()
    if row is None:
        return None
    rows = connection.execute(
        select(condition).where(condition.c.experiment_id == row.id).order_by(condition.c.id)
    ).mappings()
    conditions = tuple(
        ConditionRow(
            key=one["key"],
            parameters=json.loads(one["parameters"]),
            columns=tuple(json.loads(one["columns"])),
            parts=tuple(json.loads(one["parts"])),
            id=one["id"],
        )
        for one in rows
    )
    return ExperimentRow(row.id, row.name, json.loads(row.plan), row.games, conditions)


def get_experiment(connection: Connection, name: str) -> ExperimentRow:
    """Read an experiment that must be there."""
    found = find_experiment(connection, name)
    if found is None:
        raise StoreError(f"the experiment {name!r} was deleted while it was played")
    return found


def add_conditions(
    connection: Connection, into: ExperimentRow | None, rows: Sequence[ConditionRow]
) -> None:
    """Insert the conditions that an experiment does not have yet."""
    if into is None:  # pragma: no cover - it was inserted in this transaction
        raise AssertionError("no experiment to add conditions to")
    known = {row.key for row in into.conditions}
    values = [
        {
            "experiment_id": into.id,
            "key": row.key,
            "parameters": json.dumps(dict(row.parameters)),
            "columns": json.dumps(list(row.columns)),
            "parts": json.dumps(list(row.parts)),
        }
        for row in rows
        if row.key not in known
    ]
    if values:
        connection.execute(insert(condition), values)


def add_task(connection: Connection, condition_id: int, rows: TaskRows, runner_id: int) -> None:
    """Insert a task and its blocks."""
    values = {
        "condition_id": condition_id,
        "first_game": rows.first_game,
        "num_games": rows.num_games,
        "runner_id": runner_id,
        "wins": rows.tally.wins,
        "wins_without_guess": rows.tally.wins_without_guess,
        "stuck": rows.tally.stuck,
        "guesses": rows.tally.guesses,
        "nanoseconds": rows.tally.nanoseconds,
        "seconds": rows.tally.seconds,
        "finished_at": time.time(),
    }
    task_id = connection.execute(_ADD_TASK, values).scalar_one()
    block = {"task_id": task_id, "crc": checksum(rows.games), "data": rows.games}
    connection.execute(_ADD_GAMES, block)
    if rows.turns is not None:
        block = {"task_id": task_id, "crc": checksum(rows.turns), "data": rows.turns}
        connection.execute(_ADD_TURNS, {**block, "num_turns": rows.num_turns})


def add_failure(connection: Connection, row: FailureRow, runner_id: int) -> None:
    """Replace what was recorded of the same games: only the last failure matters."""
    connection.execute(
        delete(failure)
        .where(failure.c.condition_id == row.condition_id)
        .where(failure.c.first_game == row.first_game)
    )
    values = {
        "condition_id": row.condition_id,
        "first_game": row.first_game,
        "num_games": row.num_games,
        "game_seed": row.game_seed,
        "attempts": row.attempts,
        "error": row.error,
        "runner_id": runner_id,
        "failed_at": time.time(),
    }
    connection.execute(insert(failure).values(values))
