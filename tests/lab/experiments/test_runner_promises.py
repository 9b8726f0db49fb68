"""
What a run promises: its own plan, other people's, exit codes, and another try.

Each of these went wrong once.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lab.experiments_for_tests import SMALL, expected_games, play, same, small, stored_games
from lab.servers import PostgresServer
from sapper.errors import StoreError
from sapper.lab.executors import Finished, InProcess, ProcessPool
from sapper.lab.experiments import parse_definition, runner
from sapper.lab.experiments.runner import Runner
from sapper.lab.experiments.stored_plan import read_back, restart_experiment
from sapper.lab.store import open_store, sql
from sapper.lab.store.protocol import RunnerRow
from sapper.lab.tasks import play_task


class Disturbed(InProcess):
    """Does something between two tasks."""

    def __init__(self, disturb: Callable[[], None], after: int) -> None:
        super().__init__(play_task)
        self._disturb, self._after = disturb, after

    def wait(self, seconds: float) -> list[Finished]:
        self._after -= 1
        if self._after == 0:
            self._disturb()
        return super().wait(seconds)


def other_seed(games: int) -> Any:
    return parse_definition(SMALL.format(games=games, more="").replace("seed = 7", "seed = 8", 1))


@pytest.mark.parametrize("after", [1, 5])
def test_runner_whose_experiment_was_replaced_stops_and_says_so(
    new_address: Callable[[], str], after: int
) -> None:
    address = new_address()

    def replace() -> None:
        with open_store(address) as store:
            restart_experiment("small", store, force=True)
            play(other_seed(40), store, InProcess(play_task), batch_size=20)

    with (
        open_store(address) as store,
        pytest.raises(StoreError, match=r"deleted|replaced|changed"),
    ):
        play(small(200), store, Disturbed(replace, after), batch_size=20)
    with open_store(address) as store:
        assert same(stored_games(store), expected_games(other_seed(40)))


def test_nobody_replaces_an_experiment_that_is_being_played(
    new_address: Callable[[], str],
) -> None:
    address, refused = new_address(), []

    def try_to_replace() -> None:
        with open_store(address) as store:
            for attempt in (
                lambda: restart_experiment("small", store),
                lambda: Runner(other_seed(200), store, InProcess(play_task)),
            ):
                with pytest.raises(StoreError) as error:
                    attempt()
                refused.append(str(error.value))

    with open_store(address) as store:
        outcome = play(small(200), store, Disturbed(try_to_replace, 1), batch_size=20)
        assert outcome.is_complete
        assert same(stored_games(store), expected_games(small(200)))
    assert f"process {os.getpid()}" in refused[0]
    assert "--restart --force" in refused[0]
    assert len(refused) == 2


def test_runner_whose_process_is_gone_is_not_alive() -> None:
    import socket

    gone = subprocess.Popen(["true"])
    gone.wait()
    here = socket.gethostname()
    assert not RunnerRow(1, here, gone.pid, 1, "", 0.0, False).is_alive
    assert RunnerRow(1, here, os.getpid(), 1, "", 0.0, False).is_alive
    assert RunnerRow(1, "elsewhere", gone.pid, 1, "", 0.0, False).is_alive


def test_server_that_starts_again_costs_no_run(postgres: PostgresServer) -> None:
    address = postgres.new_database()

    def restart() -> None:
        postgres.stop()
        threading.Timer(1.0, postgres.start).start()

    with open_store(address) as store:
        outcome = play(small(200), store, Disturbed(restart, 4), batch_size=20)
        assert outcome.is_complete
        assert same(stored_games(store), expected_games(small(200)))


def test_server_that_starts_again_before_the_store_is_opened_anew_costs_no_run(
    postgres: PostgresServer,
) -> None:
    address = postgres.new_database()
    open_store(address).close()
    postgres.stop()
    threading.Timer(0.3, postgres.start).start()
    with open_store(address, create=False) as store:
        assert store.list_experiments() == []


def test_server_that_stays_away_is_reported(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sql, "_TRY_AGAIN", (0.1, 0.1))
    with open_store(postgres.new_database()) as store:
        postgres.stop()
        try:
            with pytest.raises(StoreError, match="connection"):
                store.list_experiments()
        finally:
            postgres.start()


def test_stopped_worker_does_not_hold_up_a_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "_OVERDUE_SECONDS", 1.0)
    monkeypatch.setattr(runner, "_OVERDUE_UNKNOWN", 1.0)
    monkeypatch.setattr(runner, "_SEEN_SECONDS", 0.5)
    stopped: list[int] = []

    class Stopping(ProcessPool):
        def wait(self, seconds: float) -> list[Finished]:
            if not stopped:
                stopped.append(self.pids[0])
                os.kill(self.pids[0], signal.SIGSTOP)
            return super().wait(seconds)

    definition = small(300)
    with open_store(str(tmp_path / "s.db")) as store:
        assert play(definition, store, Stopping(play_task, 2), batch_size=100).is_complete
        assert same(stored_games(store), expected_games(definition))
    assert not Path(f"/proc/{stopped[0]}").exists()


def test_read_back_counts_only_what_is_there(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "s.db")) as store:
        play(small(50), store, InProcess(play_task))
        assert read_back(small(50), store) == 200
        assert read_back(small(60), store) == 200
        assert read_back(small(40), store) == 160
        with pytest.raises(StoreError, match="seed was 7, is 8"):
            read_back(other_seed(50), store)


# The command line


def start(command: list[str], folder: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*command, "experiment", "run", "small.toml", *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    (tmp_path / "small.toml").write_text(SMALL.format(games=10_000_000, more="batch_size = 100"))
    return tmp_path


def wait_for_games(address: Path) -> None:
    while True:
        time.sleep(0.2)
        if address.exists():
            with open_store(str(address)) as store:
                found = store.find_experiment("small")
                if found and any(one.games for one in store.tallies(found.id).values()):
                    return


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_stopped_run_says_by_what(
    endless: Path, sapper_command: list[str], number: int, code: int
) -> None:
    process = start(sapper_command, endless, "--workers", "1")
    wait_for_games(endless / "sapper.db")
    os.kill(process.pid, number)
    _, said = process.communicate(timeout=60)
    assert process.returncode == code
    assert "stopped; run again to go on" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.3, 0.6, 1.0, 2.0])
def test_interrupt_at_the_start_prints_no_trace(
    endless: Path, sapper_command: list[str], seconds: float
) -> None:
    process = start(sapper_command, endless, "--workers", "2")
    while not (endless / "sapper.db").exists():
        time.sleep(0.01)
    time.sleep(seconds)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in said


def test_removed_store_is_no_success(endless: Path, sapper_command: list[str]) -> None:
    (endless / "small.toml").write_text(SMALL.format(games=4000, more="batch_size = 20"))
    (endless / "kept").mkdir()
    process = start(sapper_command, endless, "--workers", "1", "--store", "kept/s.db")
    wait_for_games(endless / "kept" / "s.db")
    shutil.rmtree(endless / "kept")
    _, said = process.communicate(timeout=60)
    assert process.returncode == 2, said
    assert said.strip().count("\n") == 0
