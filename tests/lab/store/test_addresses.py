"""Where a store may be, and what is never touched."""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import socketserver
import sqlite3
import subprocess
import sys
import tempfile
import threading
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from lab.rows_for_tests import add, enter, rows_of
from lab.servers import PostgresServer
from sapper.errors import StoreError
from sapper.lab.store import open_store, sql
from sapper.lab.store.faults import explain

STORES = Path(__file__).parents[1] / "stores"


@pytest.mark.parametrize(
    "address",
    [
        "",
        " ",
        ":memory:",
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "file::memory:",
        "sqlite:///file:x?mode=memory&uri=true",
    ],
)
def test_store_that_would_be_lost_is_refused(address: str) -> None:
    with pytest.raises(StoreError, match="expected the path of a file"):
        open_store(address)


def test_store_that_is_removed_while_it_is_used_is_an_error(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with open_store(str(folder / "s.db")) as store:
        x = enter(store)
        add(store, x, [rows_of(0)])
        shutil.rmtree(folder)
        with pytest.raises(StoreError, match="removed or replaced while it was used"):
            add(store, x, [rows_of(20)])
        with pytest.raises(StoreError, match="removed or replaced"):
            store.tallies(x.id)


def test_store_that_is_replaced_while_it_is_used_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    with open_store(str(path)) as store:
        x = enter(store)
        path.rename(tmp_path / "old.db")
        open_store(str(path)).close()
        with pytest.raises(StoreError, match="removed or replaced"):
            add(store, x, [rows_of(0)])


def make_other(path: Path, *statements: str, wal: bool = False) -> None:
    with closing(sqlite3.connect(path)) as connection:
        if wal:
            connection.execute("PRAGMA journal_mode = WAL")
        for statement in statements:
            connection.execute(statement)
        connection.commit()


@pytest.mark.parametrize("wal", [False, True])
@pytest.mark.parametrize(
    "statements",
    [
        ("CREATE TABLE mine (id INTEGER)",),
        ("CREATE TABLE schema_version (version INTEGER)", "INSERT INTO schema_version VALUES (2)"),
        ("CREATE TABLE mine (id INTEGER)", "PRAGMA application_id = 7"),
        ("CREATE TABLE experiment (id INTEGER)", "PRAGMA user_version = 5"),
    ],
)
def test_database_of_another_application_is_not_touched(
    tmp_path: Path, statements: tuple[str, ...], wal: bool
) -> None:
    path = tmp_path / "other.db"
    make_other(path, *statements, wal=wal)
    before = hashlib.sha256(path.read_bytes()).digest()
    for create in (True, False):
        with pytest.raises(StoreError, match="another application's database"):
            open_store(str(path), create=create)
    assert hashlib.sha256(path.read_bytes()).digest() == before
    assert [one.name for one in tmp_path.iterdir()] == ["other.db"]


def test_postgresql_database_of_another_application_is_not_touched(
    postgres: PostgresServer,
) -> None:
    import psycopg

    for version in ("1",):
        address = postgres.new_database()
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("CREATE TABLE schema_version (version INTEGER)")
            connection.execute(f"INSERT INTO schema_version VALUES ({version})")
        with pytest.raises(StoreError, match="other tables"):
            open_store(address)
        with psycopg.connect(address) as connection:
            query = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'"
            assert connection.execute(query).fetchone() == (1,)


def test_file_that_is_no_database_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database\n" * 20)
    with pytest.raises(StoreError, match="no store at all"):
        open_store(str(path))
    assert path.read_text() == "not a database\n" * 20


def test_empty_file_becomes_a_store(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    path.touch()
    with open_store(str(path)) as store:
        assert store.list_experiments() == []
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA application_id").fetchone() == (0x53415052,)


READ = """
import sys
from pathlib import Path
from sapper.errors import StoreError
from sapper.lab.store import open_store, sql
from sapper.lab.output.reports import write_report
with open_store(sys.argv[1], create=False) as store:
    (name,) = store.list_experiments()
    write_report(store, store.find_experiment(name), Path(sys.argv[2]))
for name in (sys.argv[1], sys.argv[1] + "-new"):
    try:
        open_store(name)
    except StoreError as error:
        print(error)
"""


def test_store_that_may_not_be_written_is_reported_on() -> None:
    out = Path(tempfile.mkdtemp(prefix="sapper-locked-"))
    folder = out / "locked"
    folder.mkdir()
    path = folder / "s.db"
    path.write_bytes(gzip.decompress((STORES / "version-1.db.gz").read_bytes()))
    before = path.read_bytes()
    path.chmod(0o444)
    folder.chmod(0o555)
    command = [sys.executable, "-c", READ, str(path), str(out / "r.html")]
    if os.getuid() == 0:  # root may write everywhere: read as nobody
        out.chmod(0o777)
        command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *command]
    environment = {**os.environ, "HOME": str(out), "MPLCONFIGDIR": str(out)}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=120, env=environment
        )
        assert done.returncode == 0, done.stderr
        refused = [
            f"cannot use the store '{path}{end}': it may not be written" for end in ("", "-new")
        ]
        assert done.stdout.splitlines() == refused
        assert "<html" in (out / "r.html").read_text()
        assert path.read_bytes() == before
        assert [one.name for one in folder.iterdir()] == ["s.db"]
    finally:
        folder.chmod(0o755)
        shutil.rmtree(out)


