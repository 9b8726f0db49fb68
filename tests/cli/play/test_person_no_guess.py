"""`sapper play --no-guess`: the board is found at the first reveal, and is graded."""

from __future__ import annotations

import asyncio

import pytest
from typer.testing import CliRunner

from sapper.boards import check_board, generate, grade
from sapper.cli import app
from sapper.cli.analyse import grade_position
from sapper.cli.play.app import open_person
from sapper.cli.play.person import PersonScreen
from sapper.errors import SapperError
from sapper.game.position import Position
from sapper.game.rules import Rules
from sapper.logic import analyse


def test_first_reveal_lays_a_board_that_needs_no_guess() -> None:
    async def play() -> None:
        rules = Rules.parse("intermediate", first_click="zero")
        shown = open_person(rules, 5, no_guess=True)
        async with shown.run_test(size=(100, 30)) as pilot:
            await pilot.press("left", "left", "f", "right", "enter")
            screen = shown.screen
            assert isinstance(screen, PersonScreen)
            game = screen.game
            assert game.first_cell == screen.cursor
            found = grade(game.layout, screen.cursor)
            assert found is not None
            assert ("difficulty", found.title) in screen.more_counters()
            assert [move.kind for move in game.history] == ["flag", "reveal"]
            replay = screen.make_replay()
            assert replay.times is not None
            assert replay.times[1] == 0
            assert replay.game().layout == game.layout

    asyncio.run(play())


def test_grade_of_a_layout_is_that_of_its_board() -> None:
    for board in generate("9x9x12", 40, seed=5):
        assert grade(board.layout, board.first) == board.grade
        check_board(board.to_dict())


def test_no_guess_is_for_persons_and_the_normal_game() -> None:
    for more in (["--agent", "random"], ["--game", "score"], ["--layout", "-*"]):
        with pytest.raises(SapperError, match="expected --no-guess without"):
            CliRunner().invoke(app, ["play", "--no-guess", *more], catch_exceptions=False)


def test_a_position_is_graded_by_the_techniques_that_prove_its_cells() -> None:
    found = grade_position(analyse(Position.parse("..../1221 2")).reasons())
    assert found["hardest"] is not None
    assert sum(found["cells"].values()) == 4
