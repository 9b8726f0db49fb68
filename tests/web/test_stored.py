"""Experiments of a store on the page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sapper.cli import app
from web.conftest import Served

pytest.importorskip("starlette")


from web.asking import request


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
