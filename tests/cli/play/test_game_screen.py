"""Games that are saved, and the help."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Input

from cli.pilots import (
    drive,
    screen_of,
    text_of,
)
from sapper.cli.play.app import open_person
from sapper.cli.play.game_screen import GameScreen
from sapper.game import Rules
from sapper.game.replay import Replay


def test_saved_replay_loads_to_the_same_end(tmp_path: Path) -> None:
    path = tmp_path / "game.json"

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("enter", "left", "f", "s")
        await pilot.pause()
        assert pilot.app.screen.query_one(Input).value == str(path)
        await pilot.press("enter")
        await pilot.pause()
        screen = screen_of(pilot)
        assert f"sapper play --replay {path}" in text_of(pilot, "#status")
        assert Replay.load(path).game().position == screen.game.position
        assert Replay.load(path).seed == 7

    drive(open_person(Rules.parse("beginner"), 7, save=path), script)


def test_save_over_a_file_must_be_confirmed(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("mine")

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("s")
        await pilot.pause()
        assert "this file exists" in text_of(pilot, "#note")
        await pilot.press("enter")
        await pilot.pause()
        assert path.read_text() == "mine"
        assert "enter again replaces it" in text_of(pilot, "#note")
        await pilot.press("enter")
        await pilot.pause()
        assert Replay.load(path).seed == 7

    drive(open_person(Rules.parse("beginner"), 7, save=path), script)


def test_save_can_be_given_up_and_says_why_it_failed(tmp_path: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("s")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert not list(tmp_path.iterdir())
        await pilot.press("s")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert "cannot write" in text_of(pilot, "#status")

    drive(open_person(Rules.parse("beginner"), 7, save=tmp_path / "no" / "game.json"), script)


def test_any_key_closes_the_help_and_q_quits() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await pilot.pause()
        assert not isinstance(pilot.app.screen, GameScreen)
        await pilot.press("enter")
        await pilot.pause()
        assert screen_of(pilot).game.history == []
        await pilot.press("q")
        assert not pilot.app.is_running

    drive(open_person(Rules.parse("beginner"), 7), script)
