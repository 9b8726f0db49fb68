"""An experiment from its file to its figures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.experiments import TEXT, sapper
from sapper.errors import SapperError


def test_experiment_from_run_to_export(folder: Path) -> None:
    sapper("experiment", "run", "tiny.toml", "--workers", "1")
    assert (folder / "sapper.db").exists()
    said = sapper("experiment", "status", "tiny.toml").output
    assert "120 of 120 games" in said
    assert sapper("experiment", "status", "tiny").output == said
    data = json.loads(sapper("experiment", "status", "tiny", "--json").output)
    assert [row["games"] for row in data["conditions"]] == [60, 60]
    sapper("experiment", "report", "tiny.toml", "--csv", "tables")
    assert (folder / "tiny.html").stat().st_size > 10_000
    assert (folder / "tables" / "results.csv").read_text().count("\n") == 3
    sapper("experiment", "export", "tiny.toml", "--to", "games.csv")
    assert (folder / "games.csv").read_text().count("\n") == 121


def test_restart_deletes_the_results_of_a_changed_file(folder: Path) -> None:
    sapper("experiment", "run", "tiny.toml", "--workers", "1")
    (folder / "tiny.toml").write_text("seed = 5\n" + TEXT)
    with pytest.raises(SapperError, match="seed was 0, is 5"):
        sapper("experiment", "run", "tiny.toml", "--workers", "1")
    sapper("experiment", "run", "tiny.toml", "--workers", "1", "--restart")
