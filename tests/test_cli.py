"""The first minute: start-up, help, completion, and errors that a shell can cause."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from cli.commands import ROOT, SAPPER, quickly
from sapper.cli import COMMANDS, completion, load_command
from sapper.cli.tables import make_progress
from sapper.lab import signature

bench = import_module("sapper.cli.bench")

# What help, the version and completion of commands must not load: each costs a tenth of a second.
HEAVY = ("numpy", "sqlalchemy", "matplotlib", "textual", "jinja2", "sapper._core", "rich.console")
_SUBCOMMANDS = ("experiment run", "experiment query", "env leaderboard", "data positions")


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["-h"]])
def test_help_and_version_load_nothing_heavy(words: list[str]) -> None:
    code = (
        f"import sys; sys.argv = ['sapper', *{words!r}]\n"
        "from sapper.__main__ import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_lines_of_the_help_are_the_commands_own() -> None:
    for name, (_, line) in COMMANDS.items():
        said = load_command(name).help.strip().partition("\n")[0]
        assert line == said, name


@pytest.mark.parametrize("command", [*COMMANDS, *_SUBCOMMANDS])
def test_help_fits_and_shows_no_types(command: str) -> None:
    for width in (80, 60):
        done = quickly(*command.split(), "--help", width=width)
        assert done.returncode == 0
        text = done.stdout.replace("\033[1m", "").replace("\033[0m", "")
        assert f"Usage: sapper {command}" in text
        assert "<" not in text.replace("<1", "")
        assert "[bold]" not in text
        long = [line for line in text.splitlines() if len(line) > width]
        assert all(" " not in line.strip() for line in long)


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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("experiment run x.toml --batch-size 100000000000", "1000000; see `sapper experiment run"),
        ("run random --games x", "'--games'"),
        ("experiment run", "missing argument"),
        ("run --foo", "no such option"),
        ("--foo", "no such option"),
        ("experiment foo", "no such command"),
    ],
)
def test_words_that_do_not_fit_are_one_line(words: str, said: str) -> None:
    done = quickly(*words.split())
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith("sapper: ")
    assert said in line


def test_group_without_a_command_shows_its_help() -> None:
    done = quickly("experiment")
    assert "Commands" in done.stdout + done.stderr


def test_unknown_command_names_the_nearest() -> None:
    done = quickly("rnu")
    assert (done.returncode, done.stderr) == (
        2, "sapper: unknown command 'rnu'; did you mean 'run'?\n",
    )  # fmt: skip


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


def test_bench_shows_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, float]] = []
    bar = make_progress()
    monkeypatch.setattr(
        bar, "update", lambda _, advance, description: seen.append((description, advance))
    )
    monkeypatch.setattr(bench, "make_progress", lambda: bar)
    monkeypatch.setattr(bench, "agent_ids", lambda: ["random", "exact"])
    monkeypatch.setattr(signature, "house_ids", lambda: ["random", "exact"])
    assert quickly("bench", "--games", "3").returncode == 0
    assert seen == [
        ("random", 3),
        ("exact", 3),
        ("signature, exact", 100),
        ("signature, random", 100),
    ]


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


def test_revealed_zero_is_blank_and_no_covered_dot() -> None:
    shown = quickly("analyse", "01./01. 1").stdout
    assert "·" not in shown


def test_grid_wider_than_the_terminal_is_shown_in_bands() -> None:
    rows = "/".join(["." * 30] * 16)
    whole = quickly("analyse", f"{rows} 99").stdout.splitlines()
    bands = quickly("analyse", f"{rows} 99", width=80).stdout.splitlines()
    assert max(map(len, bands)) <= 80 < max(map(len, whole))
    assert sum(line.split() == [str(i) for i in range(16, 31)] for line in bands) == 1


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
