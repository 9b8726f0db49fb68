"""`sapper boards` from outside."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sapper.cli import app
from sapper.errors import NotationError, SapperError

runner = CliRunner()


def test_boards_are_written_and_checked(tmp_path: Path) -> None:
    path = tmp_path / "boards.json"
    made = runner.invoke(
        app, ["boards", "expert", "--count", "30", "--hardest", "subset", "--to", str(path)]
    )
    assert made.exit_code == 0, made.output
    assert "30 boards among" in made.output
    boards = json.loads(path.read_text())
    assert len(boards) == 30
    assert {"layout", "first", "grade", "three_bv", "seed", "certificate"} <= set(boards[0])
    assert all(board["grade"]["hardest"] in ("single clue", "subset") for board in boards)
    checked = runner.invoke(app, ["boards", "check", str(path)])
    assert checked.exit_code == 0
    assert "correct: 30 of 30 boards" in checked.output


def test_a_damaged_file_fails_and_names_board_and_step(tmp_path: Path) -> None:
    path = tmp_path / "boards.json"
    runner.invoke(app, ["boards", "beginner", "--count", "3", "--to", str(path)])
    boards = json.loads(path.read_text())
    step = boards[1]["certificate"][2]
    step["are"] = "mines" if step["are"] == "safe" else "safe"
    path.write_text(json.dumps(boards))
    checked = runner.invoke(app, ["boards", "check", str(path)])
    assert checked.exit_code == 1
    assert "board 2, step 3: " in checked.output
    as_json = runner.invoke(app, ["boards", "check", str(path), "--json"])
    assert json.loads(as_json.stdout)["failed"][0]["step"] == 3


def test_json_prints_one_list(tmp_path: Path) -> None:
    made = runner.invoke(app, ["boards", "9x9x10", "--count", "2", "--json"])
    assert len(json.loads(made.stdout)) == 2


def test_density_spreads_the_boards_over_the_numbers_of_mines() -> None:
    made = runner.invoke(
        app, ["boards", "10x10", "--density", "0.10..0.12", "--count", "7", "--json"]
    )
    assert [board["mines"] for board in json.loads(made.stdout)] == [10, 10, 10, 11, 11, 12, 12]


def test_fifty_fifty_asks_for_exactly_one_guess_of_one_half() -> None:
    made = runner.invoke(app, ["boards", "9x9x12", "--fifty-fifty", "--count", "3", "--json"])
    for board in json.loads(made.stdout):
        risks = [step["risk"] for step in board["certificate"] if step["technique"] == "guess"]
        assert risks == [pytest.approx(0.5)]


def test_perturbed_boards_are_labelled() -> None:
    made = runner.invoke(app, ["boards", "9x9x20", "--method", "perturb", "--count", "2"])
    assert "not uniform" in made.output


@pytest.mark.parametrize(
    ("arguments", "error", "problem"),
    [
        (["check"], SapperError, "expected a file of boards"),
        (["check", "nowhere.json"], NotationError, "found no file"),
        (["beginner", "--3bv", "many"], NotationError, "expected a range"),
        (["beginner", "out.json"], SapperError, "expected --to"),
        (["beginner", "--hardest", "luck"], SapperError, "unknown technique 'luck'"),
    ],
)
def test_wrong_input_is_one_clear_error(
    arguments: list[str], error: type[Exception], problem: str
) -> None:
    with pytest.raises(error, match=problem):
        runner.invoke(app, ["boards", *arguments], catch_exceptions=False)
