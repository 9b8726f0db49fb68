from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner, Result

from sapper import Game, Layout, Position, Rules, value
from sapper.cli import app
from sapper.errors import SapperError
from sapper.game.io.files import position_to_mine_text, save_layout
from sapper.game.replay import Replay
from sapper.logic import analyse

POSITION = "..1./..2./11../.... 3"
GUESS = "1../.../... 2"


def run(*words: str, text: str | None = None) -> Result:
    """Call the command in this process; errors come out as exceptions."""
    return CliRunner().invoke(app, ["analyse", *words], input=text, catch_exceptions=False)


def as_json(*words: str, text: str | None = None) -> dict[str, object]:
    found = json.loads(run(*words, "--json", text=text).stdout)
    assert isinstance(found, dict)
    return found


def sapper(*words: str) -> subprocess.CompletedProcess[str]:
    """Call the program as a person does."""
    return subprocess.run(
        [sys.executable, "-m", "sapper", "analyse", *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )


def test_position_longer_than_a_file_name_may_be_is_read() -> None:
    rows = "/".join(["." * 200] * 30)
    assert as_json(f"{rows} 900")["position"] == f"{rows} 900"


# What is shown


def test_proven_cells_and_their_reasons_are_shown() -> None:
    shown = run(POSITION).stdout
    assert "4x4, 3 mines, 11 layouts left" in shown
    assert "safe   r3c3 r4c3" in shown
    assert "mines  r3c4" in shown
    assert "r3c3 is safe: the 1 at r3c1 has its mine among" in shown
    assert "[subset]" in shown
    assert "guess" not in shown


def test_the_grid_has_labels_clues_marks_and_risks() -> None:
    lines = [line.split() for line in run(POSITION).stdout.splitlines()]
    assert ["1", "2", "3", "4"] in lines
    assert ["1", "9%", "27%", "1", "27%"] in lines  # without colour 9 alone would be a clue
    assert ["3", "1", "1", "✓", "✹"] in lines


def test_the_best_guess_is_named_with_its_candidates() -> None:
    shown = run(GUESS).stdout
    assert "nothing is proven safe; the best guess is r1c3: risk 20.0%" in shown
    assert "r3c1 11/15 = 73.3 %" in shown
    assert "[20%]" in shown


def test_only_some_reasons_are_shown_unless_all_are_asked_for() -> None:
    position = "2.22./...3./232.2/..1.. 6"
    assert "and 3 more; --all-reasons shows them" in run(position).stdout
    shown = run(position, "--all-reasons").stdout
    assert "more;" not in shown
    assert shown.count("•") == 11


# Where positions come from


def test_text_comes_from_the_argument_a_file_or_stdin(tmp_path: Path) -> None:
    position = Position.parse(POSITION)
    one_line, many = tmp_path / "one.txt", tmp_path / "many.txt"
    mine = tmp_path / "position.mine"
    one_line.write_text(POSITION)
    many.write_text(position.to_text())
    mine.write_text(position_to_mine_text(position))
    for words in ([POSITION], [str(one_line)], [str(many)], [str(mine)]):
        assert as_json(*words)["position"] == POSITION
    assert as_json("-", text=position.to_text())["position"] == POSITION


def test_moves_are_played_on_an_mbf_board(tmp_path: Path) -> None:
    board = tmp_path / "board.mbf"
    save_layout(Layout(4, 4, (0, 15)), board)
    assert as_json(str(board))["position"] == "..../..../..../.... 2"
    game = Game.on_layout(Layout(4, 4, (0, 15)))
    for move in ("r2c2", "!r1c1"):
        game.play(move)
    assert as_json(str(board), "--moves", "r2c2 !r1c1")["position"] == str(game.position)
    failed = sapper(str(board), "--moves", "r2c2 r9c9")
    assert failed.returncode == 2
    assert "move 2, 'r9c9'" in failed.stderr


def test_a_replay_is_shown_at_its_end_or_after_some_moves(tmp_path: Path) -> None:
    game = Game(Rules.parse("beginner", first_click="zero"), seed=7)
    game.reveal("r1c1")
    after_one = game.position
    game.reveal(analyse(game.position).safe[0])
    replay = tmp_path / "game.json"
    Replay.of_game(game).save(replay)
    assert as_json(str(replay))["position"] == str(game.position)
    assert as_json(str(replay), "--move", "1")["position"] == str(after_one)
    assert as_json("-", "--move", "0", text=replay.read_text())["safe"] == []
    failed = sapper(str(replay), "--move", "3")
    assert failed.returncode == 2
    assert "expected --move from 0 to 2, got 3" in failed.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["missing.txt"], "found no file 'missing.txt'"),
        (["..1/.. 3"], "got 2 cells in row 2"),
        ([POSITION, "--move", "1"], "expected a file with a position"),
        ([POSITION, "--moves", "r1c1"], "expected a file with a position"),
        ([POSITION, "--moves", "r1c1", "--move", "1"], "got both"),
    ],
)
def test_what_cannot_be_read_is_one_line_and_exit_code_2(words: list[str], message: str) -> None:
    failed = sapper(*words)
    assert failed.returncode == 2
    assert failed.stdout == ""
    assert failed.stderr.startswith("sapper: ")
    assert failed.stderr.count("\n") == 1
    assert message in failed.stderr


# Options


