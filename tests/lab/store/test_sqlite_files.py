"""Files that vanish, are replaced, are empty or may not be written."""

from __future__ import annotations

import gzip
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from lab.rows_for_tests import add, enter, rows_of
from sapper.errors import StoreError
from sapper.lab.store import open_store

STORES = Path(__file__).parents[1] / "stores"


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


def test_empty_file_becomes_a_store_when_something_is_written(tmp_path: Path) -> None:
    """As a name that was reserved; a reader leaves it as it is."""
    (tmp_path / "new.db").touch()
    with pytest.raises(StoreError, match=r"no store at .*: the file is empty"):
        open_store(str(tmp_path / "new.db"), create=False)
    assert (tmp_path / "new.db").read_bytes() == b""
    with open_store(str(tmp_path / "new.db")) as store:
        assert store.list_experiments() == []
