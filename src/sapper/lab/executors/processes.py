"""
Worker processes that may die.

Each worker has pipes of its own, and a thread here that reads its results: a death
is seen at once and costs the task that was running, a worker that is stopped holds
up nobody else, and one whose parent is gone finds its pipe closed and ends.

Workers are forked from a clean server process where there is one, so that no
threads or open files come along. They do not run the script that started them:
what it defines is sent by value (`packing.py`).
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from typing import Any, Self

from sapper.errors import SapperError
from sapper.lab.executors.packing import pack, pack_error, unpack
from sapper.lab.executors.protocol import Finished, WorkerDiedError

# The running task and one ahead, so that no worker waits for the main process.
_TASKS_A_WORKER = 2
_PATIENCE = 5.0  # seconds for a worker to end by itself
# Deaths without one finished task between them: after these it will never work.
_HOPELESS = 30
_ATTEMPTS = 5  # to start one worker
_starting = threading.Lock()


@dataclass(eq=False)
class _Worker:
    process: Any
    into: Connection
    out: Connection
    tasks: deque[tuple[int, Any]] = field(default_factory=deque)


class ProcessPool:
    """An executor on worker processes of this machine; they start when the first task comes."""

    def __init__(self, function: Callable[[Any], Any], workers: int) -> None:
        self._function = function
        self._num_workers = workers
        self._context: Any = worker_context()
        self._workers: list[_Worker] = []
        self._homeless: deque[tuple[int, Any]] = deque()
        self._arrived: queue.SimpleQueue[tuple[_Worker, bytes | None]] = queue.SimpleQueue()
        self._early_deaths = 0

    @property
    def workers(self) -> int:
        """How many tasks run at once."""
        return self._num_workers

    @property
    def capacity(self) -> int:
        """How many tasks may be handed out."""
        return self._num_workers * _TASKS_A_WORKER

    @property
    def pids(self) -> list[int]:
        """The workers' process numbers."""
        return [worker.process.pid for worker in self._workers]

    def submit(self, key: int, task: Any) -> None:
        """Hand a task to the worker with the fewest."""
        while len(self._workers) < self._num_workers:
            self._workers.append(self._start())
        worker = min(self._workers, key=lambda one: len(one.tasks))
        packed = key.to_bytes(8, "big") + pack(task)
        worker.tasks.append((key, task))
        # A dead worker's pipe refuses; `wait` finds it closed and sees to its tasks.
        with suppress(OSError):
            worker.into.send_bytes(packed)

    def wait(self, seconds: float) -> list[Finished]:
        """Return the tasks that finished, waiting for the first at most this long."""
        finished: list[Finished] = []
        try:
            finished += self._take(*self._arrived.get(timeout=max(seconds, 0.0)))
            while not self._arrived.empty():
                finished += self._take(*self._arrived.get())
        except queue.Empty:
            pass
        while self._homeless:
            self.submit(*self._homeless.popleft())
        return finished

    def close(self) -> None:
        """End the workers; a task that is still running is dropped."""
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.into.close()
            if worker.tasks:
                worker.process.kill()
        for worker in workers:
            worker.process.join(_PATIENCE)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.process.close()
        self._homeless.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _start(self) -> _Worker:
        """Start a worker; whatever starts workers may have been killed just now, so try again."""
        for attempt in range(1, _ATTEMPTS + 1):
            tasks, into = self._context.Pipe(duplex=False)
            out, results = self._context.Pipe(duplex=False)
            process = self._context.Process(
                target=_work,
                args=(tasks, results, pack(self._function)),
                daemon=True,
                name="sapper worker",
            )
            try:
                with _without_main(), _without_current_folder(), _without_interrupts():
                    process.start()
            except (EOFError, OSError) as error:
                into.close()
                out.close()
                if attempt == _ATTEMPTS:
                    remedy = "; set TMPDIR to a shorter path" if "too long" in str(error) else ""
                    raise SapperError(f"cannot start a worker process: {error!r}{remedy}") from None
                time.sleep(0.1 * attempt)
            else:
                worker = _Worker(process, into, out)
                threading.Thread(target=self._read, args=(worker,), daemon=True).start()
                return worker
            finally:
                tasks.close()
                results.close()
        raise AssertionError("unreachable: the last attempt raises")

    def _read(self, worker: _Worker) -> None:
        """Pass on what a worker sends, and its end."""
        try:
            while True:
                self._arrived.put((worker, worker.out.recv_bytes()))
        except (EOFError, OSError):
            worker.out.close()
            self._arrived.put((worker, None))

    def _take(self, worker: _Worker, packed: bytes | None) -> list[Finished]:
        if worker not in self._workers:
            return []
        if packed is None:
            return self._bury(worker)
        key, result, error = unpack(packed)
        worker.tasks.popleft()
        self._early_deaths = 0
        return [Finished(key, result, None if error is None else unpack(error))]

    def _bury(self, worker: _Worker) -> list[Finished]:
        """Put a new worker in a dead one's place; only the task that was running is lost."""
        self._workers.remove(worker)
        worker.into.close()
        worker.process.join(_PATIENCE)
        code = worker.process.exitcode
        self._early_deaths += 1
        if self._early_deaths > _HOPELESS:
            raise SapperError(
                f"{_HOPELESS} workers died one after another ({_cause(code)}) and no task was "
                "finished; is the agent at fault, or is there too little memory?"
            )
        if not worker.tasks:
            return []
        (key, _), *others = worker.tasks
        self._homeless.extend(others)
        return [Finished(key, error=WorkerDiedError(f"the worker died: {_cause(code)}"))]


def worker_context() -> BaseContext:
    """Fork workers from a clean server where there is one: no threads or open files come along."""
    if "forkserver" in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["sapper.lab.tasks"])
        return context
    return multiprocessing.get_context("spawn")


@contextmanager
def _without_main() -> Iterator[None]:
    """
    Let a new process know nothing of the main module.

    The standard library would import it there again: a script without a guard would
    start over, a notebook has no file, and the command line would only take time.
    """
    main = sys.modules["__main__"]
    hidden = {"__spec__": None, "__file__": None}
    with _starting:
        before = {name: vars(main)[name] for name in hidden if name in vars(main)}
        try:
            vars(main).update(hidden)
            yield
        finally:
            for name in hidden:
                del vars(main)[name]
            vars(main).update(before)


@contextmanager
def _without_current_folder() -> Iterator[None]:
    """
    Start workers that do not look for modules in the current folder.

    A file there may be called json.py; what is on this process's path is on theirs all the same.
    """
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        del os.environ["PYTHONSAFEPATH"]
        if before is not None:
            os.environ["PYTHONSAFEPATH"] = before


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """
    Start new processes with SIGINT blocked: Ctrl-C is the main process's business.

    Else one that comes while they load would print their traces over our words.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # The tracker unblocks SIGINT when it starts, so it starts first.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _cause(code: int | None) -> str:
    if code is not None and code < 0:
        try:
            return signal.Signals(-code).name
        except ValueError:
            return f"signal {-code}"
    return f"exit {code}"


def _work(tasks: Connection, results: Connection, packed_function: bytes) -> None:
    """Run tasks until the pipe is closed; Ctrl-C is the main process's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    function: Callable[[Any], Any] = unpack(packed_function)
    with suppress(EOFError, OSError):
        while True:
            results.send_bytes(_run(function, tasks.recv_bytes()))


def _run(function: Callable[[Any], Any], packed: bytes) -> bytes:
    key = int.from_bytes(packed[:8], "big")
    try:
        return pack((key, function(unpack(packed[8:])), None))
    except Exception as error:
        return pack((key, None, pack_error(error)))
