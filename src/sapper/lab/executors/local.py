"""Run tasks in this process, or in several worker processes of this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing.context import BaseContext
from types import TracebackType
from typing import Self, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

# Tasks handed out ahead of the workers, so that none waits for the main process.
_AHEAD = 2


def default_workers() -> int:
    """Count the cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class LocalExecutor:
    """
    Worker processes that live from the first real need to the end of a ``with`` block.

    One worker, or one task, is run in this process.
    """

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=kind is None, cancel_futures=True)
            self._pool = None

    def run(
        self, function: Callable[[Task], Result], tasks: Sequence[Task]
    ) -> Iterator[tuple[int, Result]]:
        """Yield (number of the task, its result) in the order in which they are done."""
        if self.workers <= 1 or len(tasks) <= 1:
            for number, task in enumerate(tasks):
                yield number, function(task)
            return
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.workers, mp_context=worker_context(), initializer=_ignore_interrupts
            )
        numbered = enumerate(tasks)
        running: dict[Future[Result], int] = {}
        try:
            while True:
                for number, task in islice(numbered, self.workers * _AHEAD - len(running)):
                    running[self._pool.submit(function, task)] = number
                if not running:
                    return
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield running.pop(future), future.result()
        finally:
            for future in running:
                future.cancel()


def worker_context() -> BaseContext:
    """Fork workers from a clean server where there is one: no threads or open files come along."""
    if "forkserver" in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["sapper"])
        return context
    return multiprocessing.get_context("spawn")


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the main process, which ends the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
