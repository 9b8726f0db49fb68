"""
The store on SQLAlchemy Core: SQLite and PostgreSQL with the same statements.

Every writing method is one transaction. A connection that is lost is made anew a
few times; what was being written is then tried again, and the database's own
rules see to it that nothing is stored twice. `rows.py` and `tasks.py` have the
statements.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Self, TypeVar

from sqlalchemy import Connection, Engine, delete, select
from sqlalchemy.engine import RowMapping
from sqlalchemy.exc import DBAPIError, IntegrityError

from sapper.agents.run.games import Games
from sapper.errors import StoreError
from sapper.lab.store import leases, migrations, rows, runners
from sapper.lab.store import tasks as statements
from sapper.lab.store.blocks import Columns, unpack_games, unpack_turns
from sapper.lab.store.faults import (
    is_already_there,
    is_refused,
    is_worth_another_try,
    store_errors,
)
from sapper.lab.store.protocol import (
    ConditionRow,
    ExperimentRow,
    FailureRow,
    RunnerRow,
    Span,
    TaskRows,
    join_spans,
)
from sapper.lab.store.schema import (
    condition,
    experiment,
    failure,
    game_block,
    task,
    turn_block,
)
from sapper.lab.store.shapes import check_numbers
from sapper.lab.store.statements import VERSIONS
from sapper.lab.tallies import Tally

Result = TypeVar("Result")

# Waits before a lost connection is tried again, in seconds.
_TRY_AGAIN = (0.2, 1.0, 3.0, 6.0)
_READ_AHEAD = 64
# Where this process has been connected before, with this store or one opened earlier.
_REACHED: set[str] = set()


class SqlStore:
    """A store in a database; see `protocol.Store` for what the methods mean."""

    newest_version = len(VERSIONS)

    def __init__(
        self, engine: Engine, address: str, *, file: Path | None = None, folder: Path | None = None
    ) -> None:
        self._engine = engine
        self._address = address
        self._file, self._identity = file, None if file is None else _identity(file)
        self._folder = folder
        self._plans = statements.Plans()

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
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def find_version(self) -> int:
        """Return the version of the store; an error if it is none of ours."""
        return self.read(lambda connection: migrations.find_version(connection, self._address))

    def bring_up_to_date(self) -> None:
        """Run the migrations that the store has not had."""
        if self.find_version() < self.newest_version:
            migrating = {"sapper_writing": True, "sapper_migrating": True}
            self._try_again(lambda c: migrations.migrate(c, self._address), migrating)
        if self._file is not None:
            self._identity = _identity(self._file)

    # -- experiments and conditions

    def list_experiments(self) -> list[str]:
        """Name the experiments."""
        return self.read(rows.list_experiments)

    def find_experiment(self, name: str) -> ExperimentRow | None:
        """Return an experiment, or None."""
        return self.read(lambda connection: rows.find_experiment(connection, name))

    def add_experiment(
        self, name: str, plan: Mapping[str, Any], games: int, conditions: Sequence[ConditionRow]
    ) -> ExperimentRow:
        """Return the experiment of this name, made if it is not there."""

        def add(connection: Connection) -> ExperimentRow:
            found = rows.find_experiment(connection, name)
            return found or rows.insert_experiment(connection, name, plan, games, conditions)

        try:
            return self.write(add)
        except StoreError as error:
            # Another runner made it at the same moment.
            if not isinstance(error.__cause__, IntegrityError):
                raise
            return self.read(lambda connection: rows.get_experiment(connection, name))

    def update_experiment(
        self, name: str, plan: Mapping[str, Any], games: int, conditions: Sequence[ConditionRow]
    ) -> ExperimentRow:
        """Set plan and number of games and add the conditions that are not there yet."""
        return self.write(lambda c: rows.change_experiment(c, name, plan, games, conditions))

    def replace_experiment(
        self, name: str, plan: Mapping[str, Any], games: int, conditions: Sequence[ConditionRow]
    ) -> ExperimentRow:
        """Replace the plan of an idle experiment without games."""

        def put(connection: Connection) -> ExperimentRow:
            found = rows.find_experiment(connection, name)
            if found is not None:
                self._check_unplayed(connection, found)
                connection.execute(delete(experiment).where(experiment.c.id == found.id))
            return rows.insert_experiment(connection, name, plan, games, conditions)

        return self.write(put)

    def _check_unplayed(self, connection: Connection, found: ExperimentRow) -> None:
        alive = [row for row in runners.read(connection, found.id) if row.is_alive]
        if alive:
            raise StoreError(
                f"the experiment {found.name!r} in {self._address!r} is being played with another "
                f"plan by process {alive[0].pid} on {alive[0].host}: wait for it or stop it, give "
                "this experiment another name, or replace it with --restart"
            )
        numbers = [row.id for row in found.conditions]
        query = select(task.c.id).where(task.c.condition_id.in_(numbers)).limit(1)
        if connection.execute(query).first() is not None:
            raise StoreError(
                f"the experiment {found.name!r} has games in {self._address!r} by now; run again"
            )

    def delete_experiment(self, name: str) -> None:
        """Delete an experiment with all its rows."""
        statement = delete(experiment).where(experiment.c.name == name)
        self.write(lambda connection: connection.execute(statement))

    # -- tasks and their rows

    def spans(self, experiment_id: int) -> dict[int, list[Span]]:
        """Return the stored games of every condition, in order, neighbours joined."""
        query = (
            select(task.c.condition_id, task.c.first_game, task.c.num_games)
            .join(condition, condition.c.id == task.c.condition_id)
            .where(condition.c.experiment_id == experiment_id)
            .order_by(task.c.condition_id, task.c.first_game)
        )
        found: dict[int, list[Span]] = {}
        for number, first, count in self.read(lambda c: list(c.execute(query))):
            check_numbers({"first_game": first, "num_games": count}, "a task")
            found.setdefault(number, []).append((first, count))
        return {number: join_spans(spans) for number, spans in found.items()}

    def lease_games(
        self, runner_id: int, condition_id: int, within: Span, num_games: int, times: int = 1
    ) -> list[Span]:
        """Lease the first games of a span that are neither stored nor leased; [] if all are."""
        first, count = within
        values = {
            "condition": condition_id, "first": first, "last": first + count,
            "size": num_games, "times": times,
        }  # fmt: skip

        def lease(connection: Connection) -> list[Span]:
            experiment_id = self._plans.enter(connection, runner_id)
            return leases.claim(connection, experiment_id, runner_id, values)

        return self.write(lease)

    def add_tasks(self, tasks: Sequence[tuple[int, TaskRows]], runner_id: int) -> list[bool]:
        """Store finished tasks of a runner; False for one whose games are there already."""

        def add(connection: Connection) -> None:
            experiment_id = self._plans.enter(connection, runner_id)
            self._plans.check_conditions(connection, experiment_id, {number for number, _ in tasks})
            # In one order everywhere, so that no two runners wait for each other.
            in_order = sorted(tasks, key=lambda pair: (pair[0], pair[1].first_game))
            statements.add_tasks(connection, in_order, runner_id)
            leases.end(connection, runner_id, ended)

        ended = [(number, one.first_game) for number, one in tasks]
        try:
            self.write(add)
        except StoreError as error:
            if not is_already_there(error.__cause__):
                raise
            if len(tasks) == 1:
                self.write(lambda connection: leases.end(connection, runner_id, ended))
                return [False]
            return [self.add_tasks([one], runner_id)[0] for one in tasks]
        return [True] * len(tasks)

    def tallies(self, experiment_id: int) -> dict[int, Tally]:
        """Sum the stored games up by the conditions' ids, in the order of the conditions."""

        def read(connection: Connection) -> Sequence[RowMapping]:
            statements.check_parents(connection)
            query = statements.sums_query(experiment_id)
            return connection.execute(query).mappings().all()

        found = self.read(read)
        return {int(row["id"]): statements.read_sums(dict(row)) for row in found}

    def versions(self, experiment_id: int) -> dict[str, int]:
        """Count the stored games by the version of Sapper that played them."""
        return self.read(lambda c: statements.count_versions(c, experiment_id))

    def iter_games(
        self, condition: ConditionRow, most: int | None = None
    ) -> Iterator[tuple[Span, Games]]:
        """Yield the games of a condition task by task, in the order of their numbers."""
        query = (
            select(task, game_block.c.crc, game_block.c.data)
            .outerjoin(game_block, game_block.c.task_id == task.c.id)
            .where(task.c.condition_id == condition.id, task.c.num_blocks > 0)
            .order_by(task.c.first_game)
        )
        if most is not None:
            query = query.where(task.c.first_game < most)
        with closing(self._stream(query)) as found:
            for row in found:
                span, data = statements.read_block(row, condition.key)
                games = unpack_games(data)
                if len(games) != span[1]:
                    raise StoreError(
                        f"the store is damaged: {condition.key} has {len(games)} rows of the "
                        f"{span[1]} games from {span[0]}"
                    )
                yield span, games

    def iter_turns(self, condition: ConditionRow) -> Iterator[tuple[Span, Columns]]:
        """Yield the turns of a condition task by task, in the order of their games."""
        query = (
            select(task, turn_block.c.crc, turn_block.c.data)
            .outerjoin(turn_block, turn_block.c.task_id == task.c.id)
            .where(task.c.condition_id == condition.id, task.c.num_blocks > 1)
            .order_by(task.c.first_game)
        )
        with closing(self._stream(query)) as found:
            for row in found:
                span, data = statements.read_block(row, f"turns of {condition.key}")
                yield span, unpack_turns(data)

    # -- failures and runners

    def add_failure(self, failure: FailureRow, runner_id: int) -> None:
        """Record a task that failed every time."""

        def add(connection: Connection) -> None:
            experiment_id = self._plans.enter(connection, runner_id)
            self._plans.check_conditions(connection, experiment_id, {failure.condition_id})
            rows.add_failure(connection, failure, runner_id)
            leases.end(connection, runner_id, [(failure.condition_id, failure.first_game)])

        self.write(add)

    def failures(self, experiment_id: int) -> list[FailureRow]:
        """Return the failures whose games are still missing."""
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
        found = self.read(lambda connection: list(connection.execute(query)))
        for row in found:
            check_numbers({name: row[place] for place, name in enumerate(names[:-1])}, "a failure")
        return [FailureRow(*row) for row in found]

    def enter_runner(self, experiment_id: int, workers: int, version: str) -> int:
        """Register this process as a runner; return its id."""

        def enter(connection: Connection) -> int:
            there = select(experiment.c.id).where(experiment.c.id == experiment_id)
            if connection.execute(there).first() is None:
                raise StoreError("the experiment was deleted or replaced before it was played")
            runner_id = runners.add(connection, experiment_id, workers, version)
            self._plans.enter(connection, runner_id)
            return runner_id

        return self.write(enter)

    def see_runner(self, runner_id: int, *, is_done: bool = False) -> None:
        """Mark the runner as alive, or done; an error if its experiment was deleted."""

        def see(connection: Connection) -> None:
            experiment_id = self._plans.enter(connection, runner_id)
            runners.see(connection, runner_id, is_done=is_done)
            if is_done:
                leases.end_of_the_dead(connection, experiment_id)

        self.write(see)

    def runners(self, experiment_id: int) -> list[RunnerRow]:
        """Return the runners of an experiment, latest first."""
        return self.read(lambda connection: runners.read(connection, experiment_id))

    # -- transactions

    def read(self, work: Callable[[Connection], Result]) -> Result:
        """Read in one transaction."""
        return self._try_again(work, {})

    def write(self, work: Callable[[Connection], Result]) -> Result:
        """Write in one transaction, whole or not at all."""
        return self._try_again(work, {"sapper_writing": True})

    def _try_again(self, work: Callable[[Connection], Result], options: dict[str, Any]) -> Result:
        """Do the work in one transaction; on a lost connection, wait and do it anew."""
        self._check_file()
        with store_errors(self._address):
            for wait in (*_TRY_AGAIN, None):
                try:
                    connected = self._engine.connect().execution_options(**options)
                    _REACHED.add(self._address)
                    with connected as connection, connection.begin():
                        return work(connection)
                except DBAPIError as error:
                    # A server that was there may be starting again; one that never was is not.
                    again = is_worth_another_try(error)
                    again |= self._address in _REACHED and is_refused(error)
                    if wait is None or not again:
                        raise
                    time.sleep(wait)
        raise AssertionError("the last try returns or raises")

    def _stream(self, query: Any) -> Generator[Any, None, None]:
        with store_errors(self._address), self._engine.connect() as connection:
            streaming = connection.execution_options(yield_per=_READ_AHEAD)
            with streaming.execute(query) as result:
                yield from result.mappings()

    def _check_file(self) -> None:
        """Raise an error if the file was replaced: what is written now would be lost."""
        if self._file is not None and self._identity not in (None, _identity(self._file)):
            raise StoreError(
                f"the store {self._address!r} was removed or replaced while it was used: "
                "what was played since then is not stored"
            )


def _identity(file: Path) -> tuple[int, int] | None:
    """Identify a file, so that another of the same name is noticed."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
