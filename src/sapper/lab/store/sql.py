"""
The store on SQLAlchemy Core: SQLite and PostgreSQL with the same statements.

Every writing method is one transaction. A connection that is lost is made anew a
few times; what was being written is then tried again, and the database's own
rules see to it that nothing is stored twice.
"""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any, Self, TypeVar

from sqlalchemy import Connection, Engine, delete, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from sapper.agents.games import Games
from sapper.errors import StoreError
from sapper.lab.store import migrations
from sapper.lab.store.blocks import Columns, check_block, unpack_games, unpack_turns
from sapper.lab.store.faults import is_worth_another_try, store_errors
from sapper.lab.store.protocol import (
    ConditionRow,
    ExperimentRow,
    FailureRow,
    RunnerRow,
    Span,
    TaskRows,
)
from sapper.lab.store.rows import (
    add_conditions,
    add_failure,
    add_task,
    find_experiment,
    get_experiment,
)
from sapper.lab.store.schema import (
    condition,
    experiment,
    failure,
    game_block,
    runner,
    task,
    turn_block,
)
from sapper.lab.tallies import Tally

Result = TypeVar("Result")

# Waits before a lost connection is tried again, in seconds.
_TRY_AGAIN = (0.2, 1.0, 3.0, 6.0)
_SUMS = ("num_games", "wins", "wins_without_guess", "stuck", "guesses", "nanoseconds", "seconds")
_READ_AHEAD = 64


