"""The store of the guide, as an installed package: it keeps the contract, and experiments."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from docs.test_experiments_guide import blocks
from sapper.errors import StoreError
from sapper.lab.store import open_store

CHECK = """
from itertools import count
from sapper.testing import check_store
from sapper.lab.store import open_store
numbers = count()
check_store(lambda: open_store(f"pickle://{next(numbers)}.pickle"))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Lay the package out as an installer would, beside an experiment."""
    (code,) = [
        text
        for text in blocks("py")
        if "class PickleStore" in text or "STORES" in text or "def open" in text
    ]
    (points,) = [text for text in blocks("toml") if "sapper.stores" in text]
    section = points.replace('project.entry-points."sapper.stores"', "sapper.stores")
    (tmp_path / "pickle_store.py").write_text(code)
    info = tmp_path / "pickle_store-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pickle-store\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(section.replace('"', ""))
    (tmp_path / "tiny.toml").write_text(
        'name = "tiny"\ngames = 50\nparameters = { agent = ["random"], on = ["beginner"] }\n'
    )
    return tmp_path


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_store_of_the_guide_keeps_the_contract(folder: Path) -> None:
    done = run(folder, "-c", CHECK)
    assert done.returncode == 0, done.stderr


def test_experiment_is_kept_in_a_store_of_a_package(folder: Path) -> None:
    sapper, store = ("-m", "sapper", "experiment"), ("--store", "pickle://s.pickle")
    done = run(folder, *sapper, "run", "tiny.toml", *store, "--workers", "1")
    assert done.returncode == 0, done.stderr
    listed = run(folder, *sapper, "list", *store, "--json")
    (row,) = json.loads(listed.stdout)
    assert (row["name"], row["stored_games"], row["is_complete"]) == ("tiny", 50, True)
    missing = run(folder, *sapper, "list", "--store", "pickle://none.pickle")
    assert "no store at 'pickle://none.pickle'" in missing.stderr


def test_package_that_cannot_be_loaded_is_one_line(folder: Path) -> None:
    (folder / "pickle_store.py").write_text("import no_such_module\n")
    done = run(folder, "-m", "sapper", "experiment", "list", "--store", "pickle://s.pickle")
    assert done.returncode == 2
    assert "cannot load the store 'pickle' (pickle_store:open_store)" in done.stderr
    assert "Traceback" not in done.stderr


def test_unknown_scheme_is_answered_with_the_known_ones() -> None:
    with pytest.raises(StoreError, match="expected a store on one of sqlite, postgresql"):
        open_store("mongodb://host/name")
