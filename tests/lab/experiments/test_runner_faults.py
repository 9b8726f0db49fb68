"""
Nothing is lost or stored twice when processes are killed at random moments.

The runner is a real `sapper experiment run` in a process of its own. Only
processes that the test started are killed, by their ids.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lab.experiments_for_tests import SMALL, expected_games, play, same, small, stored_games
from lab.servers import PostgresServer, skip_or_fail
from sapper.errors import StoreError
from sapper.lab.experiments import parse_definition
from sapper.lab.output import export as exporting
from sapper.lab.store import open_store


def children(pid: int) -> list[int]:
    """List the processes below one, its workers among them."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                continue
            if parent == pid:
                found += [int(folder.name), *children(int(folder.name))]
    return found


def kill(pid: int) -> bool:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def kill_at_random(
    command: list[str], folder: Path, kills: int, seed: int, victims: Callable[[int], list[int]]
) -> int:
    """Run a command again and again, killing it or its workers; return the number of kills."""
    chance, done = random.Random(seed), 0
    while done < kills:
        runner = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        try:
            while runner.poll() is None and done < kills:
                time.sleep(chance.uniform(0.02, 0.6))
                others = victims(runner.pid)
                if others and chance.random() < 0.6:
                    done += kill(chance.choice(others))
                elif runner.poll() is None:
                    done += kill(runner.pid)
                    runner.wait()
        finally:
            for pid in children(runner.pid):
                kill(pid)
            runner.kill()
            _, said = runner.communicate()
        assert runner.returncode in (0, 3, -9), said.decode()
        if runner.returncode == 0 and done < kills:
            return done
    return done


def run_undisturbed(command: list[str], folder: Path) -> None:
    for _ in range(3):  # tasks that were killed thrice are recorded and played again
        finished = subprocess.run(
            command, cwd=folder, capture_output=True, timeout=1800, check=False
        )
        assert finished.returncode in (0, 3), finished.stderr.decode()
        if finished.returncode == 0:
            return
    pytest.fail("the experiment never became complete")


def check_kills(
    tmp_path: Path, sapper_command: list[str], address: str, games: int, kills: int
) -> int:
    text = SMALL.format(games=games, more="batch_size = 100")
    (tmp_path / "small.toml").write_text(text)
    command = [*sapper_command, "experiment", "run", "small.toml", "--store", address]
    command += ["--workers", "2"]
    done = kill_at_random(command, tmp_path, kills, 5, children)
    run_undisturbed(command, tmp_path)
    definition = parse_definition(text)
    with open_store(address) as store:
        assert same(stored_games(store), expected_games(definition))
    return done


def test_killed_runner_and_workers_lose_nothing(tmp_path: Path, sapper_command: list[str]) -> None:
    assert check_kills(tmp_path, sapper_command, str(tmp_path / "s.db"), 20_000, 6) >= 3


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_fifty_kills_lose_nothing(
    tmp_path: Path, sapper_command: list[str], new_address: Callable[[], str]
) -> None:
    assert check_kills(tmp_path, sapper_command, new_address(), 400_000, 50) >= 50


def test_full_disk_is_reported_and_nothing_is_half_written(tmp_path: Path) -> None:
    if os.getuid() != 0 or shutil.which("mount") is None:
        pytest.skip("a small disk can only be made as root")
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=700k", "tmpfs", str(disk)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode != 0:
        pytest.skip("this machine lets nobody mount")
    try:
        address = str(disk / "s.db")
        with open_store(address) as store, pytest.raises(StoreError, match="disk"):
            play(small(50_000), store, workers=2, batch_size=500)
        subprocess.run(
            ["mount", "-o", "remount,size=20m", str(disk)], check=True, capture_output=True
        )
        with open_store(address) as store:
            for spans in store.spans(1).values():
                assert all(count % 500 == 0 for _, count in spans)
            assert play(small(5000), store, workers=2, batch_size=500).is_complete
    finally:
        subprocess.run(["umount", str(disk)], check=False)


def test_locked_file_is_reported(tmp_path: Path) -> None:
    address = str(tmp_path / "s.db")
    open_store(address).close()
    other = sqlite3.connect(address)
    other.execute("BEGIN IMMEDIATE")
    with open_store(address, lock_seconds=0.1) as store, pytest.raises(StoreError, match="locked"):
        play(small(10), store)
    other.rollback()
    other.close()


