"""
An executor on a Dask cluster.

The scheduler hands tasks to its workers and, when one dies, gives its tasks to
others by itself. Workers may join and leave at any time. Nothing but the tasks'
results comes back; the store is written here.

Before a worker gets its first task it is asked for its versions and whether Sapper's
core loads there (`crew_check.py`): rows of another version are not booked under ours.

What Dask does for a task costs the runner more than storing its rows. Quick tasks travel
in bundles, as many as a worker plays in a quarter of a second; those of a bundle whose
worker died travel alone then, so that a death costs the one task that brought it about.
"""

from __future__ import annotations

import importlib.util
import queue
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any, Self

from sapper.errors import MissingExtraError, SapperError
from sapper.lab.executors.crew_check import check_crew
from sapper.lab.executors.packing import pack, pack_error, unpack
from sapper.lab.executors.protocol import Finished, WorkerDiedError

_TASKS_A_WORKER = 3  # results travel: keep more ahead than on one machine
_BUNDLE_SECONDS = 0.25
_MOST_IN_BUNDLE = 8
_LOOK_SECONDS = 2.0
_CONNECT_SECONDS = 10
_RECONNECT_SECONDS = 0.1  # between two looks at a scheduler that does not answer
_MOST_DEATHS = 3  # of workers over tasks, one after the other, before the run gives up

Say = Callable[[str], None]


@dataclass(frozen=True)
class _Bundle:
    """Tasks that travel together, packed, by their keys."""

    future: Any
    tasks: dict[int, bytes]


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
        self._bundles: dict[int, _Bundle] = {}
        self._numbers, self._in_bundle = count(), 1
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
        return max(self.workers, 1) * _TASKS_A_WORKER * self._in_bundle

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

    def _send(self, tasks: dict[int, bytes], together: int) -> None:
        """Hand tasks to the scheduler, so many in a bundle."""
        if not tasks:
            return
        keys = list(tasks)
        groups = [keys[i : i + together] for i in range(0, len(keys), together)]
        bundles = [{key: tasks[key] for key in group} for group in groups]
        run = partial(run_packed, self._function)
        with self._scheduler_errors():
            packed = [list(bundle.values()) for bundle in bundles]
            futures = self._client.map(run, packed, pure=False)
        for bundle, future in zip(bundles, futures, strict=True):
            number = next(self._numbers)
            self._bundles[number] = _Bundle(future, bundle)
            future.add_done_callback(lambda _, number=number: self._done.put(number))

    def wait(self, seconds: float) -> list[Finished]:
        """Return the tasks that finished, waiting for the first at most this long."""
        unsent, self._unsent = self._unsent, {}
        self._send(unsent, self._in_bundle)
        numbers: list[int] = []
        with suppress(queue.Empty):
            numbers.append(self._done.get(timeout=max(seconds, 0.0)))
            while True:
                numbers.append(self._done.get_nowait())
        results = self._gather(numbers)
        finished = [one for number in numbers for one in self._finish(number, results)]
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
            if self._bundles and self._client.status == "running":
                futures = [bundle.future for bundle in self._bundles.values()]
                self._client.cancel(futures, force=True)
            self._bundles.clear()
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

    def _gather(self, numbers: Sequence[int]) -> dict[int, bytes]:
        """Fetch the results of several bundles at once; none if any of them is gone."""
        found = {number: self._bundles[number].future for number in numbers}
        done = [number for number, future in found.items() if future.status == "finished"]
        if len(done) < 2:
            return {}
        try:
            packed = self._client.gather([found[number] for number in done])
        except Exception:  # asked one by one, they say which
            return {}
        return dict(zip(done, packed, strict=True))

    def _finish(self, number: int, results: dict[int, bytes]) -> list[Finished]:
        bundle = self._bundles.pop(number)
        try:
            if bundle.future.status != "finished":
                raise WorkerDiedError(_why(bundle.future))
            packed = results[number] if number in results else bundle.future.result(timeout=60)
        except Exception as error:
            return self._lose(bundle, error)
        self._deaths = 0
        seconds, answers = unpack(packed)
        self._note_seconds(seconds / len(answers))
        return [_read(key, one) for key, one in zip(bundle.tasks, answers, strict=True)]

    def _note_seconds(self, a_task: float) -> None:
        """Let bundles grow as far as tasks are quick."""
        most = int(min(_BUNDLE_SECONDS / max(a_task, 1e-9), _MOST_IN_BUNDLE))
        self._in_bundle = max(1, min(2 * self._in_bundle, most))

    def _lose(self, bundle: _Bundle, error: Exception) -> list[Finished]:
        """Send the tasks of a lost bundle one by one; a task that was alone is lost."""
        self._in_bundle = 1
        is_running = self._client.status == "running"
        if is_running and len(bundle.tasks) > 1:
            self._send(bundle.tasks, 1)
            return []
        self._count_death(bundle.future, error)
        died = WorkerDiedError(f"the task is lost: {error}")
        gone = [Finished(key, error=died) for key in bundle.tasks]
        if is_running:
            return gone
        self._orphans += gone
        return []

    def _count_death(self, future: Any, error: Exception) -> None:
        """Stop after some deaths in a row: the next worker would die as well."""
        if future.status != "error" or self._client.status != "running":
            return
        self._deaths += 1
        if self._deaths >= _MOST_DEATHS:
            raise SapperError(
                f"{_MOST_DEATHS} tasks in a row ended the workers that had them; the last: {error}"
            ) from None


def run_packed(function: bytes, tasks: Sequence[bytes]) -> bytes:
    """Run tasks on a worker; their own errors are results, so that Dask's are only Dask's."""
    began, run = time.perf_counter(), unpack(function)
    answers = [_answer(run, task) for task in tasks]
    return pack((time.perf_counter() - began, answers))


def _answer(run: Callable[[Any], Any], task: bytes) -> bytes:
    try:
        return pack((run(unpack(task)), None))
    except Exception as error:
        return pack((None, pack_error(error)))


def _read(key: int, answer: bytes) -> Finished:
    result, failure = unpack(answer)
    return Finished(key, result, None if failure is None else unpack(failure))


def _why(future: Any) -> str:
    if future.status in ("cancelled", "lost"):
        return "the scheduler forgot the task"
    failure = future.exception()
    return str(failure) or type(failure).__name__
