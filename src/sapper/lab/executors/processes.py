"""
Worker processes that may die.

Each worker has a pipe of its own, so that a death is seen at once and costs the
task that was running, and nobody else anything. A worker whose parent is gone
finds its pipe closed and ends by itself.
"""

from __future__ import annotations

import signal
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any

from sapper.errors import SapperError
from sapper.lab.executors.local import worker_context
from sapper.lab.executors.protocol import Finished

# The running task and one ahead, so that no worker waits for the main process.
_TASKS_A_WORKER = 2
_PATIENCE = 5.0  # seconds for a worker to end by itself
# So many deaths without one finished task between them: it will never work.
_HOPELESS = 30
_ATTEMPTS = 5  # to start one worker


@dataclass
class _Worker:
    process: Any
    pipe: Connection
    tasks: deque[tuple[int, Any]] = field(default_factory=deque)


class ProcessPool:
    """An executor on worker processes of this machine."""

    def __init__(self, function: Callable[[Any], Any], workers: int) -> None:
        self._function = function
        self._num_workers = workers
        self._context: Any = worker_context()
        self._workers: list[_Worker] = []
        self._homeless: deque[tuple[int, Any]] = deque()
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
        worker.tasks.append((key, task))
        # A dead worker's pipe refuses; `wait` finds it closed and sees to its tasks.
        with suppress(OSError):
            worker.pipe.send((key, task))

    def wait(self, seconds: float) -> list[Finished]:
        """Give the tasks that finished, waiting for the first at most this long."""
        finished: list[Finished] = []
        pipes = {worker.pipe: worker for worker in self._workers if worker.tasks}
        for pipe in wait(list(pipes), seconds):
            worker = pipes[pipe]  # type: ignore[index]  # only our pipes were waited for
            try:
                key, result, error, seed = worker.pipe.recv()
            except (EOFError, OSError):
                finished.extend(self._bury(worker))
                continue
            worker.tasks.popleft()
            self._early_deaths = 0
            finished.append(Finished(key, result, error, seed))
        while self._homeless:
            self.submit(*self._homeless.popleft())
        return finished

    def close(self, *, drop: bool = False) -> None:
        """End the workers; with ``drop`` in the middle of their tasks."""
        for worker in self._workers:
            worker.pipe.close()
            if drop:
                worker.process.kill()
        for worker in self._workers:
            worker.process.join(_PATIENCE)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
        self._workers.clear()

    def _start(self) -> _Worker:
        """Start a worker; whatever starts workers may have been killed just now, so try again."""
        for attempt in range(1, _ATTEMPTS + 1):
            ours, theirs = self._context.Pipe()
            process = self._context.Process(
                target=_work, args=(theirs, self._function), daemon=True, name="sapper worker"
            )
            try:
                process.start()
                return _Worker(process, ours)
            except (EOFError, OSError) as error:
                ours.close()
                if attempt == _ATTEMPTS:
                    raise SapperError(f"cannot start a worker process: {error!r}") from None
                time.sleep(0.1 * attempt)
            finally:
                theirs.close()
        raise AssertionError("unreachable: the last attempt raises")

    def _bury(self, worker: _Worker) -> list[Finished]:
        """Put a new worker in a dead one's place; only the task that was running is lost."""
        self._workers.remove(worker)
        worker.pipe.close()
        worker.process.join(_PATIENCE)
        code = worker.process.exitcode
        self._early_deaths += 1
        if self._early_deaths > _HOPELESS:
            raise SapperError(
                f"{_HOPELESS} workers died one after another ({_cause(code)}) and no task was "
                "finished; is the agent at fault, or is there too little memory?"
            )
        (key, _), *others = worker.tasks
        self._homeless.extend(others)
        return [Finished(key, error=f"the worker died: {_cause(code)}", died=True)]


def _cause(code: int | None) -> str:
    if code is not None and code < 0:
        try:
            return signal.Signals(-code).name
        except ValueError:
            return f"signal {-code}"
    return f"exit {code}"


def _work(pipe: Connection, function: Callable[[Any], Any]) -> None:
    """Run tasks until the pipe is closed; Ctrl-C is the main process's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            key, task = pipe.recv()
        except (EOFError, OSError):
            return
        result, error, seed = None, "", 0
        try:
            result = function(task)
        except Exception as failure:
            error = str(failure) or type(failure).__name__
            seed = getattr(failure, "game_seed", 0)
        try:
            pipe.send((key, result, error, seed))
        except OSError:
            return
