"""The leaderboard: the standard conditions, or the same on grids of one's own."""

from __future__ import annotations

import json

import pytest

from sapper.__main__ import main
from sapper.agents import load_agent
from sapper.lab.leaderboard import make_leaderboard


def test_other_grids_take_the_place_of_the_standard_ones() -> None:
    league = make_leaderboard([load_agent("random")], on=["5x5x3", "4x4x2", "5x5x3"], games=2)
    league.play()
    assert {summary.rules.name for summary in league.summaries} == {"5x5x3", "4x4x2"}
    assert len(league.summaries) == 4


def test_command_plays_on_the_grid_that_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    run("env", "leaderboard", "--on", "5x5x3", "--games", "2", "--workers", "1", "--json")
    rows = json.loads(capsys.readouterr().out)
    assert {row["first_click"] for row in rows} == {"safe", "zero"}


def test_function_that_is_no_policy_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    code = run("env", "leaderboard", "json:loads", "--games", "2", "--on", "5x5x3", "--alone")
    told = capsys.readouterr().err
    assert code == 2
    assert told.startswith("sapper: expected 'loads' to be a policy, called with cells and masks")
    assert "Traceback" not in told


def run(*words: str) -> int:
    """Run the command line; return its exit code."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["sapper", *words])
        try:
            main()
        except SystemExit as end:
            return int(end.code or 0)
    return 0
