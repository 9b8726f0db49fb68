"""Run a function over many tasks on one process or several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Self, TypeVar

from sapper.lab.executors import make_local_executor

Task = TypeVar("Task")
Result = TypeVar("Result")


def _call(job: tuple[Callable[[Any], Any], Any]) -> Any:
    function, task = job
    return function(task)


class Crew:
    """An executor for any function; one worker is this process."""

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers
        self._num_given = 0  # a key is used once
        self._executor = make_local_executor(_call, workers)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._executor.close()

    def run(
        self, function: Callable[[Task], Result], tasks: Sequence[Task]
    ) -> Iterator[tuple[int, Result]]:
        """Yield (number of the task, its result) in the order in which they are done."""
        first = self._num_given
        self._num_given += len(tasks)
        waiting = iter(enumerate(tasks, first))
        running = 0
        while True:
            while running < self._executor.capacity:
                following = next(waiting, None)
                if following is None:
                    break
                self._executor.submit(following[0], (function, following[1]))
                running += 1
            if running == 0:
                return
            for done in self._executor.wait(1.0):
                running -= 1
                if done.error is not None:
                    raise done.error
                yield done.key - first, done.result
