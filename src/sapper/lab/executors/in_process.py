"""An executor without workers: tasks run in this process, one after another."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Self

from sapper.lab.executors.protocol import Finished


class InProcess:
    """Runs a task when it is waited for."""

    workers = 1
    capacity = 1

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self._function = function
        self._tasks: deque[tuple[int, Any]] = deque()

    def submit(self, key: int, task: Any) -> None:
        """Put a task in the queue."""
        self._tasks.append((key, task))

    def wait(self, seconds: float) -> list[Finished]:  # noqa: ARG002 - a task takes what it takes
        """Run the next task and give its result."""
        if not self._tasks:
            return []
        key, task = self._tasks.popleft()
        try:
            return [Finished(key, self._function(task))]
        except Exception as error:
            return [Finished(key, error=error)]

    def close(self) -> None:
        """Forget the tasks that did not run."""
        self._tasks.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()
