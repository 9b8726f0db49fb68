"""`sapper build`: the pattern database from the command line."""

from __future__ import annotations

import re
from pathlib import Path

from typer.testing import CliRunner

from sapper.agents.patterns import read_patterns
from sapper.cli import app

RUNNER = CliRunner()


def test_patterns_are_built_into_a_file(tmp_path: Path) -> None:
    file = tmp_path / "new" / "patterns.bin"
    done = RUNNER.invoke(
        app, ["build", "vaitzman/patterns", "--games", "2", "--seed", "9", "--to", str(file)]
    )
    assert done.exit_code == 0, done.output
    patterns = read_patterns(file)
    assert patterns.made == {"exact": False, "games": 2, "seed": 9}
    shown = re.search(r"65,535 layouts, 2 games each, in \d+ s: ([\d,]+) patterns", done.output)
    assert shown is not None
    assert int(shown[1].replace(",", "")) == len(patterns)


def test_file_that_cannot_be_written_is_an_error_before_any_work() -> None:
    done = RUNNER.invoke(app, ["build", "vaitzman/patterns", "--to", "/proc/patterns.bin"])
    assert "cannot write /proc/patterns.bin" in str(done.exception)


def test_unknown_data_is_an_error() -> None:
    done = RUNNER.invoke(app, ["build", "vaitzman/pattern"])
    assert "did you mean 'vaitzman/patterns'?" in str(done.exception)
