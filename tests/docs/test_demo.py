"""The first command of README, in a clean clone: it builds, plays and writes its pages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_demo_of_a_clean_clone_writes_its_pages(tmp_path: Path) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("needs the repository")
    clone = tmp_path / "sapper"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
    # Nothing of this checkout's environment may help.
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    python = f"PYTHON={getattr(sys, '_base_executable', sys.executable)}"
    subprocess.run(["make", "demo", "DEMO_GAMES=20", python], cwd=clone, env=clean, check=True)
    for name, sign in {
        "league.html": "Sapper league",
        "league.svg": "<svg",
        "report.html": "From random to exact",
        "sapper.html": "<!doctype html>",
    }.items():
        assert sign.lower() in (clone / "demo" / name).read_text().lower()
    program = clone / ".venv" / "bin" / "sapper"
    hint = subprocess.run(
        [str(program), "analyse", "..1./..2./11../.... 3"],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "is safe: " in hint.stdout
