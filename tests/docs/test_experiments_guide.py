"""The guide to experiments is run as it is written."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs.test_commands import run_all

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "guides" / "experiments.md").read_text()
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[str]:
    return [text for kind, text in BLOCK.findall(GUIDE) if kind == language]


def test_first_experiment_runs_as_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SAPPER_STORE", raising=False)
    (tmp_path / "first.toml").write_text(blocks("toml")[0])
    run_all(ROOT / "docs" / "guides" / "experiments.md")
    for name in ("first.html", "first.csv", "first.parquet", "sapper.db"):
        assert (tmp_path / name).exists()
    for code in blocks("python"):
        shown = subprocess.run(
            [sys.executable, "-W", "error", "-c", code],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        assert shown.stdout.count(" of 2000") == 6


def test_keys_of_the_guide_are_those_of_the_reader() -> None:
    from sapper.lab.experiments import definition

    for key in (*definition._TOP, *definition._REPORT):
        assert f"`{key}`" in GUIDE or f"[{key}]" in GUIDE, key
