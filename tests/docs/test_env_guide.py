"""The guide to the environment is run: on fewer games, and slowly as it is printed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "guides" / "env.md").read_text()
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
SMALLER = (
    ("--games 4000", "--games 60"),
    ("--games 10000", "--games 40"),
    ("--seconds 60", "--seconds 1 --games 500"),
)


def blocks(language: str) -> list[str]:
    return [text for kind, text in BLOCK.findall(GUIDE) if kind == language]


def run(words: list[str], folder: Path) -> str:
    done = subprocess.run(
        words, cwd=folder, capture_output=True, text=True, check=False, timeout=3000
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("code", blocks("python"), ids=lambda code: code.split("\n")[0])
def test_python_of_the_guide_runs(code: str, tmp_path: Path) -> None:
    run([sys.executable, "-c", code], tmp_path)


@pytest.mark.parametrize(
    "shorter",
    [SMALLER, pytest.param((), marks=[pytest.mark.slow, pytest.mark.timeout(3600)])],
    ids=["short", "as printed"],
)
def test_commands_of_the_guide_train_and_play_a_network(
    tmp_path: Path, shorter: tuple[tuple[str, str], ...]
) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    lines = [line.removeprefix("$ ") for text in blocks("console") for line in text.splitlines()]
    assert lines[0] == 'pip install "sapper[env]"'
    for printed in lines[1:]:
        line = printed
        for large, small in shorter:
            line = line.replace(large, small)
        program, *rest = line.split()
        if program == "sapper":
            words = [sys.executable, "-m", "sapper", *rest]
        else:
            extra = ["--epochs", "1"] if shorter and "train_risk_net" in line else []
            words = [sys.executable, *rest, *extra]
        shown = run(words, tmp_path)
    assert (tmp_path / "risk_net.npz").exists()
    assert shown.startswith("won ")


@pytest.mark.slow
def test_a_minute_of_play_teaches_more_than_chance(tmp_path: Path) -> None:
    shown = run(
        [sys.executable, str(ROOT / "examples/train_by_play.py"), "--seconds", "60"], tmp_path
    )
    assert float(shown.split()[1]) > 40.0  # random play wins 10
