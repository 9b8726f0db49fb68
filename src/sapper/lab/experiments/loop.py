"""
The loop behind every run: tasks out, finished tasks in.

A `TaskLoop` asks the planner for tasks and keeps an executor busy; what is finished goes to
whoever listens. Used as it is (runs, leagues), it needs no store and raises the first
error of a task; `runner.py` makes an experiment of it, which is stored and goes on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from sapper.errors import SapperError
from sapper.lab.executors.protocol import Executor, Finished
from sapper.lab.experiments.definition import Definition
from sapper.lab.experiments.planner import Planner
from sapper.lab.store.protocol import Span, TaskRows
from sapper.lab.tasks import Task, TaskError
from sapper.lab.versions import find_others, played_by

# The next death of a worker may be meant for somebody else.
TRIES_AFTER_DEATH: Final = 3
_TICK_SECONDS: Final = 0.2
# Keys are never used twice, so that a late result of another run is known as such.
_keys = count(1)


@dataclass(eq=False)
class Running:
    """A task that was handed out, perhaps twice."""

    condition: int
    task: Task
    tries: int = 1
    since: float = field(default_factory=time.monotonic)


class TaskLoop:
    """
    Plays the games of a definition that are not in ``stored``.

    ``on_rows`` is called with the number of the condition and every task that was played.
    """

    tries = 1

    def __init__(
        self,
        definition: Definition,
        executor: Executor,
        *,
        batch_size: int | None = None,
        allow_versions: bool = False,
        on_rows: Callable[[int, TaskRows], None] | None = None,
    ) -> None:
        self.allow_versions = allow_versions
        self.definition = definition
        self._executor = executor
        self._batch_size = batch_size or definition.batch_size
        self._on_rows = on_rows
        self._running: dict[int, Running] = {}

    def play(self) -> None:
        """Play until nothing is missing."""
        self._plan([()] * len(self.definition.conditions))
        while self._go_on():
            pass

    def _plan(self, stored: Sequence[Sequence[Span]]) -> None:
        definition = self.definition
        widths = [getattr(one.agent.guesser, "width", 0) for one in definition.conditions]
        self._planner = Planner(definition.games, stored, self._batch_size, definition.keep, widths)

    def _go_on(self) -> bool:
        """Hand out and take in once; return False if there was nothing to do."""
        self._planner.workers = max(self._executor.workers, 1)
        while len(self._running) < self._executor.capacity and not self._is_stopping():
            span = self._next_task()
            if span is None:
                break
            self._submit(self._make(*span))
        if not self._running or (self._is_stopping() and not self._executor.workers):
            return False
        self._take_in(self._executor.wait(_TICK_SECONDS))
        return True

    def _next_task(self) -> tuple[int, int, int] | None:
        """Return the condition, first game and number of games of the next task, or None."""
        return self._planner.next_task()

    def _make(self, condition: int, first_game: int, num_games: int) -> Running:
        plan, planned = self.definition, self.definition.conditions[condition]
        task = Task(
            planned.agent, planned.rules, plan.seed, plan.agent_seed, first_game, num_games,
            plan.keep, plan.check_deductions,
        )  # fmt: skip
        return Running(condition, task)

    def _submit(self, running: Running) -> None:
        key = next(_keys)
        running.since = time.monotonic()
        self._running[key] = running
        self._executor.submit(key, running.task)

    def _take_in(self, finished: Sequence[Finished]) -> None:
        """Keep what was played; try again, or give up, what was not."""
        played: list[tuple[Running, TaskRows]] = []
        for one in finished:
            running = self._running.pop(one.key, None)
            if running is None:
                continue  # its twin was faster, or another run handed it out
            if one.error is not None:
                if running not in self._running.values():
                    self._try_again(running, one, one.error)
                continue
            for twin in [key for key, other in self._running.items() if other is running]:
                del self._running[twin]
            self._check_version(one.result.version, running)
            self._planner.note_speed(
                running.condition, one.result.num_games, one.result.tally.seconds
            )
            played.append((running, one.result))
        if played:
            self._keep(played)

    def _check_version(self, version: str, running: Running) -> None:
        """Refuse what a worker of another version, or of one that plays differently, played."""
        agent_id = str(running.task.agent)
        if not self.allow_versions and find_others([version], [agent_id]):
            raise SapperError(
                f"expected workers with Sapper {played_by(agent_id)}, got a task played by version "
                f"{version!r}: install the same everywhere, or mix them with --allow-versions"
            )

    def _try_again(self, running: Running, finished: Finished, error: Exception) -> None:
        if running.tries >= (TRIES_AFTER_DEATH if finished.died else self.tries):
            self._give_up(running, error)
            return
        running.tries += 1
        if not self._is_stopping():
            self._submit(running)

    def _is_stopping(self) -> bool:
        """Return whether nothing more is handed out."""
        return False

    def _keep(self, played: Sequence[tuple[Running, TaskRows]]) -> None:
        """Do what is to be done with tasks that were played."""
        for running, rows in played:
            if self._on_rows is not None:
                self._on_rows(running.condition, rows)

    def _give_up(self, running: Running, error: Exception) -> None:  # noqa: ARG002 - a runner asks
        """Do what is to be done with a task that failed every time."""
        raise (error.cause if isinstance(error, TaskError) else None) or error