def test_reader_is_not_disturbed_by_a_writer(tmp_path: Path) -> None:
    address = str(tmp_path / "s.db")
    with open_store(address) as store:
        play(small(10), store)
        other = sqlite3.connect(address)
        other.execute("BEGIN IMMEDIATE")
        with open_store(address, create=False) as reader:
            assert reader.tallies(1)[1].games == 10
        other.rollback()
        other.close()


@pytest.mark.parametrize("damage", ["garbage", "middle"])
def test_damaged_file_is_reported(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "s.db"
    with open_store(str(path)) as store:
        play(small(2000), store, batch_size=500)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    content = bytearray(path.read_bytes())
    if damage == "garbage":
        content[:4096] = b"x" * 4096
    else:
        content[4096:200_000] = os.urandom(200_000 - 4096)
    path.write_bytes(bytes(content))
    with pytest.raises(StoreError, match="damaged"), open_store(str(path)) as store:
        stored_games(store)


def test_missing_store_is_reported_to_readers(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no store at"):
        open_store(str(tmp_path / "none.db"), create=False)
    with pytest.raises(StoreError, match="cannot be opened"):
        open_store(str(tmp_path / "no" / "folder" / "s.db"))


def test_wrong_address_is_reported() -> None:
    with pytest.raises(StoreError, match="sqlite, postgresql, got 'mysql'"):
        open_store("mysql://host/x")
    with pytest.raises(StoreError, match="the path of a file"):
        open_store("sqlite://")


def test_server_that_is_not_there_is_reported() -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(StoreError, match="connection"):
        open_store("postgresql://sapper@127.0.0.1:1/x")


def test_refused_password_is_called_that(postgres: PostgresServer) -> None:
    server = f"127.0.0.1:{postgres.port}"
    postgres.ask_for_password("locked", "right")
    with pytest.raises(StoreError, match="cannot connect: the password was refused"):
        open_store(f"postgresql://locked:wrong@{server}/postgres")
    with pytest.raises(StoreError, match="cannot connect: the password was refused"):
        open_store(f"postgresql://locked@{server}/postgres")
    with pytest.raises(StoreError, match="cannot connect: the server refused the user or the data"):
        open_store(f"postgresql://sapper@{server}/nowhere")


def test_cluster_that_refuses_leaves_no_store_behind(
    tmp_path: Path, sapper_command: list[str]
) -> None:
    (tmp_path / "x.toml").write_text(
        'name = "x"\ngames = 5\n[parameters]\nagent = ["random"]\non = ["beginner"]'
    )
    for words in (["experiment", "run", "x.toml"], ["reproduce", "becerra/5.2"]):
        done = subprocess.run(
            [*sapper_command, *words, "--scheduler", "tcp://127.0.0.1:1"],
            cwd=tmp_path, capture_output=True, text=True, check=False, timeout=100,
        )  # fmt: skip
        assert done.returncode == 2, done.stderr
        assert "127.0.0.1:1" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["x.toml"]


def test_lost_connection_is_made_anew(postgres: PostgresServer) -> None:
    import psycopg

    address = postgres.new_database()
    with open_store(address) as store:
        play(small(10), store)
        with psycopg.connect(address, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        assert play(small(20), store).is_complete


def test_required_extras_are_there() -> None:
    if sys.platform == "linux" and not Path("/usr/lib/postgresql").exists():
        skip_or_fail("PostgreSQL is not installed")


@pytest.mark.parametrize("extra", ["postgres", "cluster", "parquet"])
def test_missing_extra_is_reported_with_its_name(
    extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import importlib.util

    from sapper.errors import MissingExtraError
    from sapper.lab.executors.cluster import DaskExecutor
    from sapper.lab.output.export import export

    with open_store(str(tmp_path / "s.db")) as store:
        play(small(5), store)
        experiment = store.find_experiment("small")
        assert experiment is not None
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
        with pytest.raises(MissingExtraError, match=rf"sapper\[{extra}\]"):
            if extra == "postgres":
                open_store("postgresql://host/x")
            elif extra == "cluster":
                DaskExecutor(len, "tcp://127.0.0.1:1")
            else:
                export(store, experiment, tmp_path / "x.parquet")


def test_file_that_is_gone_when_its_export_fails_hides_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object, **_options: object) -> Iterator[object]:
        (draft,) = tmp_path.glob(".x.csv.*.part")
        draft.unlink()
        raise StoreError("the store is damaged")
        yield

    with open_store(str(tmp_path / "s.db")) as store:
        play(small(5), store)
        experiment = store.find_experiment("small")
        assert experiment is not None
        monkeypatch.setattr(exporting, "_blocks", fail)
        with pytest.raises(StoreError, match="is damaged"):
            exporting.export(store, experiment, tmp_path / "x.csv")
