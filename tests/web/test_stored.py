"""Experiments of a store on the page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sapper.cli import app
from web.conftest import Served, serve

pytest.importorskip("starlette")


from web.asking import request


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, str]]:
    """A server over a store with a small experiment in it."""
    folder: Path = tmp_path_factory.mktemp("store")
    plan = folder / "tiny.toml"
    plan.write_text(
        'name = "tiny"\ntitle = "A tiny one"\ngames = 40\n'
        '[parameters]\nagent = ["random", "exact"]\n[constants]\non = "6x6x5"\n'
    )
    store = str(folder / "tiny.db")
    runner = CliRunner()
    done = runner.invoke(app, ["experiment", "run", str(plan), "--store", store, "--workers", "1"])
    assert done.exit_code == 0, done.output
    served, stop = serve(store)
    yield served, store
    stop()


def test_a_stores_experiments_are_listed_and_reported(stored: tuple[Served, str]) -> None:
    server, _ = stored
    found = json.loads(request(server, "/data/experiments.json")[2])["experiments"]
    assert [(e["name"], e["done"], e["games"]) for e in found] == [("tiny", 80, 80)]
    status, headers, page = request(server, "/report?experiment=tiny")
    assert (status == 200 and b"A tiny one" in page) or b"tiny" in page
    assert "script-src" not in headers["content-security-policy"]
    status, _, text = request(server, "/report?experiment=tinny")
    assert status == 404 and b"did you mean 'tiny'" in text


def test_a_missing_store_is_reported_in_a_line(tmp_path: Path) -> None:
    done = CliRunner().invoke(
        app, ["web", "--no-open", "--port", "0", "--store", str(tmp_path / "no.db")]
    )
    assert done.exit_code != 0 and "no.db" in str(done.exception)
