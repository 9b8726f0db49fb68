"""The first minute: start-up, help, completion, and errors that a shell can cause."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from cli.commands import ROOT, SAPPER, quickly


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this machine has no /dev/full")
@pytest.mark.parametrize(
    "words",
    [["--help"], ["agents"], ["agents", "--json"], ["analyse", "..1./..2./11../.... 3"]],
)
def test_full_disk_on_standard_output_is_one_line(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*SAPPER, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False, cwd=ROOT
        )
    assert done.returncode == 2
    assert done.stderr == "sapper: cannot write the output: No space left on device\n"


@pytest.mark.parametrize("rows", ["..1./..2./11../....", ".1", "1/."])
def test_position_without_its_mine_count_is_not_taken_for_a_file(rows: str) -> None:
    done = quickly("analyse", rows)
    assert done.returncode == 2
    assert f"expected the number of mines after the rows, such as '{rows} 3'" in done.stderr
    assert "found no file 'nothing.txt'" in quickly("analyse", "nothing.txt").stderr


def test_picture_that_is_no_svg_is_refused_before_anything_is_done(tmp_path: Path) -> None:
    done = quickly("analyse", "..1 1", "--svg", str(tmp_path / "x.png"))
    assert done.returncode == 2
    assert "expected a name that ends in .svg" in done.stderr
    assert not list(tmp_path.iterdir())


def write_experiment(folder: Path, agent: str, games: int) -> str:
    file = folder / "small.toml"
    file.write_text(
        f'name = "small"\ngames = {games}\n[parameters]\nagent = ["{agent}"]\non = ["5x5x3"]\n'
    )
    return str(file)


def test_status_is_right_after_fewer_games_are_asked_for(tmp_path: Path) -> None:
    store = ("--store", str(tmp_path / "rows.db"))
    file = write_experiment(tmp_path, "random", 40)
    assert quickly("experiment", "run", file, *store, "--workers", "1").returncode == 0
    write_experiment(tmp_path, "random", 10)
    text = quickly("experiment", "status", file, *store).stdout
    assert "small: 10 of 10 games, 100.0 %" in text
    assert "stored before, beyond the 10 of a condition: 30 games" in text
    found = json.loads(quickly("experiment", "status", file, *store, "--json").stdout)
    assert (found["stored_games"], found["total_games"], found["extra_games"]) == (10, 10, 30)


def test_experiment_with_an_agent_of_ones_own_says_that_it_must_be_loaded(tmp_path: Path) -> None:
    store = ("--store", str(tmp_path / "rows.db"))
    file = write_experiment(tmp_path, "nobodys-agent", 5)
    for command in ("report", "status", "run", "check"):
        places = () if command == "check" else store
        done = quickly("experiment", command, file, *places)
        assert done.returncode == 2
        assert "an agent of your own needs --load FILE.py" in done.stderr