class SqlStore:
    """A store in a database; see `protocol.Store` for what the methods mean."""

    def __init__(self, engine: Engine, address: str) -> None:
        self._engine = engine
        self._address = address

    @property
    def address(self) -> str:
        """Where it is, without a password."""
        return self._address

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of files and connections."""
        self._engine.dispose()

    def bring_up_to_date(self) -> None:
        """Run the migrations that the store has not had."""
        with store_errors(self._address):
            with self._engine.connect() as connection:
                version = migrations.find_version(connection)
            if not migrations.check_version(version, self._address):
                self._write(lambda connection: migrations.migrate(connection, self._address))

    # -- experiments and conditions

    def list_experiments(self) -> list[str]:
        """Name the experiments."""
        query = select(experiment.c.name).order_by(experiment.c.id)
        return self._read(lambda connection: list(connection.execute(query).scalars()))

    def find_experiment(self, name: str) -> ExperimentRow | None:
        """Give an experiment, or None."""
        return self._read(lambda connection: find_experiment(connection, name))

    def add_experiment(
        self, name: str, plan: Mapping[str, Any], games: int, conditions: Sequence[ConditionRow]
    ) -> ExperimentRow:
        """Give the experiment of this name, made if it is not there."""

        def add(connection: Connection) -> ExperimentRow:
            found = find_experiment(connection, name)
            if found is None:
                values = {"name": name, "plan": json.dumps(plan), "games": games}
                connection.execute(insert(experiment).values(**values, created_at=time.time()))
                found = find_experiment(connection, name)
                add_conditions(connection, found, conditions)
            return get_experiment(connection, name)

        try:
            return self._write(add)
        except StoreError as error:
            # Another runner made it at the same moment.
            if not isinstance(error.__cause__, IntegrityError):
                raise
            return self._read(lambda connection: get_experiment(connection, name))

    def update_experiment(
        self, name: str, plan: Mapping[str, Any], games: int, conditions: Sequence[ConditionRow]
    ) -> ExperimentRow:
        """Set plan and number of games and add the conditions that are not there yet."""

        def change(connection: Connection) -> ExperimentRow:
            connection.execute(
                update(experiment)
                .where(experiment.c.name == name)
                .values(plan=json.dumps(plan), games=games)
            )
            add_conditions(connection, get_experiment(connection, name), conditions)
            return get_experiment(connection, name)

        return self._write(change)

    def delete_experiment(self, name: str) -> None:
        """Delete an experiment with all its rows."""
        self._write(
            lambda connection: connection.execute(
                delete(experiment).where(experiment.c.name == name)
            )
        )

    # -- tasks and their rows

    def spans(self, experiment_id: int) -> dict[int, list[Span]]:
        """Give the stored games of every condition, in order, neighbours joined."""
        query = (
            select(task.c.condition_id, task.c.first_game, task.c.num_games)
            .join(condition, condition.c.id == task.c.condition_id)
            .where(condition.c.experiment_id == experiment_id)
            .order_by(task.c.condition_id, task.c.first_game)
        )
        joined: dict[int, list[Span]] = {}
        for number, first, count in self._read(lambda c: list(c.execute(query))):
            spans = joined.setdefault(number, [])
            if spans and sum(spans[-1]) == first:
                spans[-1] = (spans[-1][0], spans[-1][1] + count)
            else:
                spans.append((first, count))
        return joined

    def add_tasks(self, tasks: Sequence[tuple[int, TaskRows]], runner_id: int) -> list[bool]:
        """Store finished tasks of conditions; False for one whose games are there already."""

        def add(connection: Connection) -> None:
            # In one order everywhere, so that no two runners wait for each other.
            for condition_id, rows in sorted(tasks, key=lambda one: (one[0], one[1].first_game)):
                add_task(connection, condition_id, rows, runner_id)

        try:
            self._write(add)
        except StoreError as error:
            if not isinstance(error.__cause__, IntegrityError):
                raise
            if len(tasks) == 1:
                return [False]
            return [self.add_tasks([one], runner_id)[0] for one in tasks]
        return [True] * len(tasks)

    def tallies(self, experiment_id: int) -> dict[int, Tally]:
        """Sum the stored games up by the conditions' ids, in the order of the conditions."""
        sums = [func.coalesce(func.sum(task.c[name]), 0) for name in _SUMS]
        query = (
            select(condition.c.id, func.count(task.c.id), *sums)
            .select_from(condition.outerjoin(task, condition.c.id == task.c.condition_id))
            .where(condition.c.experiment_id == experiment_id)
            .group_by(condition.c.id)
            .order_by(condition.c.id)
        )
        rows = self._read(lambda connection: list(connection.execute(query)))
        kinds: list[Any] = [int] * len(_SUMS) + [float]
        names = ("tasks", "games", *_SUMS[1:])
        return {
            row[0]: Tally(
                **{
                    name: kind(value)
                    for name, kind, value in zip(names, kinds, row[1:], strict=True)
                }
            )
            for row in rows
        }

    def iter_games(
        self, condition: ConditionRow, most: int | None = None
    ) -> Iterator[tuple[Span, Games]]:
        """Yield the games of a condition task by task, in the order of their numbers."""
        query = (
            select(task.c.first_game, task.c.num_games, game_block.c.crc, game_block.c.data)
            .join(game_block, game_block.c.task_id == task.c.id)
            .where(task.c.condition_id == condition.id)
            .order_by(task.c.first_game)
        )
        if most is not None:
            query = query.where(task.c.first_game < most)
        with closing(self._stream(query)) as rows:
            for first, count, crc, data in rows:
                check_block(data, crc, f"{condition.key}, games {first} to {first + count - 1}")
                yield (first, count), unpack_games(data, count, condition.columns)

    def iter_turns(self, condition: ConditionRow) -> Iterator[tuple[Span, Columns]]:
        """Yield the turns of a condition task by task, in the order of their games."""
        query = (
            select(task.c.first_game, task.c.num_games, turn_block)
            .join(turn_block, turn_block.c.task_id == task.c.id)
            .where(task.c.condition_id == condition.id)
            .order_by(task.c.first_game)
        )
        with closing(self._stream(query)) as rows:
            for first, count, _, num_turns, crc, data in rows:
                check_block(data, crc, f"turns of {condition.key}, games from {first}")
                yield (first, count), unpack_turns(data, num_turns)

    # -- failures and runners

    def add_failure(self, failure: FailureRow, runner_id: int) -> None:
        """Record a task that failed every time."""
        self._write(lambda connection: add_failure(connection, failure, runner_id))

    def failures(self, experiment_id: int) -> list[FailureRow]:
        """Give the failures whose games are still missing."""
        names = ("condition_id", "first_game", "num_games", "game_seed", "attempts", "error")
        query = (
            select(*(failure.c[name] for name in names))
            .join(condition, condition.c.id == failure.c.condition_id)
            .where(condition.c.experiment_id == experiment_id)
            .where(
                ~select(task.c.id)
                .where(task.c.condition_id == failure.c.condition_id)
                .where(task.c.first_game < failure.c.first_game + failure.c.num_games)
                .where(task.c.first_game + task.c.num_games > failure.c.first_game)
                .exists()
            )
            .order_by(failure.c.id)
        )
        rows = self._read(lambda connection: list(connection.execute(query)))
        return [FailureRow(*row) for row in rows]

    def enter_runner(self, experiment_id: int, workers: int, version: str) -> int:
        """Say that this process begins to play; gives its number."""
        now = time.time()
        values = {
            "experiment_id": experiment_id,
            "host": socket.gethostname(),
            "pid": os.getpid(),
            "workers": workers,
            "version": version,
            "started_at": now,
            "seen_at": now,
            "is_done": 0,
        }
        statement = insert(runner).values(values).returning(runner.c.id)
        return self._write(lambda connection: int(connection.execute(statement).scalar_one()))

    def see_runner(self, runner_id: int, *, is_done: bool = False) -> None:
        """Say that the runner is alive, or done."""
        self._write(
            lambda connection: connection.execute(
                update(runner)
                .where(runner.c.id == runner_id)
                .values(seen_at=time.time(), is_done=int(is_done))
            )
        )

    def runners(self, experiment_id: int) -> list[RunnerRow]:
        """Give the runners of an experiment, latest first."""
        query = (
            select(runner)
            .where(runner.c.experiment_id == experiment_id)
            .order_by(runner.c.id.desc())
        )
        rows = self._read(lambda connection: list(connection.execute(query).mappings()))
        now = time.time()
        return [
            RunnerRow(
                id=row["id"],
                host=row["host"],
                pid=row["pid"],
                workers=row["workers"],
                version=row["version"],
                seconds_ago=max(now - row["seen_at"], 0.0),
                is_done=bool(row["is_done"]),
            )
            for row in rows
        ]

    # -- transactions

    def _read(self, work: Callable[[Connection], Result]) -> Result:
        return self._try_again(work, {})

    def _write(self, work: Callable[[Connection], Result]) -> Result:
        return self._try_again(work, {"sapper_writing": True})

    def _try_again(self, work: Callable[[Connection], Result], options: dict[str, Any]) -> Result:
        """Do the work in one transaction; on a lost connection, wait and do it anew."""
        with store_errors(self._address):
            for wait in (*_TRY_AGAIN, None):
                try:
                    connected = self._engine.connect().execution_options(**options)
                    with connected as connection, connection.begin():
                        return work(connection)
                except DBAPIError as error:
                    if wait is None or not is_worth_another_try(error):
                        raise
                    time.sleep(wait)
        raise AssertionError("the last try returns or raises")

    def _stream(self, query: Any) -> Generator[Any, None, None]:
        with store_errors(self._address), self._engine.connect() as connection:
            streaming = connection.execution_options(yield_per=_READ_AHEAD)
            with streaming.execute(query) as result:
                yield from result
