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

from sqlalchemy import Connection, Select, cast, func, insert, select, update
from sqlalchemy.types import BigInteger

from sapper.agents.games import Games
from sapper.errors import StoreError
from sapper.lab.store import unnamed
from sapper.lab.store.blocks import (
    Columns,
    check_block,
    checksum,
    make_games,
    unpack_games,
    unpack_turns,
)
from sapper.lab.store.protocol import TaskRows
from sapper.lab.store.rows import deciding, read_json
from sapper.lab.store.schema import condition, experiment, game_block, runner, task, turn_block
from sapper.lab.store.seals import MICROSECONDS, WEIGHTS, check_seal, seal
from sapper.lab.tallies import Tally

# Blocks of the first kind did not name their columns.
UNNAMED: Final = 1
NAMED: Final = 2
_SUMS: Final = (
    "wins", "wins_without_guess", "stuck", "guesses", "guesses_squared", "mines_flagged",
    "nanoseconds",
)  # fmt: skip
# The statements that run for every task, made once.
_ADD_TASK = insert(task).returning(task.c.id)
_ADD_GAMES, _ADD_TURNS = insert(game_block), insert(turn_block)
_PLAN_OF = (
    select(experiment.c.id, experiment.c.name, experiment.c.plan)
    .join(runner, runner.c.experiment_id == experiment.c.id)
    .with_for_update(read=True, key_share=True, of=experiment)
)


class Plans:
    """The plans that runners entered for, so that no task is stored under another."""

    def __init__(self) -> None:
        self._texts: dict[int, str] = {}

    def enter(self, connection: Connection, runner_id: int) -> int:
        """Remember the plan of a runner's experiment, or compare it; return its id."""
        row = connection.execute(_PLAN_OF.where(runner.c.id == runner_id)).one_or_none()
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


def check_conditions(connection: Connection, experiment_id: int, numbers: set[int]) -> None:
    """Raise an error if a condition is not the experiment's."""
    query = select(condition.c.id).where(condition.c.experiment_id == experiment_id)
    found = set(connection.execute(query.where(condition.c.id.in_(numbers))).scalars())
    if found != numbers:
        raise StoreError("a condition was deleted while it was played: its games are not stored")


def add_task(connection: Connection, condition_id: int, rows: TaskRows, runner_id: int) -> None:
    """Insert a task and its blocks, or let it grow into a neighbour where it has none."""
    if rows.games is None and _grow(connection, condition_id, rows):
        return
    values = _sealed(condition_id, rows.first_game, rows.tally, _num_blocks(rows), NAMED)
    values |= {"runner_id": runner_id, "finished_at": time.time()}
    task_id = connection.execute(_ADD_TASK, values).scalar_one()
    if rows.games is not None:
        block = {"task_id": task_id, "crc": checksum(rows.games), "data": rows.games}
        connection.execute(_ADD_GAMES, block)
    if rows.turns is not None:
        block = {"task_id": task_id, "crc": checksum(rows.turns), "data": rows.turns}
        connection.execute(_ADD_TURNS, {**block, "num_turns": rows.num_turns})


def sums_query(experiment_id: int) -> Select[Any]:
    """Write the query that sums tasks and seals up by condition."""
    microseconds = cast(func.round(task.c.seconds * MICROSECONDS), BigInteger)
    names = ("first_game", "num_games", *_SUMS, "num_blocks", "block_version", "seal")
    sums = [func.coalesce(func.sum(task.c[name]), 0).label(name) for name in names]
    return (
        select(
            condition.c.id,
            condition.c.key,
            func.count(task.c.id).label("tasks"),
            func.count(task.c.seal).label("sealed"),
            func.coalesce(func.sum(microseconds), 0).label("microseconds"),
            *sums,
        )
        .select_from(condition.outerjoin(task, condition.c.id == task.c.condition_id))
        .where(condition.c.experiment_id == experiment_id)
        .group_by(condition.c.id, condition.c.key)
        .order_by(condition.c.id)
    )


def check_parents(connection: Connection) -> None:
    """Raise an error if a task belongs to no condition: its games would not be missed."""
    parents = select(condition.c.id)
    query = select(task.c.condition_id).where(task.c.condition_id.not_in(parents)).limit(1)
    if connection.execute(query).first() is not None:
        raise StoreError("the store is damaged: a task belongs to no condition")


