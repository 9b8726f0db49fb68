"""
Executors: where tasks run.

One protocol (`protocol.py`) and three places: this process (`in_process.py`), worker
processes of this machine (`processes.py`) and a Dask cluster (`cluster.py`).
Results do not depend on the executor; `sapper.testing.check_executor` checks one of
your own. Close an executor that you make, best with ``with``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sapper.arguments import default_workers
from sapper.errors import MOST_WORKERS, RulesError, check_whole
from sapper.lab.executors.in_process import InProcess
from sapper.lab.executors.processes import ProcessPool
from sapper.lab.executors.protocol import Executor, Finished, WorkerDiedError

__all__ = [
    "Executor",
    "Finished",
    "InProcess",
    "ProcessPool",
    "WorkerDiedError",
    "default_workers",
    "make_executor",
    "make_local_executor",
]


def make_executor(
    function: Callable[[Any], Any],
    workers: int | None = None,
    scheduler: str | None = None,
    *,
    allow_versions: bool = False,
    say: Callable[[str], None] | None = None,
) -> Executor:
    """
    Choose where tasks run: on a cluster if a scheduler is given, else on local processes.

    ``say`` is told what a cluster waits for; ``allow_versions`` lets its workers have
    another version of Sapper.
    """
    if scheduler is None:
        return ProcessPool(function, workers or default_workers())
    from sapper.lab.executors.cluster import DaskExecutor  # noqa: PLC0415 - an extra

    return DaskExecutor(function, scheduler, allow_versions=allow_versions, say=say)


def make_local_executor(function: Callable[[Any], Any], workers: int) -> Executor:
    """Return a place on this machine: this process for one worker, others for more."""
    if check_whole(workers, "a number of workers", most=MOST_WORKERS) < 1:
        raise RulesError(f"expected at least 1 worker, got {workers}")
    return InProcess(function) if workers == 1 else ProcessPool(function, workers)
