"""`sapper engine check`: a line a promise, for programs that keep them and that do not."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agents.programs import CODINGAMER, sweeper, write_program
from sapper import compare, load_agent
from sapper.cli import app
from sapper.errors import ArgumentError
from sapper.testing import check_agent, check_program

ENGINES = Path(__file__).resolve().parents[2] / "examples" / "engines"


def broken(command: str, dialect: str = "sapper") -> list[str]:
    """Return the promises that a program breaks."""
    agent = load_agent(f"engine:dialect={dialect}:{command}")
    return [one.name for one in check_program(agent, num_games=1) if not one.is_kept]


def test_program_that_keeps_every_promise(tmp_path: Path) -> None:
    command = sweeper(tmp_path)
    done = CliRunner().invoke(app, ["engine", "check", command, "--games", "1"])
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert all(line.startswith("kept: ") for line in lines)
    assert len(lines) == 14
    assert "legal moves on 1x9x2, first click safe, normal game: 1 game" in done.output


def test_program_of_codingame_is_checked_on_its_grid(tmp_path: Path) -> None:
    assert broken(write_program(tmp_path, CODINGAMER), "codingame") == []


@pytest.mark.parametrize(
    ("answer", "promise"),
    [
        ('print("r1c1")', "legal moves on 6x5x6"),
        ("print(json.dumps(question))", "it starts and answers"),
        ("sys.exit(1)", "it starts and answers"),
        ("import random; print(random.choice(cells))", "the same question"),
    ],
)
def test_broken_promise_is_named(tmp_path: Path, answer: str, promise: str) -> None:
    found = broken(sweeper(tmp_path, answer))
    assert any(one.startswith(promise) for one in found), found


def test_program_that_stays_after_its_input_is_named(tmp_path: Path) -> None:
    command = sweeper(tmp_path) + " --stay"
    path = tmp_path / "sweeper.py"
    path.write_text(path.read_text() + "\nimport time\ntime.sleep(60)\n")
    assert broken(command) == ["it ends when its input ends"]


def test_check_as_json_and_its_exit_code(tmp_path: Path) -> None:
    command = sweeper(tmp_path, "print(7)")
    done = CliRunner().invoke(app, ["engine", "check", command, "--json"])
    assert done.exit_code == 1
    (first,) = json.loads(done.stdout)
    assert first["is_kept"] is False
    assert "cannot read" in first["said"] or "expected a cell" in first["said"]


def test_only_programs_are_checked() -> None:
    with pytest.raises(ArgumentError, match="an agent that is a program"):
        check_program(load_agent("exact"))


def test_check_of_agents_takes_programs(tmp_path: Path) -> None:
    check_agent(load_agent(f"engine:{sweeper(tmp_path)}"), num_games=2)


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not here")
def test_example_in_node_keeps_every_promise() -> None:
    assert broken(f"node {ENGINES / 'solver.mjs'}") == []


def test_example_in_the_shell_keeps_every_promise() -> None:
    assert broken(f"sh {ENGINES / 'first.sh'}") == []


@pytest.mark.slow
def test_least_risk_by_another_engine_wins_as_often_as_exact() -> None:
    pytest.importorskip("ms_toollib")
    program = f"engine:{sys.executable} {ENGINES / 'least_risk.py'}"
    assert broken(f"{sys.executable} {ENGINES / 'least_risk.py'}") == []
    for on, games in (("beginner", 3000), ("expert", 300)):
        found = compare(program, "exact:first=r1c1", on, games=games, seed=11, workers=2)
        assert found.mines_moved == 0
        assert found.paired.p_value > 0.001, str(found)
