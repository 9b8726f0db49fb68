"""Help, groups and words that do not fit."""

from __future__ import annotations

import subprocess
import sys

import pytest

from cli.commands import quickly
from sapper.cli import COMMANDS, load_command

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
