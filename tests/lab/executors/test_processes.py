"""Every executor keeps the contract, and the check finds those that do not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sapper.errors import SapperError
from sapper.lab.executors import (
    Finished,
    ProcessPool,
    WorkerDiedError,
    default_workers,
)
from sapper.testing import check_executor


def test_worker_processes_keep_the_contract() -> None:
    check_executor(lambda function: ProcessPool(function, 2))


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


def test_death_is_an_error_of_ours() -> None:
    assert issubclass(WorkerDiedError, SapperError)
    assert Finished(1, error=WorkerDiedError("x")).died
    assert not Finished(1, error=ValueError("x")).died


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
