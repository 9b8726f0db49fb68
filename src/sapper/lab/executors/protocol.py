"""What the runner asks of an executor: tasks in, finished tasks out, in any order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Finished:
    """
    A task that is done, one way or the other.

    ``error`` says why there is no result; ``died`` that the worker did not live to
    tell; ``game_seed`` is the game that failed where it is known.
    """

    key: int
    result: Any = None
    error: str = ""
    game_seed: int = 0
    died: bool = False


class Executor(Protocol):
    """Runs tasks somewhere else."""

    @property
    def workers(self) -> int:
        """How many tasks run at once."""
        ...

    @property
    def capacity(self) -> int:
        """How many tasks may be handed out: those running and one ahead for each worker."""
        ...

    def submit(self, key: int, task: Any) -> None:
        """Hand a task out."""
        ...

    def wait(self, seconds: float) -> list[Finished]:
        """Give the tasks that finished, waiting for the first at most this long."""
        ...

    def close(self, *, drop: bool = False) -> None:
        """End the workers; with ``drop`` in the middle of their tasks."""
        ...
