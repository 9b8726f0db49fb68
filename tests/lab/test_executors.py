"""Every executor keeps the contract, and the check finds those that do not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sapper.errors import SapperError
from sapper.lab.executors import (
    Finished,
    InProcess,
    ProcessPool,
    WorkerDiedError,
    default_workers,
)
from sapper.lab.executors.packing import pack, unpack
from sapper.testing import ContractError, check_executor


def test_this_process_keeps_the_contract() -> None:
    check_executor(InProcess, survives=False)


def test_worker_processes_keep_the_contract() -> None:
    check_executor(lambda function: ProcessPool(function, 2))


class Forgets(InProcess):
    def submit(self, key: int, task: Any) -> None:
        if key != 17:
            super().submit(key, task)


class Doubles(InProcess):
    def wait(self, seconds: float) -> list[Finished]:
        return 2 * super().wait(seconds)


class Swallows(InProcess):
    def wait(self, seconds: float) -> list[Finished]:
        return [Finished(one.key, one.result) for one in super().wait(seconds)]


class Mixes(InProcess):
    def wait(self, seconds: float) -> list[Finished]:
        return [Finished(one.key, 7, one.error) for one in super().wait(seconds)]


class NeverCloses(ProcessPool):
    def close(self) -> None:
        while any(worker.tasks for worker in self._workers):
            self.wait(1.0)
        super().close()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (Forgets, "tasks did not come back in time"),
        (Doubles, "came back twice"),
        (Swallows, "an error must come back"),
        (Mixes, "expected 0 of task 0"),
    ],
)
def test_check_finds_a_broken_executor(
    make: type[InProcess], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.testing.executors._PATIENCE", 0.3)
    with pytest.raises(ContractError, match=words):
        check_executor(make, survives=False)


def test_check_finds_an_executor_that_waits_when_it_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sapper.testing.executors._PATIENCE", 6.0)
    with pytest.raises(ContractError, match="must drop running tasks"):
        check_executor(lambda function: NeverCloses(function, 1))


def sleep(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def test_stopped_worker_holds_up_nobody_else() -> None:
    with ProcessPool(sleep, 2) as pool:
        for key in range(2):
            pool.submit(key, 0.0)
        seen = {one.result for _ in range(40) for one in pool.wait(0.1)}
        stopped = pool.pids[0]
        os.kill(stopped, signal.SIGSTOP)
        try:
            for key in range(2, 6):
                pool.submit(key, 0.0)
            done = [one.key for _ in range(10) for one in pool.wait(0.1)]
            assert done == [3, 5]
        finally:
            os.kill(stopped, signal.SIGCONT)
        assert sorted(one.key for _ in range(10) for one in pool.wait(0.1)) == [2, 4]
        assert stopped in seen


def test_closed_pool_leaves_no_process_even_if_one_is_stopped() -> None:
    pool = ProcessPool(sleep, 2)
    for key in range(4):
        pool.submit(key, 30.0)
    pids = pool.pids
    os.kill(pids[0], signal.SIGSTOP)
    pool.close()
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)


class StrangeError(Exception):
    """Cannot be built from its text alone, so pickle cannot bring it back."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def raise_strange(_: object) -> None:
    raise StrangeError(1, 2)


def test_error_that_cannot_travel_is_reported_by_its_words() -> None:
    with ProcessPool(raise_strange, 1) as pool:
        pool.submit(1, None)
        (finished,) = next(found for _ in range(100) if (found := pool.wait(0.2)))
    assert str(finished.error) == "StrangeError: 1 and 2"


def test_what_a_script_defined_goes_along_by_value() -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    exec("SHIFT = 3\ndef shifted(x):\n    return x + SHIFT\n", names)
    function: Callable[[int], int] = unpack(pack(names["shifted"]))
    assert function(4) == 7


def test_death_is_an_error_of_ours() -> None:
    assert issubclass(WorkerDiedError, SapperError)
    assert Finished(1, error=WorkerDiedError("x")).died
    assert not Finished(1, error=ValueError("x")).died


# Scripts and notebooks

SCRIPT = """
from dataclasses import dataclass
from sapper import Agent, Rules, play_games
from sapper.agents.openers import RandomCell

print("once")
LIMIT = 1

@dataclass(frozen=True)
class Second:
    def guess(self, position, allowed, random):
        return allowed[min(LIMIT, len(allowed) - 1)]

games = play_games("random", Rules.parse("beginner"), 400, seed=1, workers=2, batch_size=40)
print(len(games), games.wins)
mine = Agent(opener=RandomCell(), guesser=Second(), id="mine")
rows = [play_games(mine, Rules.parse("5x5x2"), 90, seed=2, workers=w, batch_size=9) for w in (1, 2)]
print(rows[0].same_play(rows[1]), rows[0].wins > 0)
"""


def test_script_without_a_guard_plays_on_several_workers(tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, "-W", "error", "plain.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["once", "400 0", "True True"]


@pytest.mark.filterwarnings("ignore")  # the notebook's own sockets and loops
def test_notebook_plays_on_several_workers(tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    cells = [nbformat.v4.new_code_cell(text) for text in SCRIPT.split("\n\n")]
    notebook = nbformat.v4.new_notebook(cells=cells)
    nbclient.NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    ).execute()
    said = "".join(
        output["text"] for cell in notebook.cells for output in cell.outputs if "text" in output
    )
    assert said.splitlines() == ["once", "400 0", "True True"]


def test_as_many_workers_as_cores_that_this_process_may_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    allowed = {0: {1, 5, 7}}
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: allowed[pid], raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    assert default_workers() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    assert default_workers() == 64
