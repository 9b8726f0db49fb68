"""
An executor on a Dask cluster.

The scheduler hands tasks to its workers and, when one dies, gives its tasks to
others by itself. Workers may join and leave at any time. Nothing but the tasks'
results comes back; the store is written here.

Before a worker gets its first task it is asked for its versions and whether Sapper's
core loads there (`crew_check.py`): rows of another version are not booked under ours.
"""

from __future__ import annotations

import importlib.util
import queue
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Self

from sapper.errors import MissingExtraError, SapperError
from sapper.lab.executors.crew_check import check_crew
from sapper.lab.executors.packing import pack, pack_error, unpack
from sapper.lab.executors.protocol import Finished, WorkerDiedError

_TASKS_A_WORKER = 3  # results travel: keep more ahead than on one machine
_MOST_UNSENT = 64
_LOOK_SECONDS = 2.0
_CONNECT_SECONDS = 10
_RECONNECT_SECONDS = 0.1  # between two looks at a scheduler that does not answer
_MOST_DEATHS = 3  # of workers over tasks, one after the other, before the run gives up

Say = Callable[[str], None]


class DaskExecutor:
    """
    An executor that hands its tasks to a Dask scheduler.

    ``say`` is told what it waits for. With ``allow_versions`` workers may have another
    version of Sapper or Python.
    """

    def __init__(
        self,
        function: Callable[[Any], Any],
        scheduler: str,
        *,
        allow_versions: bool = False,
        say: Say | None = None,
    ) -> None:
        if importlib.util.find_spec("distributed") is None:
            raise MissingExtraError.of("dask and distributed", "cluster")
        from distributed import Client  # noqa: PLC0415 - an extra

        connect: Any = Client  # the package has no complete type hints

        self._function = pack(function)
        self._scheduler = scheduler
        try:
            self._client: Any = connect(
                scheduler, timeout=_CONNECT_SECONDS, set_as_default=False, direct_to_workers=False
            )
        except (OSError, TimeoutError, ValueError) as error:
            raise SapperError(f"no scheduler answers at {scheduler!r}: {error}") from None
        self._done: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._futures: dict[int, Any] = {}
        self._unsent: dict[int, bytes] = {}
        # Tasks that are gone because the scheduler is, not because their workers died.
        self._orphans: list[Finished] = []
        self._looked_at, self._threads = 0.0, 0
        self._say, self._allow_versions = say or (lambda _text: None), allow_versions
        self._checked: set[str] = set()
        self._deaths = 0
        try:
            self._wait_for_workers()
        except BaseException:
            self.close()
            raise

    @property
    def workers(self) -> int:
        """How many tasks run at once; workers that join or leave count after a moment."""
        if time.monotonic() - self._looked_at > _LOOK_SECONDS:
            had_workers = bool(self._checked)
            if not self._look() and had_workers:
                self._say(f"waiting for workers at {self._scheduler}: all have left")
        return self._threads

    @property
    def capacity(self) -> int:
        """How many tasks may be handed out."""
        return max(self.workers, 1) * _TASKS_A_WORKER

    def _wait_for_workers(self) -> None:
        """Wait for the first worker, and say so."""
        is_told = False
        while not self._look():
            if not is_told:
                self._say(f"waiting for workers at {self._scheduler}: 0 are there")
                is_told = True
            time.sleep(_RECONNECT_SECONDS)
        if is_told:
            self._say(f"{len(self._checked)} of them joined")

    def _look(self) -> bool:
        """Count the workers' threads and check those that are new; return whether any is there."""
        with self._scheduler_errors():
            threads = self._client.nthreads()
            fresh = sorted(set(threads) - self._checked)
            answers = (
                self._client.run(check_crew(), workers=fresh, on_error="return") if fresh else {}
            )
        here = check_crew()()
        for worker, found in answers.items():
            self._check(worker, found, here)
        self._checked &= set(threads)
        self._threads = sum(threads.values())
        self._looked_at = time.monotonic()
        return bool(threads)

    def _check(self, worker: str, found: Any, here: dict[str, str]) -> None:
        """Refuse a worker that lacks Sapper or has another version of it."""
        if isinstance(found, OSError):
            return  # it left while it was asked
        if not isinstance(found, dict):
            raise SapperError(f"cannot use the worker at {worker}: {found!r}")
        if error := found.get("error"):
            raise SapperError(
                f"the worker at {worker} cannot load Sapper ({error}); install Sapper "
                f"{here['sapper']} there"
            )
        if not self._allow_versions and found != here:
            wanted, got = (
                f"Sapper {one['sapper']} on Python {one['python']}" for one in (here, found)
            )
            raise SapperError(
                f"expected {wanted} on every worker, got {got} at {worker}; "
                "--allow-versions lets it play"
            )
        self._checked.add(worker)

    def submit(self, key: int, task: Any) -> None:
        """Keep a task for the scheduler: those of a round travel in one message."""
        self._unsent[key] = pack(task)
        if len(self._unsent) >= _MOST_UNSENT:
            self._send()

    def _send(self) -> None:
        """Hand what has been submitted to the scheduler."""
        if not self._unsent:
            return
        unsent, self._unsent = self._unsent, {}
        run = partial(run_packed, self._function)
        with self._scheduler_errors():
            futures = self._client.map(run, list(unsent.values()), pure=False)
        for key, future in zip(unsent, futures, strict=True):
            self._futures[key] = future
            future.add_done_callback(lambda _, key=key: self._done.put(key))

    def wait(self, seconds: float) -> list[Finished]:
        """Return the tasks that finished, waiting for the first at most this long."""
        self._send()
        keys: list[int] = []
        with suppress(queue.Empty):
            keys.append(self._done.get(timeout=max(seconds, 0.0)))
            while True:
                keys.append(self._done.get_nowait())
        results = self._gather(keys)
        finished = [one for key in keys for one in self._finish(key, results)]
        if self._client.status == "running":
            finished += self._orphans
            self._orphans = []
        elif not finished:  # what has arrived is given first: it need not be played again
            if self._client.status in ("closed", "closing"):
                raise self._lost()
            time.sleep(_RECONNECT_SECONDS)
        return finished

    def close(self) -> None:
        """Leave the cluster; tasks still there are cancelled."""
        # A scheduler that is gone has nothing to cancel.
        with suppress(Exception):
            if self._futures and self._client.status == "running":
                self._client.cancel(list(self._futures.values()), force=True)
            self._futures.clear()
            self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    @contextmanager
    def _scheduler_errors(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:  # Dask has many words for it
            raise self._lost() from error

    def _lost(self) -> SapperError:
        return SapperError(
            f"lost the scheduler at {self._scheduler!r}; what was finished is stored: "
            "run again to go on"
        )

    def _gather(self, keys: list[int]) -> dict[int, bytes]:
        """Fetch the results of several tasks at once; none if any of them is gone."""
        futures = {key: self._futures[key] for key in keys if key in self._futures}
        done = [key for key, future in futures.items() if future.status == "finished"]
        if len(done) < 2:
            return {}
        try:
            packed = self._client.gather([futures[key] for key in done])
        except Exception:  # asked one by one, they say which
            return {}
        return dict(zip(done, packed, strict=True))

    def _finish(self, key: int, results: dict[int, bytes]) -> list[Finished]:
        future = self._futures.pop(key, None)
        if future is None:
            return []
        try:
            if future.status != "finished":
                raise WorkerDiedError(_why(future))
            packed = results[key] if key in results else future.result(timeout=60)
            self._deaths = 0
        except Exception as error:
            self._count_death(future, error)
            gone = Finished(key, error=WorkerDiedError(f"the task is lost: {error}"))
            if self._client.status == "running":
                return [gone]
            self._orphans.append(gone)
            return []
        result, failure = unpack(packed)
        return [Finished(key, result, None if failure is None else unpack(failure))]

    def _count_death(self, future: Any, error: Exception) -> None:
        """Stop after some deaths in a row: the next worker would die as well."""
        if future.status != "error" or self._client.status != "running":
            return
        self._deaths += 1
        if self._deaths >= _MOST_DEATHS:
            raise SapperError(
                f"{_MOST_DEATHS} tasks in a row ended the workers that had them; the last: {error}"
            ) from None


def run_packed(function: bytes, task: bytes) -> bytes:
    """Run a task on a worker; its own errors are results, so that Dask's are only Dask's."""
    try:
        return pack((unpack(function)(unpack(task)), None))
    except Exception as error:
        return pack((None, pack_error(error)))


def _why(future: Any) -> str:
    if future.status in ("cancelled", "lost"):
        return "the scheduler forgot the task"
    failure = future.exception()
    return str(failure) or type(failure).__name__