def test_json_holds_everything_and_nothing_else_is_printed() -> None:
    found = as_json(POSITION)
    assert set(found) == {
        "position",
        "trust_flags",
        "mine_count",
        "risk",
        "safe",
        "mines",
        "grade",
        "best",
        "hint",
        "num_placements",
        "log_placements",
        "reasons",
        "value",
        "values",
    }
    assert found["safe"] == ["r3c3", "r4c3"]
    assert found["mines"] == ["r3c4"]
    assert found["best"] == {"cells": ["r3c3"], "risk": 0.0}
    assert found["num_placements"] == "11"
    risk = found["risk"]
    assert isinstance(risk, list)
    assert [len(row) for row in risk] == [4] * 4
    assert risk[2] == [None, None, 0.0, 1.0]
    reasons = found["reasons"]
    assert isinstance(reasons, list)
    assert [reason["cell"] for reason in reasons] == ["r3c3", "r3c4", "r4c3"]
    assert set(reasons[0]) == {
        "cell",
        "is_mine",
        "technique",
        "steps",
        "clues",
        "needs_mine_count",
        "flags",
        "is_minimal",
        "sentence",
    }


def test_svg_is_written_beside_the_text(tmp_path: Path) -> None:
    picture = tmp_path / "risks.svg"
    assert "20.0%" in run(GUESS, "--svg", str(picture)).stdout
    assert ET.parse(picture).getroot().tag.endswith("svg")


def test_without_the_mine_count_only_clues_prove() -> None:
    assert as_json("1../... 1")["safe"] == ["r1c3", "r2c3"]
    found = as_json("1../... 1", "--no-mine-count")
    assert found["safe"] == []
    assert found["num_placements"] == "12"


def test_distrusted_flags_are_cells_like_others() -> None:
    assert as_json("F1./... 1")["safe"] == ["r1c3", "r2c1", "r2c2", "r2c3"]
    found = as_json("F1./... 1", "--distrust-flags")
    assert found["safe"] == []
    best, hint = found["best"], found["hint"]
    assert isinstance(best, dict) and best["risk"] == pytest.approx(0.2)
    assert isinstance(hint, dict) and hint["kind"] == "guess"


def test_a_contradiction_is_its_sentence_and_exit_code_2() -> None:
    failed = sapper("4./.. 2")
    assert failed.returncode == 2
    assert failed.stderr == (
        "sapper: no placement of mines fits: r1c1 shows 4 but has 3 covered neighbours\n"
    )


def test_beyond_the_limit_one_line_tells_what_was_found() -> None:
    failed = sapper("2.22.....1F./...3......../232.2......./..1......... 9", "--limit", "3")
    assert failed.returncode == 2
    assert failed.stderr.startswith("sapper: analysis needs more than --limit 3 states")
    assert failed.stderr.endswith("; safe r1c9 r2c9 r2c10 r2c11\n")
    assert failed.stderr.count("\n") == 1


def test_help_teaches_by_examples() -> None:
    shown = run("--help").stdout
    assert 'sapper analyse "..1./..2./11../.... 3"' in shown
    assert "--no-mine-count" in shown


def test_values_are_shown_where_few_layouts_are_left() -> None:
    done = CliRunner().invoke(app, ["analyse", "1.../..../.... 3", "--json"])
    found = json.loads(done.stdout)
    assert Fraction(found["value"]) == value(Position.parse("1.../..../.... 3"))
    assert found["values"][0]["value"] == found["value"]


# What a first user types


def test_without_the_mine_count_the_number_need_not_be_there(tmp_path: Path) -> None:
    rows = "..1./..2./11../...."
    counted, bare = (as_json(text, "--no-mine-count") for text in (POSITION, rows))
    assert bare == counted and bare["position"] == rows
    assert "4x4, mines not counted, " in run(rows, "--no-mine-count").stdout
    file = tmp_path / "rows.txt"
    file.write_text("...\n121\n")  # the last row is no number of mines
    assert as_json(str(file), "--no-mine-count")["position"] == ".../121"
    assert as_json("-", "--no-mine-count", text="...\n121\n2\n")["position"] == ".../121"
    with pytest.raises(SapperError, match="expected the number of mines after the rows"):
        run(rows)


def test_forgotten_quotes_are_named() -> None:
    failed = sapper("..1./..2./11../....", "3")
    assert failed.returncode == 2
    assert 'put a position in quotes: "..1./..2./11../.... 3"' in failed.stderr
    # A shell that does not know single quotes hands them on.
    assert as_json(f"'{POSITION}'")["position"] == POSITION


def test_cells_apart_in_a_frame_or_after_a_mark_are_read_from_arguments_and_files(
    tmp_path: Path,
) -> None:
    assert as_json(". . 1/. . 1 3")["position"] == "..1/..1 3"
    file = tmp_path / "framed.txt"
    file.write_bytes(b"\xef\xbb\xbf" + "┌──┐\n│.1│\n│f.│\n└──┘\n1\n".encode())
    assert as_json(str(file))["position"] == ".1/F. 1"
    assert as_json("-", text=file.read_text(encoding="utf-8"))["position"] == ".1/F. 1"


def test_the_limit_has_one_name() -> None:
    with pytest.raises(SapperError, match=r"needs more than --limit 1 states"):
        run("...../.212./.1.1./.212./..... 4", "--limit", "1")
