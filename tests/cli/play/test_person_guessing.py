"""`sapper play --guessing`: forced guesses are safe, and the screen names the mode."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from typer.testing import CliRunner

from cli.pilots import drive, person_of, text_of
from sapper.cli import app
from sapper.cli.play.app import open_person
from sapper.errors import SapperError, UnknownNameError
from sapper.game.replay import Replay
from sapper.game.rules import Rules


def test_a_fair_game_is_named_and_won_by_forced_guesses(tmp_path: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert "fair guessing" in text_of(pilot, "#top")
        await pilot.press("enter")
        screen = person_of(pilot)
        assert screen.game.outcome == "won"
        replay = screen.make_replay()
        assert (replay.guessing, replay.game().outcome) == ("fair", "won")
        replay.save(tmp_path / "game.json")
        await pilot.press("n")
        assert person_of(pilot).game.guessing == "fair"
        await pilot.press("enter", "t")
        assert "fair guessing" not in text_of(pilot, "#top")

    # One safe cell among eight: any cell that is opened first is it.
    drive(open_person(Rules.parse("4x2x7", first_click="any"), 5, guessing="fair"), script)
    assert Replay.load(tmp_path / "game.json").guessing == "fair"


def test_fair_guessing_is_for_persons_on_boards_of_a_seed() -> None:
    runner = CliRunner()
    for more in (["--agent", "random"], ["--layout", "-*"], ["--no-guess"]):
        with pytest.raises(SapperError, match="expected --guessing fair without"):
            runner.invoke(app, ["play", "--guessing", "fair", *more], catch_exceptions=False)
    with pytest.raises(UnknownNameError, match="unknown guessing 'far'; did you mean 'fair'"):
        runner.invoke(app, ["play", "--guessing", "far"], catch_exceptions=False)
