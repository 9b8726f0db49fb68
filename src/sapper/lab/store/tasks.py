"""
Tasks and their blocks: the statements behind `sql.py`.

Each works within a transaction that the caller began. A task is stored only for the
plan that its runner entered for, and its sums are sealed (`seals.py`). Tasks without
blocks grow into their neighbours, so that sums of ten billion games are a few rows.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Connection,
    Insert,
    LargeBinary,
    Select,
    bindparam,
    func,
    insert,
    select,
    update,
)

from sapper.errors import StoreError
from sapper.lab.store.blocks import check_block
from sapper.lab.store.protocol import Span, TaskRows
from sapper.lab.store.rows import deciding, read_json
from sapper.lab.store.schema import condition, experiment, game_block, runner, task, turn_block
from sapper.lab.store.seals import SEALED, check_seal, seal
from sapper.lab.store.shapes import check_numbers, refuse
from sapper.lab.tallies import STORED, Tally

MICROSECONDS: Final = 1_000_000
# The statements that run for every task, made once.
_ADD_TASK = insert(task)
_ADD_GAMES, _ADD_TURNS = (
    insert(table).from_select(
        ["task_id", "crc", "data"],
        select(
            task.c.id,
            bindparam("crc", type_=BigInteger),
            bindparam("data", type_=LargeBinary),
        ).where(
            task.c.condition_id == bindparam("condition"), task.c.first_game == bindparam("first")
        ),
    )
    for table in (game_block, turn_block)
)
_CONDITIONS_OF = select(condition.c.id).where(
    condition.c.experiment_id == bindparam("experiment"),
    condition.c.id.in_(bindparam("numbers", expanding=True)),
)
_PLAN_OF = (
    select(experiment.c.id, experiment.c.name, experiment.c.plan)
    .join(runner, runner.c.experiment_id == experiment.c.id)
    .where(runner.c.id == bindparam("runner"))
    .with_for_update(read=True, key_share=True, of=experiment)
)


class Plans:
    """The plans that runners entered for, so that no task is stored under another."""

    def __init__(self) -> None:
        self._texts: dict[int, str] = {}
        self._conditions: dict[int, set[int]] = {}

    def enter(self, connection: Connection, runner_id: int) -> int:
        """Remember the plan of a runner's experiment, or compare it; return its id."""
        row = connection.execute(_PLAN_OF, {"runner": runner_id}).one_or_none()
        if row is None:
            raise StoreError(
                "the experiment was deleted or replaced while it was played: what this runner "
                "played since then is not stored"
            )
        known = self._texts.setdefault(runner_id, row.plan)
        if known != row.plan:
            what = f"the plan of {row.name!r}"
            if deciding(read_json(known, what)) != deciding(read_json(row.plan, what)):
                raise StoreError(
                    f"the plan of {row.name!r} was changed while it was played: what this "
                    "runner played since then is not stored"
                )
            self._texts[runner_id] = row.plan
        return int(row.id)

    def check_conditions(
        self, connection: Connection, experiment_id: int, numbers: set[int]
    ) -> None:
        """Raise an error if a condition is not the experiment's; none ever leaves it."""
        known = self._conditions.setdefault(experiment_id, set())
        if numbers <= known:
            return
        values = {"experiment": experiment_id, "numbers": list(numbers)}
        found = set(connection.execute(_CONDITIONS_OF, values).scalars())
        if found != numbers:
            raise StoreError(
                "a condition was deleted while it was played: its games are not stored"
            )
        known |= found


def add_tasks(
    connection: Connection, tasks: Sequence[tuple[int, TaskRows]], runner_id: int
) -> None:
    """Insert tasks and their blocks; without blocks they grow into a neighbour if they can."""
    common = {"runner_id": runner_id, "finished_at": time.time()}
    values: list[dict[str, Any]] = []
    blocks: dict[Insert, list[dict[str, Any]]] = {_ADD_GAMES: [], _ADD_TURNS: []}
    for condition_id, rows in tasks:
        place = {"condition": condition_id, "first": rows.first_game}
        kept = [(_ADD_GAMES, rows.game_block), (_ADD_TURNS, rows.turn_block)]
        found = [(statement, block) for statement, block in kept if block is not None]
        for statement, block in found:
            blocks[statement].append({**place, **block._asdict()})
        sealed = _sealed(condition_id, rows.first_game, rows.tally, len(found))
        sealed |= {**common, "version": rows.version}
        if found:
            values.append(sealed)
        elif not _grow(connection, condition_id, rows):
            connection.execute(_ADD_TASK, sealed)
    for statement, lines in ((_ADD_TASK, values), *blocks.items()):
        if lines:
            connection.execute(statement, lines)


