"""A Dask scheduler with two worker processes on loopback plays what local processes play."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from lab.experiments_for_tests import expected_games, play, same, small, stored_games
from lab.servers import free_port
from sapper.errors import SapperError
from sapper.lab.store import open_store
from sapper.lab.tasks import play_task

pytest.importorskip("distributed")
# Dask's own sockets and loops are closed when they please.
pytestmark = pytest.mark.filterwarnings("ignore")

_GAMES_A_TASK = 200


class Cluster:
    """A scheduler and workers, each a process of its own, as the guide starts them."""

    def __init__(self, folder: Path, workers: int = 2, failures: int = 20) -> None:
        self._folder, self._failures = folder, failures
        self.address = f"tcp://127.0.0.1:{free_port()}"
        port = self.address.rpartition(":")[2]
        self.processes: list[subprocess.Popen[bytes]] = []
        self.workers: list[subprocess.Popen[bytes]] = []
        self._start("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
        self._wait_for_scheduler(int(port))
        for _ in range(workers):
            self.add_worker()

    def _wait_for_scheduler(self, port: int) -> None:
        """Wait until it listens: on a loaded machine it may take longer than a client waits."""
        for _ in range(600):
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                return
            time.sleep(0.1)
        raise AssertionError("the scheduler does not start")

    def _start(
        self, *words: str, extra: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]],
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={
                **os.environ,
                "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(self._failures),
                **(extra or {}),
            },
        )
        self.processes.append(process)
        return process

    def add_worker(self, extra: Mapping[str, str] | None = None) -> None:
        options = ["--nworkers", "1", "--nthreads", "1", "--no-nanny", "--no-dashboard"]
        self.workers.append(self._start("worker", self.address, *options, extra=extra))

    def kill_worker(self, number: int) -> None:
        worker = self.workers.pop(number)
        worker.send_signal(signal.SIGKILL)
        worker.wait()

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


@contextmanager
def started(folder: Path, workers: int = 2, failures: int = 20) -> Iterator[Cluster]:
    cluster = Cluster(folder, workers, failures)
    try:
        yield cluster
    finally:
        cluster.close()


# For the tests that leave it as it was; starting one takes seconds.
@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with started(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


def executor(cluster: Cluster):  # type: ignore[no-untyped-def]
    from sapper.lab.executors.cluster import DaskExecutor

    return DaskExecutor(play_task, cluster.address)


def test_cluster_stores_the_same_rows(tmp_path: Path, cluster: Cluster) -> None:
    definition = small(400)
    with open_store(str(tmp_path / "s.db")) as store:
        outcome = play(definition, store, executor(cluster), batch_size=50)
        assert outcome.is_complete
        assert same(stored_games(store), expected_games(definition))


def kill_workers(tmp_path: Path, cluster: Cluster, games: int, kills: int) -> None:
    """Kill the oldest worker at the start and whenever the next share of the tasks is finished."""
    done, finished = 0, 0
    definition = small(games)
    tasks = len(definition.conditions) * games // _GAMES_A_TASK
    dask = executor(cluster)
    waiting = dask.wait

    def wait(seconds: float):  # type: ignore[no-untyped-def]
        nonlocal done, finished
        if done < kills and finished * (kills + 1) >= tasks * done:
            cluster.kill_worker(0)
            cluster.add_worker()
            done += 1
        answers = waiting(seconds)
        finished += len(answers)
        return answers

    dask.wait = wait
    with open_store(str(tmp_path / "s.db")) as store:
        outcome = play(definition, store, dask, batch_size=_GAMES_A_TASK)
        if not outcome.is_complete:
            assert play(definition, store, executor(cluster), batch_size=_GAMES_A_TASK).is_complete
        assert same(stored_games(store), expected_games(definition))
    assert done == kills


def test_killed_cluster_workers_lose_nothing(tmp_path: Path, cluster: Cluster) -> None:
    kill_workers(tmp_path, cluster, 10_000, 2)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_fifty_killed_cluster_workers_lose_nothing(tmp_path: Path, cluster: Cluster) -> None:
    kill_workers(tmp_path, cluster, 150_000, 50)


def test_cluster_keeps_the_contract_of_executors(cluster: Cluster) -> None:
    from sapper.lab.executors.cluster import DaskExecutor
    from sapper.testing import check_executor

    # Dask gives a task of a dead worker to another, so a task that kills is never done.
    check_executor(lambda function: DaskExecutor(function, cluster.address), survives=False)


def test_no_scheduler_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    from sapper.lab.executors import cluster as module

    monkeypatch.setattr(module, "_CONNECT_SECONDS", 1)
    with pytest.raises(SapperError, match="no scheduler answers"):
        module.DaskExecutor(play_task, "tcp://127.0.0.1:1")


def test_lost_scheduler_is_reported_and_what_was_finished_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sapper.lab.executors import cluster as module

    monkeypatch.setattr(module, "_CONNECT_SECONDS", 3)
    with started(tmp_path) as cluster:
        lose_scheduler(tmp_path, cluster)


def lose_scheduler(tmp_path: Path, cluster: Cluster) -> None:
    dask = executor(cluster)
    waiting = dask.wait

    def wait(seconds: float):  # type: ignore[no-untyped-def]
        finished = waiting(seconds)
        if finished:
            cluster.processes[0].kill()
        return finished

    dask.wait = wait
    definition = small(20_000)
    with open_store(str(tmp_path / "s.db")) as store:
        with pytest.raises(SapperError, match="lost the scheduler"):
            play(definition, store, dask, batch_size=500)
        assert play(definition, store, workers=2, batch_size=None).is_complete
        assert same(stored_games(store), expected_games(definition))


def run_on(address: str, folder: Path, *words: str) -> subprocess.Popen[str]:
    """Start the command on a cluster, with nothing but what it prints."""
    (folder / "e.toml").write_text(
        'name = "e"\ngames = 40\nseed = 1\n[parameters]\nagent = ["random"]\non = ["5x5x3"]\n'
    )
    return subprocess.Popen(
        [sys.executable, "-m", "sapper", "experiment", "run", "e.toml", "--store", "s.db",
         "--scheduler", address, *words],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def read_until(process: subprocess.Popen[str], words: str) -> str:
    assert process.stderr is not None
    read = ""
    for line in process.stderr:
        read += line
        if words in line:
            return read
    raise AssertionError(read)


def test_run_without_workers_ends_on_sigterm_or_goes_on_when_one_joins(tmp_path: Path) -> None:
    with started(tmp_path, workers=0) as cluster:
        process = run_on(cluster.address, tmp_path)
        read_until(process, "waiting for workers")
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        assert process.returncode == 143
        process = run_on(cluster.address, tmp_path)
        read_until(process, "waiting for workers")
        cluster.add_worker()
        process.communicate(timeout=200)
        assert process.returncode == 0


def test_workers_without_sapper_or_of_another_version_are_refused(tmp_path: Path) -> None:
    hidden, other = tmp_path / "hidden", tmp_path / "other"
    for folder, code in (
        (hidden, "import sys\nsys.modules['sapper'] = None\n"),
        (other, "import sapper\nsapper.__version__ = '0.0.1'\n"),
    ):
        folder.mkdir()
        (folder / "sitecustomize.py").write_text(code)
    with started(tmp_path, workers=0) as cluster:
        for folder, words in ((hidden, "cannot load Sapper"), (other, "got Sapper 0.0.1")):
            cluster.add_worker({"PYTHONPATH": str(folder)})
            process = run_on(cluster.address, tmp_path)
            _, said = process.communicate(timeout=200)
            assert words in " ".join(said.split())
            assert process.returncode == 2
            if folder == hidden:
                cluster.kill_worker(0)
        allowed = run_on(cluster.address, tmp_path, "--allow-versions")
        allowed.communicate(timeout=200)
        assert allowed.returncode == 0


def test_three_deaths_of_workers_in_a_row_end_the_run_with_their_cause(tmp_path: Path) -> None:
    from sapper.lab.executors.cluster import DaskExecutor

    with (
        started(tmp_path, workers=1, failures=0) as cluster,
        DaskExecutor(os._exit, cluster.address) as dask,
        pytest.raises(SapperError, match="3 tasks in a row ended the workers"),
    ):
        for key in range(3):
            dask.submit(key, 1)
            while not dask.wait(1.0):
                pass
            cluster.add_worker()


def do_all(dask: Any, tasks: Sequence[str], first_key: int) -> list[Any]:
    """Run tasks as a runner does, never more than the capacity; in their order."""
    waiting = deque(enumerate(tasks, first_key))
    done: dict[int, Any] = {}
    running = 0
    while len(done) < len(tasks):
        while waiting and running < dask.capacity:
            dask.submit(*waiting.popleft())
            running += 1
        finished = dask.wait(1.0)
        running -= len(finished)
        done |= {one.key: one for one in finished}
    return [done[key] for key in sorted(done)]


def test_quick_tasks_travel_together_and_alone_once_their_worker_has_died(
    tmp_path: Path,
) -> None:
    from sapper.lab.executors.cluster import DaskExecutor

    def do(task: str) -> str:
        from distributed import get_worker

        if task == "kill once" and not died.exists():
            died.touch()
            os._exit(1)
        if task == "slow":
            time.sleep(0.3)
        return str(get_worker().get_current_task())

    died = tmp_path / "died"
    with (
        started(tmp_path, workers=2, failures=0) as cluster,
        DaskExecutor(do, cluster.address) as dask,
    ):
        quick = [one.result for one in do_all(dask, ["quick"] * 96, 0)]
        assert len(set(quick)) < 48
        room = dask.capacity
        do_all(dask, ["slow"] * 10, 100)
        assert dask.capacity < room
        do_all(dask, ["quick"] * 48, 200)
        again = do_all(dask, [*["quick"] * 7, "kill once"], 300)
        assert died.exists()
        assert all(one.error is None for one in again)
        assert len({one.result for one in again}) == 8