def test_server_that_is_starting_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers with this error while it recovers; the driver gives no number for it."""
    monkeypatch.setattr(sql, "_TRY_AGAIN", (0.01, 0.01, 0.01))
    words = b"SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0"
    answer = b"E" + (len(words) + 4).to_bytes(4, "big") + words
    calls: list[int] = []

    class Starting(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            asked = self.request.recv(1000)
            if asked[4:8] == (80877103).to_bytes(4, "big"):  # for encryption: none here
                self.request.sendall(b"N")
                self.request.recv(1000)
            calls.append(1)
            self.request.sendall(answer)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Starting) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.server_address[1]
        with pytest.raises(StoreError, match="starting up"):
            open_store(f"postgresql://sapper@127.0.0.1:{port}/nothing?gssencmode=disable")
        server.shutdown()
    assert len(calls) == 4


def test_store_that_may_not_be_written_can_be_read_and_not_run_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / "s.db")
    open_store(path).close()
    monkeypatch.setattr(os, "access", lambda *_: False)
    with open_store(path, create=False) as store:
        assert store.list_experiments() == []
    for name in (path, str(tmp_path / "new.db")):
        with pytest.raises(StoreError, match="it may not be written"):
            open_store(name)
    with pytest.raises(StoreError, match="is the folder there"):
        open_store(str(tmp_path / "none" / "s.db"))


def test_store_names_where_it_is(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "s.db")) as store:
        assert store.address == str(tmp_path / "s.db")


def test_empty_file_becomes_a_store_when_something_is_written(tmp_path: Path) -> None:
    """As a name that was reserved; a reader leaves it as it is."""
    (tmp_path / "new.db").touch()
    with pytest.raises(StoreError, match=r"no store at .*: the file is empty"):
        open_store(str(tmp_path / "new.db"), create=False)
    assert (tmp_path / "new.db").read_bytes() == b""
    with open_store(str(tmp_path / "new.db")) as store:
        assert store.list_experiments() == []


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("database is locked", "another process has kept it locked; "),
        ("database or disk is full", "the disk is full: make room; "),
        ("attempt to write a readonly database", "it may not be written"),
        ("no such function: x\nCONTEXT: y", ""),
    ],
)
def test_error_of_a_database_is_explained_without_its_statement(said: str, words: str) -> None:
    found = explain(OperationalError("SELECT 1", {}, sqlite3.OperationalError(said)))
    first = said.splitlines()[0]
    assert found.startswith(words or first)
    assert found.endswith(f" ({first})" if words else first)
    assert "SELECT" not in found
