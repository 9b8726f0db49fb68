"""
A store in memory: the protocol in its plainest form, to read and to begin a store from.

It has one user and forgets everything with the process; a file or a server keeps games
(`opening.py`).
"""

from __future__ import annotations

import os
import socket
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Self

from sapper.agents.run.games import Games
from sapper.errors import StoreError
from sapper.game.words import count
from sapper.lab.store.blocks import Columns
from sapper.lab.store.protocol import (
    ConditionRow,
    ExperimentRow,
    FailureRow,
    RunnerRow,
    Span,
    TaskRows,
    join_spans,
    missing_spans,
)
from sapper.lab.tallies import Tally


@dataclass
class _Kept:
    """What is kept of a condition."""

    tally: Tally = field(default_factory=Tally)
    spans: list[Span] = field(default_factory=list)
    tasks: dict[int, TaskRows] = field(default_factory=dict)
    # Whose runner's what is leased is, by the span.
    leases: dict[Span, int] = field(default_factory=dict)
    versions: Counter[str] = field(default_factory=Counter)


class MemoryStore:
    """A store of one process; see `protocol.Store` for what the methods mean."""

    address = "memory"

    def __init__(self) -> None:
        self._experiments: dict[str, ExperimentRow] = {}
        self._kept: dict[int, _Kept] = {}
        self._failures: dict[tuple[int, int], FailureRow] = {}
        self._runners: dict[int, tuple[int, RunnerRow, float]] = {}
        self._last_id = 0

    def __repr__(self) -> str:
        return f"<MemoryStore: {count(len(self._experiments), 'experiment')}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Nothing is open."""

    def _new_id(self) -> int:
        self._last_id += 1
        return self._last_id

    def list_experiments(self) -> list[str]:
        """Name the experiments."""
        return list(self._experiments)

    def find_experiment(self, name: str) -> ExperimentRow | None:
        """Return an experiment, or None."""
        return self._experiments.get(name)

    def add_experiment(
        self, name: str, plan: Mapping[str, Any], games: int, conditions: Sequence[ConditionRow]
    ) -> ExperimentRow:
        """Return the experiment of this name, made if it is not there."""
        if name not in self._experiments:
            self._experiments[name] = ExperimentRow(self._new_id(), name, plan, games, ())
            self.update_experiment(name, plan, games, conditions)
        return self._experiments[name]

    def update_experiment(
        self, name: str, plan: Mapping[str, Any], games: int, conditions: Sequence[ConditionRow]
    ) -> ExperimentRow:
        """Set plan and number of games and add the conditions that are not there yet."""
        found = self._experiments[name]
        known = {row.key for row in found.conditions}
        new = [replace(row, id=self._new_id()) for row in conditions if row.key not in known]
        self._kept.update((row.id, _Kept()) for row in new)
        self._experiments[name] = replace(
            found, plan=plan, games=games, conditions=(*found.conditions, *new)
        )
        return self._experiments[name]

    def replace_experiment(
        self, name: str, plan: Mapping[str, Any], games: int, conditions: Sequence[ConditionRow]
    ) -> ExperimentRow:
        """Replace the plan of an idle experiment without games."""
        self.delete_experiment(name)
        return self.add_experiment(name, plan, games, conditions)

    def delete_experiment(self, name: str) -> None:
        """Delete an experiment with all its rows."""
        found = self._experiments.pop(name, None)
        for row in found.conditions if found else ():
            del self._kept[row.id]
            self._failures = {k: v for k, v in self._failures.items() if k[0] != row.id}

    def spans(self, experiment_id: int) -> dict[int, list[Span]]:
        """Return the stored games of every condition, in order, neighbours joined."""
        rows = self._get(experiment_id).conditions
        return {row.id: list(self._kept[row.id].spans) for row in rows if self._kept[row.id].spans}

    def add_tasks(self, tasks: Sequence[tuple[int, TaskRows]], runner_id: int) -> list[bool]:
        """Keep finished tasks of conditions; False for one whose games are there already."""
        for number, rows in tasks:
            self._end_lease(runner_id, number, rows.first_game)
        return [self._add(self._kept[number], rows) for number, rows in tasks]

    def _end_lease(self, runner_id: int, condition_id: int, first_game: int) -> None:
        leases = self._kept[condition_id].leases
        self._kept[condition_id].leases = {
            span: holder
            for span, holder in leases.items()
            if (span[0], holder) != (first_game, runner_id)
        }

    def lease_games(
        self, runner_id: int, condition_id: int, within: Span, num_games: int, times: int = 1
    ) -> list[Span]:
        """Lease the first games of a span that are neither stored nor leased; [] if all are."""
        kept = self._kept[condition_id]
        alive = {row.id for row in self.runners(self._runners[runner_id][0]) if row.is_alive}
        kept.leases = {one: holder for one, holder in kept.leases.items() if holder in alive}
        first, count = within
        for room, size in missing_spans([*kept.spans, *kept.leases, (0, first)], first + count):
            firsts = range(room, room + size, num_games)[:times]
            leased = [(one, min(num_games, room + size - one)) for one in firsts]
            kept.leases |= dict.fromkeys(leased, runner_id)
            return leased
        return []

    def _add(self, kept: _Kept, rows: TaskRows) -> bool:
        new = (rows.first_game, rows.num_games)
        spans = sorted([*kept.spans, new])
        if any(sum(one) > other[0] for one, other in pairwise(spans)):
            return False
        kept.spans = join_spans(spans)
        kept.tally += rows.tally
        kept.versions[rows.version] += rows.num_games
        if rows.games is not None:
            kept.tasks[rows.first_game] = rows
        return True

    def tallies(self, experiment_id: int) -> dict[int, Tally]:
        """Sum the stored games up by the conditions' ids, in the order of the conditions."""
        return {row.id: self._kept[row.id].tally for row in self._get(experiment_id).conditions}

    def versions(self, experiment_id: int) -> dict[str, int]:
        """Count the stored games by the version of Sapper that played them."""
        kept = [self._kept[row.id].versions for row in self._get(experiment_id).conditions]
        return dict(sorted(sum(kept, Counter[str]()).items()))

    def iter_games(
        self, condition: ConditionRow, most: int | None = None
    ) -> Iterator[tuple[Span, Games]]:
        """Yield the games of a condition task by task, in the order of their numbers."""
        for first, rows in self._tasks_of(condition):
            if (most is None or first < most) and rows.games is not None:
                yield (first, rows.num_games), rows.games

    def iter_turns(self, condition: ConditionRow) -> Iterator[tuple[Span, Columns]]:
        """Yield the turns of a condition task by task, in the order of their games."""
        for first, rows in self._tasks_of(condition):
            if rows.turns is not None:
                yield (first, rows.num_games), rows.turns

    def _tasks_of(self, condition: ConditionRow) -> list[tuple[int, TaskRows]]:
        kept = self._kept.get(condition.id)  # none: the experiment was deleted
        return sorted(kept.tasks.items()) if kept else []

    def add_failure(self, failure: FailureRow, runner_id: int) -> None:
        """Record a task that failed every time."""
        self._end_lease(runner_id, failure.condition_id, failure.first_game)
        self._failures[failure.condition_id, failure.first_game] = failure

    def failures(self, experiment_id: int) -> list[FailureRow]:
        """Return the failures whose games are still missing."""
        ids = {row.id for row in self._get(experiment_id).conditions}
        return [
            row
            for row in self._failures.values()
            if row.condition_id in ids
            and not any(
                first < row.first_game + row.num_games and first + count > row.first_game
                for first, count in self._kept[row.condition_id].spans
            )
        ]

    def enter_runner(self, experiment_id: int, workers: int, version: str) -> int:
        """Register this process as a runner; return its id."""
        number = self._new_id()
        row = RunnerRow(number, socket.gethostname(), os.getpid(), workers, version, 0.0, False)
        self._runners[number] = (experiment_id, row, time.monotonic())
        return number

    def see_runner(self, runner_id: int, *, is_done: bool = False) -> None:
        """Mark the runner as alive, or done."""
        experiment_id, row, _ = self._runners[runner_id]
        self._get(experiment_id)
        row = replace(row, is_done=is_done)
        self._runners[runner_id] = (experiment_id, row, time.monotonic())

    def runners(self, experiment_id: int) -> list[RunnerRow]:
        """Return the runners of an experiment, latest first."""
        now = time.monotonic()
        return [
            replace(row, seconds_ago=now - seen_at)
            for number, row, seen_at in reversed(self._runners.values())
            if number == experiment_id
        ]

    def _get(self, experiment_id: int) -> ExperimentRow:
        for row in self._experiments.values():
            if row.id == experiment_id:
                return row
        raise StoreError("the experiment was deleted while it was played")