def sums_query(experiment_id: int) -> Select[Any]:
    """Write the query that sums tasks and seals up by condition."""
    names = (*SEALED[1:], "seal")
    sums = [func.coalesce(func.sum(task.c[name]), 0).label(name) for name in names]
    return (
        select(condition.c.id, condition.c.key, func.count(task.c.id).label("tasks"), *sums)
        .select_from(condition.outerjoin(task, condition.c.id == task.c.condition_id))
        .where(condition.c.experiment_id == experiment_id)
        .group_by(condition.c.id, condition.c.key)
        .order_by(condition.c.id)
    )


def count_versions(connection: Connection, experiment_id: int) -> dict[str, int]:
    """Count the games of an experiment by the version that played them."""
    query = (
        select(task.c.version, func.sum(task.c.num_games))
        .join(condition, condition.c.id == task.c.condition_id)
        .where(condition.c.experiment_id == experiment_id)
        .group_by(task.c.version)
        .order_by(task.c.version)
    )
    return {str(version): int(games) for version, games in connection.execute(query)}


def check_parents(connection: Connection) -> None:
    """Raise an error if a task belongs to no condition: its games would not be missed."""
    parents = select(condition.c.id)
    query = select(task.c.condition_id).where(task.c.condition_id.not_in(parents)).limit(1)
    if connection.execute(query).first() is not None:
        raise StoreError("the store is damaged: a task belongs to no condition")


def read_sums(row: Mapping[str, Any]) -> Tally:
    """Check the sums of a condition against their seals and return them."""
    what, tasks = f"{row['key']!r}", int(row["tasks"])
    try:
        values = {name: int(row[name]) for name in (*SEALED[1:], "seal")}
    except (TypeError, ValueError):
        raise StoreError(f"the store is damaged: the sums of {what} are no numbers") from None
    check_seal({**values, "condition_id": tasks * int(row["id"])}, values["seal"], what)
    return _tally(values, tasks)


def read_block(row: Mapping[str, Any], key: str) -> tuple[Span, bytes]:
    """Return the games of a task and its block, checked."""
    first, count = row["first_game"], row["num_games"]
    check_numbers({"first_game": first, "num_games": count}, f"a task of {key}")
    what = f"{key}, games {first} to {first + count - 1}"
    if row["data"] is None:
        raise StoreError(f"the store is damaged: the rows of {what} are missing")
    if not isinstance(row["data"], bytes):
        refuse(f"the block of {what}")
    check_block(row["data"], row["crc"], what)
    return (first, count), row["data"]


def _tally(values: Mapping[str, int], tasks: int = 1) -> Tally:
    """Read a tally out of the values of a row."""
    return Tally(
        games=values["num_games"],
        **{name: values[name] for name in STORED},
        seconds=values["microseconds"] / MICROSECONDS,
        tasks=tasks,
    )


def _sealed(condition_id: int, first_game: int, tally: Tally, num_blocks: int) -> dict[str, Any]:
    """Return the values of a task's row with their seal."""
    values = {
        "condition_id": condition_id,
        "first_game": first_game,
        "num_games": tally.games,
        **{name: getattr(tally, name) for name in STORED},
        "microseconds": round(tally.seconds * MICROSECONDS),
        "num_blocks": num_blocks,
    }
    return {**values, "seal": seal(values)}


def _grow(connection: Connection, condition_id: int, rows: TaskRows) -> bool:
    """Add the sums of a task without blocks to the one before or after it, if there is one."""
    first, end = rows.first_game, rows.first_game + rows.num_games
    bare = select(task).where(
        task.c.condition_id == condition_id,
        task.c.num_blocks == 0,
        task.c.version == rows.version,
    )
    # By the index: the task before is the last that begins earlier.
    last = select(func.max(task.c.first_game)).where(
        task.c.condition_id == condition_id, task.c.first_game < first
    )
    ends_here = task.c.first_game + task.c.num_games == first
    is_before = (task.c.first_game == last.scalar_subquery()) & ends_here
    for touches in (is_before, task.c.first_game == end):
        found = connection.execute(bare.where(touches).with_for_update()).mappings().first()
        if found is None:
            continue
        check_seal(dict(found), found["seal"], f"games from {found['first_game']} on")
        begins = min(first, found["first_game"])
        values = _sealed(condition_id, begins, _tally(dict(found)) + rows.tally, 0)
        values["finished_at"] = time.time()
        connection.execute(update(task).where(task.c.id == found["id"]).values(values))
        return True
    return False
