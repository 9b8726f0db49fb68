"""
The runner: plays what a store does not have yet.

It asks the planner for tasks, keeps an executor busy and stores what is finished,
each task with its rows in one transaction. Killed at any moment it has lost the
tasks that were running; started again, it goes on. Several runners may work on
one experiment: the first goes forwards through the games, the second backwards,
and each looks from time to time at what the others have stored.

References:
    [1] K. Kvietinskas 2021, sections 7.2 and 7.3.3.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import sapper
from sapper.agents.play import game_seeds
from sapper.lab.executors.protocol import Executor, Finished
from sapper.lab.experiments.definition import Definition
from sapper.lab.experiments.enrolment import enrol
from sapper.lab.experiments.interrupts import Interrupts
from sapper.lab.experiments.planner import Order, Planner
from sapper.lab.experiments.tasks import Task
from sapper.lab.store.protocol import ExperimentRow, FailureRow, Span, Store, TaskRows
from sapper.lab.tallies import Tally

# A task that raises an error is tried twice; one whose worker dies, thrice: the
# next death may be meant for somebody else.
_TRIES = 2
_TRIES_AFTER_DEATH = 3
_TICK_SECONDS = 0.2
_SEEN_SECONDS = 2.0
# Sooner after playing what another runner had just stored.
_MET_SECONDS = 0.1


@dataclass
class Progress:
    """How far an experiment is; the runner keeps it up to date."""

    experiment: ExperimentRow
    games: int
    tallies: dict[int, Tally]
    games_played: int = 0
    tasks_played: int = 0
    tasks_left: int = 0
    failures: int = 0
    retries: int = 0
    began: float = field(default_factory=time.monotonic)
    stopping: bool = False

    @property
    def total_games(self) -> int:
        """How many games the experiment has."""
        return self.games * len(self.tallies)

    @property
    def games_stored(self) -> int:
        """How many of them are in the store, as far as this runner knows."""
        return sum(min(row.games, self.games) for row in self.tallies.values())

    @property
    def games_per_second(self) -> float:
        """How fast this runner plays."""
        return self.games_played / max(time.monotonic() - self.began, 1e-9)


@dataclass(frozen=True)
class Outcome:
    """How a run ended."""

    progress: Progress
    is_complete: bool
    is_interrupted: bool

    @property
    def failures(self) -> int:
        """How many tasks failed every time."""
        return self.progress.failures


@dataclass
class _Running:
    """A task that was handed out."""

    condition: int
    task: Task
    tries: int = 1


class Runner:
    """Plays one experiment into one store."""

    def __init__(
        self,
        definition: Definition,
        store: Store,
        executor: Executor,
        *,
        batch_size: int | None = None,
        extend: bool = False,
        listener: Callable[[Progress], None] | None = None,
    ) -> None:
        self.definition = definition
        self.store = store
        self._executor = executor
        self._batch_size = batch_size or definition.batch_size
        self._listener = listener
        self._experiment = enrol(definition, store, extend=extend)
        by_key = {row.key: row.id for row in self._experiment.conditions}
        self._ids = [by_key[condition.key] for condition in definition.conditions]
        tallies = store.tallies(self._experiment.id)
        self.progress = Progress(
            self._experiment, definition.games, {number: tallies[number] for number in self._ids}
        )
        self._running: dict[int, _Running] = {}
        self._failed: dict[int, list[Span]] = {}
        self._next_key = 0
        self._seen_at = time.monotonic()
        self._shared = self._met_another = False

    def run(self) -> Outcome:
        """Play until nothing is missing or the user stops it."""
        self._runner_id = self.store.enter_runner(
            self._experiment.id, self._executor.workers, sapper.__version__
        )
        self._planner = Planner(
            self.definition.games, self._stored_spans(), self._batch_size, self._choose_order()
        )
        drop = True
        try:
            with Interrupts() as interrupts:
                self._play(interrupts)
            drop = interrupts.count > 1
        finally:
            self._executor.close(drop=drop)
        self.store.see_runner(self._runner_id, is_done=True)
        self._count_all()
        self._tell()
        return Outcome(
            self.progress,
            is_complete=self.progress.games_stored >= self.progress.total_games,
            is_interrupted=interrupts.count > 0,
        )

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
            condition, first, count = span
            planned = self.definition.conditions[condition]
            task = Task(
                agent=planned.agent,
                rules=planned.rules,
                seed=self.definition.seed,
                agent_seed=self.definition.agent_seed,
                first_game=first,
                num_games=count,
                keep_turns=self.definition.keep == "games+turns",
            )
            self._submit(_Running(condition, task))

    def _submit(self, running: _Running) -> None:
        self._next_key += 1
        self._running[self._next_key] = running
        self._executor.submit(self._next_key, running.task)

    def _take_in(self, finished: list[Finished]) -> None:
        """Store what was played; try again, or record, what was not."""
        played: list[tuple[int, TaskRows]] = []
        for one in finished:
            running = self._running.pop(one.key)
            if one.result is None:
                self._try_again(running, one)
                continue
            rows: TaskRows = one.result
            self._planner.note_speed(running.condition, rows.num_games, rows.tally.seconds)
            played.append((self._ids[running.condition], rows))
        if not played:
            return
        for (number, rows), is_new in zip(
            played, self.store.add_tasks(played, self._runner_id), strict=True
        ):
            self.progress.games_played += rows.num_games
            self.progress.tasks_played += 1
            if is_new:
                self.progress.tallies[number] += rows.tally
            else:
                self._met_another = True

    def _try_again(self, running: _Running, finished: Finished) -> None:
        if running.tries < (_TRIES_AFTER_DEATH if finished.died else _TRIES):
            self.progress.retries += 1
            if not self.progress.stopping:
                self._submit(replace(running, tries=running.tries + 1))
            return
        task = running.task
        seed = finished.game_seed or int(game_seeds(task.seed, task.first_game, 1)[0])
        number = self._ids[running.condition]
        span = (task.first_game, task.num_games)
        self._failed.setdefault(running.condition, []).append(span)
        self.progress.failures += 1
        self.store.add_failure(
            FailureRow(number, *span, seed, running.tries, finished.error), self._runner_id
        )

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
        """From time to time tell the store that we live, and look what others did."""
        if time.monotonic() - self._seen_at < (
            _MET_SECONDS if self._met_another else _SEEN_SECONDS
        ):
            return
        self._seen_at = time.monotonic()
        self.store.see_runner(self._runner_id)
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
