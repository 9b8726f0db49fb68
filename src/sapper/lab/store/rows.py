"""
Experiments, conditions, failures: the statements behind `sql.py`.

Each works within a transaction that the caller began; `tasks.py` has those of tasks.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.engine import RowMapping

from sapper.errors import StoreError
from sapper.lab.store.protocol import ConditionRow, ExperimentRow, FailureRow
from sapper.lab.store.schema import condition, experiment, failure
from sapper.lab.store.seals import check_text, text_crc
from sapper.lab.store.shapes import check_condition, check_plan


def list_experiments(connection: Connection) -> list[str]:
    """Name the experiments in the order they were made."""
    rows = connection.execute(select(experiment).order_by(experiment.c.id)).mappings()
    return [str(_checked(row)["name"]) for row in rows]


def find_experiment(connection: Connection, name: str) -> ExperimentRow | None:
    """Read an experiment with its conditions, or None."""
    query = select(experiment).where(experiment.c.name == name)
    row = connection.execute(query).mappings().one_or_none()
    if row is None:
        return None
    what = f"the plan of {name!r}"
    plan = read_json(_checked(row)["plan"], what)
    check_plan(plan, row["games"], what)
    rows = connection.execute(
        select(condition).where(condition.c.experiment_id == row["id"]).order_by(condition.c.id)
    ).mappings()
    conditions = tuple(_condition(one) for one in rows)
    return ExperimentRow(row["id"], row["name"], plan, row["games"], conditions)


def get_experiment(connection: Connection, name: str) -> ExperimentRow:
    """Read an experiment that must be there."""
    found = find_experiment(connection, name)
    if found is None:
        raise StoreError(f"the experiment {name!r} was deleted while it was played")
    return found


def insert_experiment(
    connection: Connection,
    name: str,
    plan: Mapping[str, Any],
    games: int,
    conditions: Sequence[ConditionRow],
) -> ExperimentRow:
    """Insert an experiment with its conditions."""
    text = json.dumps(plan)
    values = {"name": name, "plan": text, "games": games, "crc": text_crc(name, text, games)}
    connection.execute(insert(experiment).values(**values, created_at=time.time()))
    add_conditions(connection, get_experiment(connection, name), conditions)
    return get_experiment(connection, name)


def change_experiment(
    connection: Connection,
    name: str,
    plan: Mapping[str, Any],
    games: int,
    conditions: Sequence[ConditionRow],
) -> ExperimentRow:
    """Set plan and number of games and add conditions; what decides the games must not change."""
    found = get_experiment(connection, name)
    if deciding(found.plan) != deciding(plan):
        raise StoreError(
            f"the experiment {name!r} was changed by another runner: it was "
            f"{deciding(plan)}, is {deciding(found.plan)}"
        )
    text = json.dumps(plan)
    values = {"plan": text, "games": games, "crc": text_crc(name, text, games)}
    connection.execute(update(experiment).where(experiment.c.id == found.id).values(**values))
    add_conditions(connection, found, conditions)
    return get_experiment(connection, name)


def deciding(plan: Mapping[str, Any]) -> dict[str, Any]:
    """Return what decides the games of a plan's conditions: all of it but their list."""
    return {name: value for name, value in plan.items() if name != "conditions"}


def add_conditions(
    connection: Connection, into: ExperimentRow, rows: Sequence[ConditionRow]
) -> None:
    """Insert the conditions that an experiment does not have yet."""
    known = {row.key for row in into.conditions}
    values = []
    for row in rows:
        if row.key in known:
            continue
        texts = [json.dumps(one) for one in (dict(row.parameters), [*row.columns], [*row.parts])]
        named = dict(zip(("parameters", "columns", "parts"), texts, strict=True))
        crc = text_crc(into.id, row.key, *texts)
        values.append({"experiment_id": into.id, "key": row.key, **named, "crc": crc})
    if values:
        connection.execute(insert(condition), values)


def read_json(text: Any, what: str) -> Any:
    """Read a text that must be JSON."""
    try:
        return json.loads(text)
    except (ValueError, TypeError, RecursionError):
        raise StoreError(f"the store is damaged: {what} cannot be read") from None


def _checked(row: RowMapping) -> RowMapping:
    what = f"the experiment {row['name']!r}"
    check_text(row["crc"], what, row["name"], row["plan"], row["games"])
    return row


def _condition(row: RowMapping) -> ConditionRow:
    what = f"the condition {row['key']!r}"
    texts = [row[name] for name in ("parameters", "columns", "parts")]
    check_text(row["crc"], what, row["experiment_id"], row["key"], *texts)
    parameters, columns, parts = (read_json(text, what) for text in texts)
    check_condition(parameters, columns, parts, what)
    return ConditionRow(
        key=row["key"],
        parameters=parameters,
        columns=tuple(columns),
        parts=tuple(parts),
        id=row["id"],
    )


def add_failure(connection: Connection, row: FailureRow, runner_id: int) -> None:
    """Replace what was recorded of the same games: only the last failure matters."""
    connection.execute(
        delete(failure)
        .where(failure.c.condition_id == row.condition_id)
        .where(failure.c.first_game == row.first_game)
    )
    values = {**vars(row), "runner_id": runner_id, "failed_at": time.time()}
    connection.execute(insert(failure).values(values))
