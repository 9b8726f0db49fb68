"""Run tasks in this process, or in several worker processes of this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing.context import BaseContext
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

# Tasks handed out ahead of the workers, so that none waits for the main process.
_AHEAD = 2


def default_workers() -> int:
    """Count the cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_local(
    function: Callable[[Task], Result], tasks: Iterable[Task], workers: int = 1
) -> Iterator[tuple[int, Result]]:
    """Yield (number of the task, its result) in the order in which they are done."""
    if workers <= 1:
        for number, task in enumerate(tasks):
            yield number, function(task)
        return
    pool = ProcessPoolExecutor(workers, mp_context=_context(), initializer=_ignore_interrupts)
    try:
        yield from _feed(pool, function, tasks, workers)
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


def _feed(
    pool: ProcessPoolExecutor,
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    workers: int,
) -> Iterator[tuple[int, Result]]:
    numbered = enumerate(tasks)
    running: dict[Future[Result], int] = {}
    while True:
        for number, task in islice(numbered, workers * _AHEAD - len(running)):
            running[pool.submit(function, task)] = number
        if not running:
            return
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield running.pop(future), future.result()


def _context() -> BaseContext:
    """Fork workers from a clean server where there is one: no threads or open files come along."""
    if "forkserver" in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["sapper"])
        return context
    return multiprocessing.get_context("spawn")


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the main process, which ends the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
