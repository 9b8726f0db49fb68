"""What a runner asks of an executor: tasks in, finished tasks out, in any order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, Self

from sapper.errors import SapperError


class WorkerDiedError(SapperError):
    """The worker ended without reporting how its task ended."""


@dataclass(frozen=True)
class Finished:
    """A finished task: its result, or the error it raised."""

    key: int
    result: Any = None
    error: Exception | None = None

    @property
    def died(self) -> bool:
        """Whether the worker died over the task, so that another try may help."""
        return isinstance(self.error, WorkerDiedError)


class Executor(Protocol):
    """Runs one function on many tasks; its maker closes it."""

    @property
    def workers(self) -> int:
        """How many tasks run at once; 0 while there is nobody to run one."""
        ...

    @property
    def capacity(self) -> int:
        """How many tasks may be handed out: those running, and enough that no worker idles."""
        ...

    def submit(self, key: int, task: Any) -> None:
        """Hand a task out; the key comes back with its result and is used once."""
        ...

    def wait(self, seconds: float) -> list[Finished]:
        """Return the tasks that finished, waiting for the first at most about this long."""
        ...

    def close(self) -> None:
        """End the workers; a task that is still running is dropped. Closing twice is fine."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *exc: object) -> None: ...
