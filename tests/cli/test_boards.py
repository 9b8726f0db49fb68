"""`sapper boards` from outside."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sapper.boards import generate, save_boards
from sapper.boards.board import iter_raw_boards
from sapper.cli import app
from sapper.errors import NotationError, SapperError
from sapper.game.cells import format_cell

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


def test_the_check_names_what_it_could_not_compute_again(tmp_path: Path) -> None:
    path = tmp_path / "boards.json"
    runner.invoke(
        app, ["boards", "9x9x20", "--method", "perturb", "--count", "2", "--to", str(path)]
    )
    checked = runner.invoke(app, ["boards", "check", str(path)])
    assert checked.exit_code == 0
    assert "not checked: method (2 boards)" in checked.output
    as_json = runner.invoke(app, ["boards", "check", str(path), "--json"])
    assert json.loads(as_json.stdout)["not_checked"] == {"method": 2, "seed": 2}


@pytest.mark.parametrize("name", ["three_bv", "mines", "openings", "islands", "seed", "guesses"])
def test_a_wrong_number_in_a_file_fails(tmp_path: Path, name: str) -> None:
    path = tmp_path / "boards.json"
    runner.invoke(app, ["boards", "beginner", "--count", "3", "--to", str(path)])
    boards = json.loads(path.read_text())
    boards[2][name] += 1
    path.write_text(json.dumps(boards))
    checked = runner.invoke(app, ["boards", "check", str(path)])
    assert checked.exit_code == 1
    assert "board 3, " in checked.output
    assert "correct: 2 of 3 boards" in checked.output


def test_a_file_is_read_board_by_board_whatever_its_size(tmp_path: Path) -> None:
    path = tmp_path / "boards.json"
    boards = generate("expert", 120, seed=1)
    save_boards(boards, path)
    assert path.stat().st_size > 2 << 20
    sizes: list[tuple[int, int]] = []
    read = list(iter_raw_boards(path, lambda done, size: sizes.append((done, size))))
    assert read == [board.to_dict() for board in boards]
    assert len(sizes) == 120
    assert sizes[0][0] < sizes[0][1] == path.stat().st_size == sizes[-1][0]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"{}", "got something else"),
        (b"", "got something else"),
        (b"[{}", "expected a comma or ]"),
        (b'[{"a": 1', "expected boards as a JSON list"),
        (b"[{} {}]", "expected a comma or ]"),
        (b"[{},]", "expected a board after the last comma"),
        (b"[{}] []", "expected nothing after the list"),
        (b'["\xff"]', "not UTF-8 text"),
        (b"[" * 100_000, "expected boards as a JSON list"),
    ],
)
def test_a_file_that_is_no_list_of_boards_is_one_error(
    tmp_path: Path, text: bytes, problem: str
) -> None:
    path = tmp_path / "boards.json"
    path.write_bytes(text)
    with pytest.raises(NotationError, match=problem):
        list(iter_raw_boards(path))


def test_a_board_of_a_file_is_analysed_after_its_first_cell(tmp_path: Path) -> None:
    path = tmp_path / "boards.json"
    boards = generate("9x9x10", 3, seed=1)
    save_boards(boards, path)
    for number in (None, 1, 3):
        which = [] if number is None else ["--board", str(number)]
        shown = runner.invoke(app, ["analyse", str(path), *which, "--json"])
        document = json.loads(shown.stdout)
        assert document["position"] == str(boards[(number or 1) - 1].game().position)
    mine = format_cell(boards[0].layout.mines[0], 9)
    moved = runner.invoke(app, ["analyse", str(path), "--moves", f"!{mine}", "--json"])
    assert "F" in json.loads(moved.stdout)["position"]
    for wrong, problem in (
        (["--board", "4"], "expected a board from 1 to 3"),
        (["--move", "1"], "expected --moves for a board of a file"),
    ):
        with pytest.raises(SapperError, match=problem):
            runner.invoke(app, ["analyse", str(path), *wrong], catch_exceptions=False)


def test_a_board_of_a_file_is_played(tmp_path: Path) -> None:
    path = tmp_path / "boards.json"
    boards = generate("9x9x10", 3, seed=1)
    save_boards(boards, path)
    which = ["--layout", str(path), "--board", "3", "--seed", "1"]
    told = runner.invoke(app, ["play", "--agent", "exact", "--log", *which])
    assert told.exit_code == 0, told.output
    assert str(boards[2].layout) in told.output
    # Such a board is solved from its own first cell, so that is where an agent opens.
    assert "opener fixed" in told.output
    assert f"plays {format_cell(boards[2].first, 9)}\n" in told.output
    assert "guess" not in told.output.partition("result")[0] and "won" in told.output
    with pytest.raises(SapperError, match="expected --board with --layout"):
        runner.invoke(app, ["play", "--board", "2"], catch_exceptions=False)


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
