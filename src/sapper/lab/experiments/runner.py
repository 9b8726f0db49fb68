"""
The runner: plays what a store does not have yet.

It asks the planner for tasks, keeps an executor busy and stores what is finished,
each task with its rows in one transaction. Killed at any moment it has lost the
tasks that were running; started again, it goes on. Several runners may work on
one experiment: the first goes forwards through the games, the second backwards,
and each looks from time to time at what the others have stored. A task that takes
far too long (its worker may be stopped, or cut off) is handed out a second time.

Runs, leagues, reproductions and experiments all come this way; whoever makes the
executor closes it.

References:
    [1] K. Kvietinskas 2021, sections 7.2 and 7.3.3.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import count
from typing import Final

import sapper
from sapper.agents.play import game_seeds
from sapper.lab.executors.protocol import Executor, Finished
from sapper.lab.experiments.definition import Definition
from sapper.lab.experiments.enrolment import enrol
from sapper.lab.experiments.interrupts import Interrupts
from sapper.lab.experiments.planner import Order, Planner, missing_spans
from sapper.lab.experiments.progress import Outcome, Progress
from sapper.lab.store.protocol import FailureRow, Span, Store, TaskRows
from sapper.lab.tasks import Task, TaskError

# A task that raises an error is tried twice; one whose worker dies, thrice: the
# next death may be meant for somebody else.
_TRIES: Final = 2
_TRIES_AFTER_DEATH: Final = 3
_TICK_SECONDS: Final = 0.2
_SEEN_SECONDS: Final = 2.0
# Sooner after playing what another runner had just stored.
_MET_SECONDS: Final = 0.1
# A task is handed out again when it takes so much longer than such tasks do.
_OVERDUE_FACTOR: Final = 20.0
_OVERDUE_SECONDS: Final = 60.0
_OVERDUE_UNKNOWN: Final = 3600.0

# Keys are never used twice, so that a late result of another run is known as such.
_keys = count(1)


@dataclass(eq=False)
class _Running:
    """A task that was handed out, perhaps twice."""

    condition: int
    task: Task
    tries: int = 1
    since: float = field(default_factory=time.monotonic)


class Runner:
    """
    Plays one experiment into one store.

    ``on_rows`` is called with the number of the condition and every task that was
    stored. With ``fail_fast`` the first error of a task is raised and Ctrl-C drops
    everything; else failures are recorded, the rest goes on, and Ctrl-C waits for the
    running tasks.
    """

    def __init__(
        self,
        definition: Definition,
        store: Store,
        executor: Executor,
        *,
        batch_size: int | None = None,
        extend: bool = False,
        listener: Callable[[Progress], None] | None = None,
        on_rows: Callable[[int, TaskRows], None] | None = None,
        fail_fast: bool = False,
    ) -> None:
        self.definition = definition
        self.store = store
        self._executor = executor
        self._batch_size = batch_size or definition.batch_size
        self._listener, self._on_rows, self._fail_fast = listener, on_rows, fail_fast
        self._experiment = enrol(definition, store, extend=extend)
        by_key = {row.key: row.id for row in self._experiment.conditions}
        self._ids = [by_key[condition.key] for condition in definition.conditions]
        tallies = store.tallies(self._experiment.id)
        self.progress = Progress(
            self._experiment, definition.games, {number: tallies[number] for number in self._ids}
        )
        self._running: dict[int, _Running] = {}
        self._failed: dict[int, list[Span]] = {}
        self._seen_at = time.monotonic()
        self._shared = self._met_another = False

    def run(self) -> Outcome:
        """Play until nothing is missing or the user stops it."""
        self._runner_id = self.store.enter_runner(
            self._experiment.id, self._executor.workers, sapper.__version__
        )
        self._planner = Planner(
            self.definition.games,
            self._stored_spans(),
            self._batch_size,
            self._choose_order(),
            self.definition.keep,
            [getattr(one.agent.guesser, "width", 0) for one in self.definition.conditions],
        )
        interrupts = Interrupts()
        with nullcontext() if self._fail_fast else interrupts:
            self._play(interrupts)
        self.store.see_runner(self._runner_id, is_done=True)
        self._count_all()
        self._tell()
        return Outcome(
            self.progress,
            is_complete=self._is_complete(),
            signal=interrupts.signal,
        )

    def _is_complete(self) -> bool:
        """Read back whether every game is in the store, by its number."""
        games = self.definition.games
        return not any(missing_spans(spans, games) for spans in self._stored_spans())

    def _play(self, interrupts: Interrupts) -> None:
        while interrupts.count < 2:
            self.progress.stopping = interrupts.count > 0
            if not self.progress.stopping:
                self._hand_out()
            if not self._running:
                return
            self._take_in(self._executor.wait(_TICK_SECONDS))
            self._say_alive()
            self._tell()

    def _hand_out(self) -> None:
        """Keep the executor busy."""
        while len(self._running) < self._executor.capacity:
            span = self._planner.next_task()
            if span is None:
                return
            condition, first, num_games = span
            planned = self.definition.conditions[condition]
            task = Task(
                agent=planned.agent,
                rules=planned.rules,
                seed=self.definition.seed,
                agent_seed=self.definition.agent_seed,
                first_game=first,
                num_games=num_games,
                keep=self.definition.keep,
                check_deductions=self.definition.check_deductions,
            )
            self._submit(_Running(condition, task))

    def _submit(self, running: _Running) -> None:
        key = next(_keys)
        running.since = time.monotonic()
        self._running[key] = running
        self._executor.submit(key, running.task)

    def _take_in(self, finished: list[Finished]) -> None:
        """Store what was played; try again, or record, what was not."""
        played: list[tuple[_Running, TaskRows]] = []
        for one in finished:
            running = self._running.pop(one.key, None)
            if running is None:
                continue  # its twin was faster, or another run handed it out
            if one.error is not None:
                if running not in self._running.values():
                    self._try_again(running, one)
                continue
            for twin in [key for key, other in self._running.items() if other is running]:
                del self._running[twin]
            played.append((running, one.result))
        if not played:
            return
        stored = self.store.add_tasks(
            [(self._ids[running.condition], rows) for running, rows in played], self._runner_id
        )
        for (running, rows), is_new in zip(played, stored, strict=True):
            self._note(running.condition, rows, is_new=is_new)

    def _note(self, condition: int, rows: TaskRows, *, is_new: bool) -> None:
        self._planner.note_speed(condition, rows.num_games, rows.tally.seconds)
        self.progress.games_played += rows.num_games
        self.progress.tasks_played += 1
        if not is_new:
            self._met_another = True
            return
        self.progress.tallies[self._ids[condition]] += rows.tally
        if self._on_rows is not None:
            self._on_rows(condition, rows)

    def _try_again(self, running: _Running, finished: Finished) -> None:
        error = finished.error
        tries = 1 if self._fail_fast else _TRIES
        if running.tries < (_TRIES_AFTER_DEATH if finished.died else tries):
            self.progress.retries += 1
            running.tries += 1
            if not self.progress.stopping:
                self._submit(running)
            return
        cause = error.cause if isinstance(error, TaskError) else error
        if self._fail_fast:
            raise cause or error or AssertionError("a failed task has an error")
        task = running.task
        seed = getattr(error, "game_seed", 0) or int(game_seeds(task.seed, task.first_game, 1)[0])
        span = (task.first_game, task.num_games)
        self._failed.setdefault(running.condition, []).append(span)
        self.progress.failures += 1
        words = str(error) or type(error).__name__
        failure = FailureRow(self._ids[running.condition], *span, seed, running.tries, words)
        self.store.add_failure(failure, self._runner_id)

    def _hand_out_again(self) -> None:
        """Hand tasks that take far too long to another worker as well."""
        now = time.monotonic()
        for running in set(self._running.values()):
            expected = self._planner.expect_seconds(running.condition, running.task.num_games)
            limit = _OVERDUE_UNKNOWN
            if expected is not None:
                limit = max(_OVERDUE_SECONDS, _OVERDUE_FACTOR * expected)
            if now - running.since > limit:
                self.progress.retries += 1
                self._submit(running)

    def _stored_spans(self) -> list[list[Span]]:
        spans = self.store.spans(self._experiment.id)
        return [spans.get(number, []) for number in self._ids]

    def _choose_order(self) -> Order:
        others = sum(
            row.is_alive and row.id != self._runner_id
            for row in self.store.runners(self._experiment.id)
        )
        self._shared = others > 0
        return "forwards" if others == 0 else "backwards" if others == 1 else "random"

    def _say_alive(self) -> None:
        """From time to time report to the store that we live, and look what others did."""
        if time.monotonic() - self._seen_at < (
            _MET_SECONDS if self._met_another else _SEEN_SECONDS
        ):
            return
        self._seen_at = time.monotonic()
        self.store.see_runner(self._runner_id)
        self._hand_out_again()
        if not self._shared:
            self._choose_order()
        if self._shared or self._met_another:
            self._met_another = False
            self._look_at_others()

    def _count_all(self) -> None:
        """Count what is stored, by whomever."""
        for number, tally in self.store.tallies(self._experiment.id).items():
            if number in self.progress.tallies:
                self.progress.tallies[number] = tally

    def _look_at_others(self) -> None:
        self._count_all()
        spans = dict(enumerate(self._stored_spans()))
        for running in self._running.values():
            task = running.task
            spans[running.condition] = [
                *spans[running.condition], (task.first_game, task.num_games)
            ]  # fmt: skip
        for number, failed in self._failed.items():
            spans[number] = [*spans[number], *failed]
        self._planner.refresh(spans)

    def _tell(self) -> None:
        self.progress.tasks_left = self._planner.tasks_left() + len(self._running)
        if self._listener is not None:
            self._listener(self.progress)
