"""
The runner: plays what a store does not have yet.

It is a `TaskLoop` that stores what is finished, each task with its rows in one
transaction. Killed at any moment it has lost the tasks that were running; started
again, it goes on. Several runners may work on one experiment: each leases from the store
the games that it plays next, a few tasks at a time, so that no other plays them; what a
runner leased that died comes back. A task that takes far too long (its worker may be
stopped, or cut off) is handed out a second time.

References:
    [1] K. Kvietinskas 2021, sections 7.2 and 7.3.3.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from sapper.agents.run.play import game_seeds
from sapper.errors import StoreError
from sapper.lab.executors.protocol import Executor, Finished
from sapper.lab.experiments.definition import Definition
from sapper.lab.experiments.interrupts import Interrupts
from sapper.lab.experiments.loop import Running, TaskLoop
from sapper.lab.experiments.progress import Outcome, Progress
from sapper.lab.experiments.stored_plan import enrol
from sapper.lab.store.protocol import (
    ALIVE_SECONDS,
    FailureRow,
    RunnerRow,
    Span,
    Store,
    TaskRows,
    missing_spans,
)
from sapper.lab.versions import find_others, played_by

_SEEN_SECONDS: Final = 2.0
# Finished tasks are stored together: as many as this, or those of so long.
_TOGETHER: Final = 32
_TOGETHER_SECONDS: Final = 0.05
# While others run, sums are read again for display: at most this part of the time.
_COUNTING: Final = 0.01
# How soon to look again whether others have stored, or given back, what is missing: with
# nothing else to do, and while own tasks run.
_WAITING_SECONDS: Final = 0.5
_LOOK_SECONDS: Final = 15.0
# A task is handed out again when it takes so much longer than such tasks do.
_OVERDUE_FACTOR: Final = 20.0
_OVERDUE_SECONDS: Final = 60.0
_OVERDUE_UNKNOWN: Final = 3600.0


class Runner(TaskLoop):
    """
    Plays one experiment into one store.

    ``on_rows`` is called with the number of the condition and every task that was
    stored. Tasks that fail twice are recorded and the rest goes on; Ctrl-C waits for the
    running tasks. Whoever makes the executor closes it.
    """

    tries = 2

    def __init__(
        self,
        definition: Definition,
        store: Store,
        executor: Executor,
        *,
        batch_size: int | None = None,
        extend: bool = False,
        allow_versions: bool = False,
        listener: Callable[[Progress], None] | None = None,
        on_rows: Callable[[int, TaskRows], None] | None = None,
    ) -> None:
        super().__init__(
            definition, executor, batch_size=batch_size, on_rows=on_rows,
            allow_versions=allow_versions,
        )  # fmt: skip
        self.store = store
        self._listener = listener
        self._experiment = enrol(definition, store, extend=extend)
        by_key = {row.key: row.id for row in self._experiment.conditions}
        self._ids = [by_key[condition.key] for condition in definition.conditions]
        tallies = store.tallies(self._experiment.id)
        self.progress = Progress(
            self._experiment, definition.games, {number: tallies[number] for number in self._ids}
        )
        self._failed: dict[int, list[Span]] = {}
        self._interrupts = Interrupts()
        self._seen_at = self._looked_at = time.monotonic()
        self._count_at = self._stored_at = 0.0
        self._finished: list[tuple[Running, TaskRows]] = []
        self._leased: deque[tuple[int, int, int]] = deque()

    def run(self) -> Outcome:
        """Play until nothing is missing or the user stops it."""
        self._runner_id = self.store.enter_runner(
            self._experiment.id, self._executor.workers, played_by()
        )
        try:
            self._end_the_gone()
            self._plan(self._stored_spans())
            self._check_versions()
            with self._interrupts:
                while self._interrupts.count < 2 and (self._go_on() or self._wait_for_others()):
                    self._store_finished()
                    self._say_alive()
                    self._tell()
                self._store_finished(now=True)
        except StoreError:
            raise
        except BaseException:
            with suppress(StoreError):
                self.store.see_runner(self._runner_id, is_done=True)
            raise
        self.store.see_runner(self._runner_id, is_done=True)
        self._count_all()
        self._tell()
        return Outcome(
            self.progress, is_complete=self._is_complete(), signal=self._interrupts.signal
        )

    def _check_versions(self) -> None:
        """Refuse to mix games of another version with ours, unless that is allowed."""
        found = set(self.store.versions(self._experiment.id))
        found |= {row.version for row in self._others() if row.is_alive}
        agent_ids = [str(condition.agent) for condition in self.definition.conditions]
        others = find_others(found, agent_ids)
        if others and self._planner.games_left and not self.allow_versions:
            self.store.see_runner(self._runner_id, is_done=True)
            raise StoreError(
                f"expected games of Sapper {played_by()} alone in {self._experiment.name!r}, got "
                f"version {', '.join(map(repr, others))}: play on with that version, give "
                "the experiment another name, or mix them with --allow-versions"
            )

    def _is_complete(self) -> bool:
        """Read back whether every game is in the store, by its number."""
        games = self.definition.games
        return not any(missing_spans(spans, games) for spans in self._stored_spans())

    def _is_stopping(self) -> bool:
        self.progress.stopping = self._interrupts.count > 0
        return self.progress.stopping

    def _next_task(self) -> tuple[int, int, int] | None:
        """Lease the next tasks where none is leased yet."""
        while not self._leased and (wish := self._planner.wish()) is not None:
            number, within, size, ahead = wish
            spans = self.store.lease_games(self._runner_id, self._ids[number], within, size, ahead)
            self._planner.pass_by(number, sum(spans[-1] if spans else within))
            self._leased.extend((number, *span) for span in spans)
        return self._leased.popleft() if self._leased else None

    def _keep(self, played: Sequence[tuple[Running, TaskRows]]) -> None:
        """Store what was played, soon."""
        self._finished += played
        self._store_finished()

    def _store_finished(self, *, now: bool = False) -> None:
        """Store what was played; what another runner had stored before is not counted again."""
        played = self._finished
        is_soon = time.monotonic() - self._stored_at < _TOGETHER_SECONDS
        if not played or (is_soon and self._running and len(played) < _TOGETHER and not now):
            return
        self._finished, self._stored_at = [], time.monotonic()
        tasks = [(self._ids[running.condition], rows) for running, rows in played]
        stored = self.store.add_tasks(tasks, self._runner_id)
        self.progress.tasks_played += len(played)
        self.progress.games_played += sum(rows.num_games for _, rows in played)
        new = [one for one, is_new in zip(played, stored, strict=True) if is_new]
        for running, rows in new:
            self.progress.tallies[self._ids[running.condition]] += rows.tally
        super()._keep(new)

    def _try_again(self, running: Running, finished: Finished, error: Exception) -> None:
        before = running.tries
        super()._try_again(running, finished, error)
        self.progress.retries += running.tries - before

    def _give_up(self, running: Running, error: Exception) -> None:
        """Record a task that failed every time."""
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

    def _others(self) -> list[RunnerRow]:
        rows = self.store.runners(self._experiment.id)
        return [row for row in rows if row.id != self._runner_id and not row.is_done]

    def _end_the_gone(self) -> None:
        """End at once the leases of runners whose process has ended."""
        for row in self._others():
            if not row.is_alive:
                self.store.see_runner(row.id, is_done=True)

    def _say_alive(self) -> None:
        """From time to time report to the store that we live, and look what others did."""
        now = time.monotonic()
        if now - self._seen_at < _SEEN_SECONDS:
            return
        if now - self._seen_at > ALIVE_SECONDS:
            self._leased.clear()  # this process stood still, and others have these games now
            self._look_again()
        self._seen_at = now
        self.store.see_runner(self._runner_id)
        self._hand_out_again()
        if now > self._count_at and any(row.is_alive for row in self._others()):
            self._count_all()
            ended = time.monotonic()
            self._count_at = ended + (ended - now) / _COUNTING
        if not self._planner.games_left and now - self._looked_at > _LOOK_SECONDS:
            self._look_again()

    def _wait_for_others(self) -> bool:
        """With nothing left to hand out, wait for what others play; return whether there is any."""
        if self._is_stopping() or self._running:
            return False
        self._store_finished(now=True)
        self._look_again()
        if not self._planner.games_left:
            return False
        task = self._next_task()
        if task is not None:
            self._leased.appendleft(task)
        else:
            time.sleep(_WAITING_SECONDS)
            self._end_the_gone()
        return True

    def _look_again(self) -> None:
        """Plan anew what is missing by now, but for what failed here."""
        self._looked_at = time.monotonic()
        spans = dict(enumerate(self._stored_spans()))
        for number, failed in self._failed.items():
            spans[number] = [*spans[number], *failed]
        self._planner.refresh(spans)

    def _count_all(self) -> None:
        """Count what is stored, by whomever."""
        for number, tally in self.store.tallies(self._experiment.id).items():
            if number in self.progress.tallies:
                self.progress.tallies[number] = tally

    def _tell(self) -> None:
        waiting = len(self._running) + len(self._leased)
        self.progress.tasks_left = self._planner.tasks_left() + waiting
        if self._listener is not None:
            self._listener(self.progress)
