"""
The runner: plays what a store does not have yet.

It is a `TaskLoop` that stores what is finished, each task with its rows in one
transaction. Killed at any moment it has lost the tasks that were running; started
again, it goes on. Several runners may work on one experiment: the first goes forwards
through the games, the second backwards, and each looks from time to time at what the
others have stored. A task that takes far too long (its worker may be stopped, or cut
off) is handed out a second time.

References:
    [1] K. Kvietinskas 2021, sections 7.2 and 7.3.3.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

import sapper
from sapper.agents.run.play import game_seeds
from sapper.lab.executors.protocol import Executor, Finished
from sapper.lab.experiments.definition import Definition
from sapper.lab.experiments.enrolment import enrol
from sapper.lab.experiments.interrupts import Interrupts
from sapper.lab.experiments.loop import Running, TaskLoop
from sapper.lab.experiments.planner import Order, missing_spans
from sapper.lab.experiments.progress import Outcome, Progress
from sapper.lab.store.protocol import FailureRow, Span, Store, TaskRows

_SEEN_SECONDS: Final = 2.0
# Sooner after playing what another runner had just stored.
_MET_SECONDS: Final = 0.1
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
        listener: Callable[[Progress], None] | None = None,
        on_rows: Callable[[int, TaskRows], None] | None = None,
    ) -> None:
        super().__init__(definition, executor, batch_size=batch_size, on_rows=on_rows)
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
        self._seen_at = time.monotonic()
        self._shared = self._met_another = False

    def run(self) -> Outcome:
        """Play until nothing is missing or the user stops it."""
        self._runner_id = self.store.enter_runner(
            self._experiment.id, self._executor.workers, sapper.__version__
        )
        self._plan(self._stored_spans(), self._choose_order())
        with self._interrupts:
            while self._interrupts.count < 2 and self._go_on():
                self._say_alive()
                self._tell()
        self.store.see_runner(self._runner_id, is_done=True)
        self._count_all()
        self._tell()
        return Outcome(
            self.progress, is_complete=self._is_complete(), signal=self._interrupts.signal
        )

    def _is_complete(self) -> bool:
        """Read back whether every game is in the store, by its number."""
        games = self.definition.games
        return not any(missing_spans(spans, games) for spans in self._stored_spans())

    def _is_stopping(self) -> bool:
        self.progress.stopping = self._interrupts.count > 0
        return self.progress.stopping

    def _keep(self, played: Sequence[tuple[Running, TaskRows]]) -> None:
        """Store what was played; what another runner had stored before is not counted again."""
        tasks = [(self._ids[running.condition], rows) for running, rows in played]
        stored = self.store.add_tasks(tasks, self._runner_id)
        self.progress.tasks_played += len(played)
        self.progress.games_played += sum(rows.num_games for _, rows in played)
        self._met_another |= not all(stored)
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