def read_sums(row: Mapping[str, Any]) -> Tally:
    """Check the sums of a condition against their seals and give them."""
    what = f"{row['key']!r}"
    tasks = int(row["tasks"])
    try:
        values = {name: int(row[name]) for name in WEIGHTS if name != "condition_id"}
        seals = int(row["seal"]) if int(row["sealed"]) == tasks else None
    except (TypeError, ValueError):
        raise StoreError(f"the store is damaged: the sums of {what} are no numbers") from None
    check_seal({**values, "condition_id": tasks * int(row["id"])}, seals, what)
    return Tally(
        games=values["num_games"],
        **{name: values[name] for name in _SUMS},
        seconds=values["microseconds"] / MICROSECONDS,
        tasks=tasks,
    )


def has_unsealed(connection: Connection) -> bool:
    """Return whether an older version's texts or tasks have no seals yet."""
    queries = (
        select(experiment.c.id).where(experiment.c.crc.is_(None)).limit(1),
        select(task.c.id).where(task.c.seal.is_(None)).limit(1),
    )
    return any(connection.execute(query).first() is not None for query in queries)


def seal_old_tasks(connection: Connection, most: int) -> int:
    """Complete and seal tasks of an older version from their blocks; return how many."""
    query = (
        select(task, condition.c.columns, game_block.c.crc, game_block.c.data)
        .join(condition, condition.c.id == task.c.condition_id)
        .join(game_block, game_block.c.task_id == task.c.id)
        .where(task.c.seal.is_(None))
        .order_by(task.c.id)
        .limit(most)
    )
    rows = connection.execute(query).mappings().all()
    for row in rows:
        what = f"games {row['first_game']} to {row['first_game'] + row['num_games'] - 1}"
        check_block(row["data"], row["crc"], what)
        proven = read_json(row["columns"], what)
        games = make_games(
            unnamed.unpack_games(row["data"], row["num_games"], proven), row["num_games"]
        )
        tally = Tally.of(games, row["seconds"])
        if any(getattr(tally, name) != row[name] for name in _SUMS if row[name] is not None):
            raise StoreError(f"the store is damaged: the sums of {what} are not those of its games")
        values = _sealed(
            row["condition_id"],
            row["first_game"],
            tally,
            row["num_blocks"],
            row["block_version"],
        )
        connection.execute(update(task).where(task.c.id == row["id"]).values(values))
    return len(rows)


def read_games(row: Mapping[str, Any], proven: Sequence[str], what: str) -> Games:
    """Unpack the games of a task."""
    data = row["data"]
    if data is None:
        raise StoreError(f"the store is damaged: the rows of {what} are missing")
    check_block(data, row["crc"], what)
    if row["block_version"] == UNNAMED:
        return make_games(unnamed.unpack_games(data, row["num_games"], proven), row["num_games"])
    games = unpack_games(data)
    if len(games) != row["num_games"]:
        raise StoreError(f"the store is damaged: {what} has {len(games)} rows")
    return games


def read_turns(row: Mapping[str, Any], what: str) -> Columns:
    """Unpack the turns of a task."""
    data = row["data"]
    if data is None:
        raise StoreError(f"the store is damaged: the rows of {what} are missing")
    check_block(data, row["crc"], what)
    if row["block_version"] == UNNAMED:
        return unnamed.unpack_turns(data, row["num_turns"])
    return unpack_turns(data)


def _num_blocks(rows: TaskRows) -> int:
    return (rows.games is not None) + (rows.turns is not None)


def _sealed(
    condition_id: int, first_game: int, tally: Tally, num_blocks: int, block_version: int
) -> dict[str, Any]:
    """Return the values of a task's row with their seal."""
    microseconds = round(tally.seconds * MICROSECONDS)
    values = {
        "condition_id": condition_id,
        "first_game": first_game,
        "num_games": tally.games,
        **{name: getattr(tally, name) for name in _SUMS},
        "num_blocks": num_blocks,
        "block_version": block_version,
    }
    sealed = seal({**values, "microseconds": microseconds})
    return {**values, "seconds": microseconds / MICROSECONDS, "seal": sealed}


def _grow(connection: Connection, condition_id: int, rows: TaskRows) -> bool:
    """Add the sums of a task without blocks to the one before or after it, if there is one."""
    first, end = rows.first_game, rows.first_game + rows.num_games
    bare = select(task).where(task.c.condition_id == condition_id, task.c.num_blocks == 0)
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
        old = Tally(games=found["num_games"], **{name: found[name] for name in (*_SUMS, "seconds")})
        before = _sealed(condition_id, found["first_game"], old, 0, found["block_version"])
        if before["seal"] != found["seal"]:
            raise StoreError(
                f"the store is damaged: the sums of games from {found['first_game']} on are "
                "not what was written"
            )
        values = _sealed(condition_id, min(first, found["first_game"]), old + rows.tally, 0, NAMED)
        values["finished_at"] = time.time()
        connection.execute(update(task).where(task.c.id == found["id"]).values(values))
        return True
    return False
