"""An error in somebody's own agent: their frames first, and the game to play again."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sapper.agents.own_frames import describe_own
from sapper.cli import app

AGENT = """\
from dataclasses import dataclass

from sapper import Agent
from sapper.agents import register


@dataclass(frozen=True)
class Bad:
    def guess(self, position, allowed, random):
        return choose(allowed)


def choose(allowed):
    return allowed[10_000]


@register("mine/bad", source="a test")
def bad() -> Agent:
    return Agent(guesser=Bad())
"""


def sapper(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sapper", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=200)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_error_in_an_agent_shows_its_own_lines_and_its_game(
    tmp_path: Path, workers: str
) -> None:
    file = tmp_path / "bad agent.py"
    file.write_text(AGENT)
    words = ["run", "mine/bad", "--load", str(file), "--on", "beginner", "--games", "40"]
    failed = sapper(*words, "--workers", workers)
    assert failed.returncode == 1
    lines = failed.stderr[failed.stderr.index("  File ") :].splitlines()
    assert lines[0] == f'  File "{file}", line 10, in guess'
    assert f'  File "{file}", line 14, in choose' in lines
    assert lines[-4] == "IndexError: list index out of range"
    assert lines[-3].startswith("the game that failed: agent 'mine/bad', beginner, game seed ")
    assert "arguments.py" not in failed.stderr and "typer" not in failed.stderr
    # What it says plays the same game, which fails at the same place.
    again = shlex.split(lines[-2].removeprefix("play it again: "))
    assert again[0] == "sapper" and again[-2:] == ["--load", str(file)]
    played = sapper(*again[1:])
    assert played.returncode == 1
    assert f"game {lines[-3].split()[-1]}, agent 0" in played.stdout
    assert f'  File "{file}", line 14, in choose' in played.stderr
    assert "typer" not in played.stderr and played.stderr.count("File") == 2


def test_debug_shows_the_whole_trace(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text(AGENT)
    failed = sapper("--debug", "run", "mine/bad", "--load", str(file), "--games", "2")
    assert "loop.py" in failed.stderr and f'File "{file}"' in failed.stderr
    assert failed.stderr.splitlines()[-1].endswith(f" --load {file}")


def test_the_game_that_a_policy_failed_in_can_be_played_again(tmp_path: Path) -> None:
    file = tmp_path / "bad policy.py"
    file.write_text("def act(cells, masks):\n    return {}['x']\n")
    words = ["run", "--policy", f"{file}:act", "--games", "3", "--workers", "1"]
    failed = CliRunner().invoke(app, words).exception
    assert isinstance(failed, KeyError)
    lines = describe_own(failed).splitlines()
    again = shlex.split(lines[-2].removeprefix("play it again: "))
    played = CliRunner().invoke(app, again[1:])
    assert f"game {lines[-3].split()[-1]}, agent 0" in played.output
    assert isinstance(played.exception, KeyError)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_part_that_exits_is_an_error_and_no_run_that_went_well(
    tmp_path: Path, workers: str
) -> None:
    file = tmp_path / "exits.py"
    file.write_text(AGENT.replace("return allowed[10_000]", "raise SystemExit(0)"))
    words = ["run", "mine/bad", "--load", str(file), "--on", "5x5x3", "--games", "4"]
    failed = sapper(*words, "--workers", workers)
    assert failed.returncode == 2
    assert failed.stderr.strip() == "sapper: a part of the agent calls sys.exit(0)"
