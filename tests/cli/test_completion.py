"""What the tab key offers."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from cli.commands import ROOT, SAPPER, quickly
from sapper.cli import completion


def offered(*words: str, env: dict[str, str] | None = None) -> list[str]:
    """Ask for what the Tab key offers, as bash asks."""
    done = subprocess.run(
        SAPPER, capture_output=True, text=True, check=False, cwd=ROOT,
        env={**os.environ, "_SAPPER_COMPLETE": "complete_bash",
             "COMP_WORDS": " ".join(["sapper", *words]), "COMP_CWORD": str(len(words)),
             **(env or {})},
    )  # fmt: skip
    return done.stdout.split()


def test_tab_offers_commands_agents_options_and_grids() -> None:
    assert offered("re") == ["review", "reproduce"]
    assert offered("run", "exa") == ["exact"]
    assert offered("compare", "exact", "--first-click", "z") == ["zero"]


def test_tab_offers_what_each_place_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert completion.complete_agents("becerra/dssp:op") == ["becerra/dssp:opener="]
    assert "exact:opener=corner" in completion.complete_agents("exact:opener=")
    assert completion.complete_grids("int") == ["intermediate"]
    assert "30x16x99" in completion.complete_grids("3")
    assert completion.complete_tables("becerra/5.2") == ["becerra/5.2"]
    assert completion.complete_techniques("pair") == ["pair of clues"]
    assert completion.complete_experiment_files("becerra-5.2") == ["becerra-5.2"]
    assert completion.complete_agents("nobody:") == []
    store = str(tmp_path / "rows.db")
    file = tmp_path / "small.toml"
    file.write_text('name = "small"\ngames = 5\n[parameters]\nagent = ["random"]\non = ["5x5x3"]\n')
    quickly("experiment", "run", str(file), "--store", store, "--workers", "1")
    assert str(file) in completion.complete_experiment_files(str(tmp_path / "sm"))
    monkeypatch.setenv("SAPPER_STORE", store)
    assert "small" in completion.complete_experiments("sma")
