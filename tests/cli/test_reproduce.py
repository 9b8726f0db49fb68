"""Published tables from the terminal."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from cli.experiments import sapper
from sapper.cli import app


def test_reproduce_lists_every_table(folder: Path) -> None:
    said = sapper("reproduce").output
    for name in ("becerra/6.2", "kvietinskas/8.6", "cooper/fig-30", "vaitzman/2", "sinha/4"):
        assert name in said


def test_reproduce_plays_and_compares(folder: Path) -> None:
    result = CliRunner().invoke(
        app, ["reproduce", "kvietinskas/fig-8.1", "--games", "40", "--workers", "1", "--json"]
    )
    assert result.exit_code in (0, 1)
    found = json.loads(result.stdout)
    numbers = [row for row in found if row["kind"] == "number"]
    mine = [row for row in numbers if row["agent"] == "kvietinskas/single-point"]
    assert [row["games"] for row in mine] == [40] * 4  # the four grids
    assert all(row["verdict"] == "a plot" for row in mine)
    claims = [row for row in found if row["kind"] == "claim"]
    assert numbers + claims == found
    assert claims


def test_what_is_only_reported_is_shown(folder: Path) -> None:
    assert "tasks: 480,000" in sapper("reproduce", "kvietinskas/8.8").output
