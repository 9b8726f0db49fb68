"""`sapper play`: what the keys and the mouse do, and what is seen."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from typer.testing import CliRunner

from cli.pilots import (
    click,
    drive,
    letter_at,
    on_layout,
    person_of,
    screen_of,
    text_of,
)
from sapper.cli import app as command_line
from sapper.cli.play.app import PlayApp, open_person
from sapper.cli.play.person import PersonScreen
from sapper.cli.play.picture import FLAG, MINE, WRONG_FLAG
from sapper.errors import SapperError
from sapper.game import Game, Layout, Rules
from sapper.game.replay import Replay


def test_a_board_of_a_file_begins_with_its_first_cell_revealed() -> None:
    layout = Layout(5, 1, (2,))

    async def script(pilot: Pilot[None]) -> None:
        assert str(screen_of(pilot).game.position) == "01... 1"
        assert person_of(pilot).cursor == 0
        await pilot.press("end", "enter")
        assert str(screen_of(pilot).game.position) == "01.10 1"

    drive(open_person(Rules(5, 1, 1, first_click="any"), 7, layout=layout, first=0), script)


def test_left_click_and_enter_on_a_clue_chord() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await click(pilot, "r1c2")
        await click(pilot, "r1c1", button=3)
        await click(pilot, "r1c2")
        assert screen_of(pilot).game.history[-1].format(3) == "+r1c2"
        await pilot.press("u", "enter")
        assert screen_of(pilot).game.history[-1].format(3) == "+r1c2"
        await pilot.press("u", "c")
        assert screen_of(pilot).game.outcome == "won"

    drive(on_layout(3, 2, 0), script)


def test_illegal_move_is_explained_and_changes_nothing() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("c")
        assert "r1c2 shows no clue to chord on" in text_of(pilot, "#status")
        await pilot.press("u")
        assert "no move is left to undo" in text_of(pilot, "#status")
        await pilot.press("enter", "enter")
        assert "a chord on r1c2 needs 1 flags around it, got 0" in text_of(pilot, "#status")
        assert len(screen_of(pilot).game.history) == 1

    drive(on_layout(3, 1, 0), script)


def test_loss_shows_mines_and_wrong_flags_and_can_be_undone() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await click(pilot, "r1c5")
        await click(pilot, "r3c1", button=3)
        await click(pilot, "r2c2", button=3)
        await click(pilot, "r1c1")
        assert screen_of(pilot).game.outcome == "lost"
        assert "r1c1 was a mine" in text_of(pilot, "#status")
        await pilot.press("end")  # the cursor hides nothing
        assert [letter_at(pilot, cell) for cell in ("r1c1", "r2c2", "r3c1", "r1c3")] == [
            MINE,
            FLAG,
            WRONG_FLAG,
            MINE,
        ]
        await click(pilot, "r3c2")
        assert "the game is lost; undo or restart" in text_of(pilot, "#status")
        await pilot.press("u")
        assert screen_of(pilot).game.outcome == "playing"
        assert letter_at(pilot, "r1c3") == "·"
        assert "undone 1" in text_of(pilot, "#top")

    drive(on_layout(5, 3, 0, 2, 6), script)


def test_win_is_said_with_its_time() -> None:
    times = iter([0.0] * 2 + [100.0] * 1000)
    game = Game.on_layout(Layout(3, 1, (0,)))

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("enter", "right", "enter")
        assert "won in 1:40" in text_of(pilot, "#status")
        assert "time 1:40" in text_of(pilot, "#top")

    drive(PlayApp(PersonScreen(game, now=lambda: next(times))), script)


def test_clock_waits_for_the_first_reveal_and_begins_again_on_restart() -> None:
    seconds = 0.0
    game = Game.on_layout(Layout(3, 1, (0,)))

    async def script(pilot: Pilot[None]) -> None:
        nonlocal seconds
        seconds = 50.0
        await pilot.press("f", "f")
        person_of(pilot).show_top()
        assert "time 0:00" in text_of(pilot, "#top")
        await pilot.press("enter")
        seconds = 62.0
        person_of(pilot).show_top()
        assert "time 0:12" in text_of(pilot, "#top")
        await pilot.press("r")
        assert "time 0:00" in text_of(pilot, "#top")

    drive(PlayApp(PersonScreen(game, now=lambda: seconds)), script)


def test_restart_gives_the_same_layout_and_new_another_seed() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        layout = screen_of(pilot).game.layout
        await pilot.press("r")
        assert screen_of(pilot).game.history == []
        await pilot.press("enter")
        assert screen_of(pilot).game.layout == layout
        assert "seed 7 " in text_of(pilot, "#top")
        await pilot.press("n", "enter")
        assert screen_of(pilot).game.seed != 7
        assert f"seed {screen_of(pilot).game.seed} " in text_of(pilot, "#top")

    drive(open_person(Rules.parse("expert"), 7), script)


def test_restart_at_another_cell_moves_few_mines_and_says_so() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        before = set(screen_of(pilot).game.layout.mines)
        await pilot.press("r")
        assert "the same board again, but for mines that make room" in text_of(pilot, "#status")
        await pilot.press("home", "enter")
        assert len(before - set(screen_of(pilot).game.layout.mines)) <= 9

    drive(open_person(Rules.parse("expert", first_click="zero"), 7), script)


def test_retry_keeps_every_mine_and_names_a_first_cell_that_is_one() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("t")
        assert "reveal a cell first" in text_of(pilot, "#status")
        await pilot.press("enter", "t")
        screen = screen_of(pilot)
        assert "exactly the same mines again" in text_of(pilot, "#status")
        assert screen.game.history == []
        await pilot.press("i")
        assert "the first cell may be one" in text_of(pilot, "#status")
        mine = screen.game.layout.mines[0]
        person_of(pilot).move_to(*divmod(mine, 30))
        await pilot.press("enter")
        assert screen.game.outcome == "lost"
        hit = screen.game.position.format_cell(mine)
        assert f"{hit} is a mine of the layout that you retry" in text_of(pilot, "#status")
        # A restart makes room again.
        await pilot.press("r", "enter")
        assert screen.game.outcome == "playing"
        assert mine not in screen.game.layout.mines

    drive(open_person(Rules.parse("expert"), 7), script)


def test_restart_on_a_given_layout_says_that_no_mine_moves() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("enter", "r")
        assert "exactly the same mines again" in text_of(pilot, "#status")

    drive(on_layout(3, 1, 0), script)


def test_mines_left_and_rules_are_seen() -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert "mines left 10" in text_of(pilot, "#top")
        await pilot.press("f", "right", "f")
        assert "mines left 8" in text_of(pilot, "#top")
        assert "beginner 9x9x10 · first click zero" in text_of(pilot, "#top")

    drive(open_person(Rules.parse("beginner", first_click="zero"), 7), script)


def test_score_game_goes_on_after_a_mine() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await click(pilot, "r1c1")
        assert screen_of(pilot).game.outcome == "playing"
        assert "mines hit 1" in text_of(pilot, "#top")
        await click(pilot, "r1c4", button=3)
        await click(pilot, "r1c2")
        await click(pilot, "r1c3")
        assert "every cell is settled: 1 of 2 mines" in text_of(pilot, "#status")
        assert "score 50%" in text_of(pilot, "#top")

    drive(on_layout(4, 1, 0, 3, game="score"), script)


def run_command(*words: str) -> BaseException | None:
    return CliRunner().invoke(command_line, ["play", *words]).exception


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "sapper play needs a terminal"),
        (["--agent", "random"], "sapper play needs a terminal"),
        (["--on", "begginer"], "did you mean 'beginner'"),
        (["--on", "3x3x9"], "expected 0 to 8 mines"),
        (["--agent", "randon"], "did you mean 'random'"),
        (["--seed", "-1"], "expected a seed from 0"),
        (["--speed", "0"], "expected a speed above 0"),
        (["--replay", "nowhere.json"], "found no file 'nowhere.json'"),
        (["--replay", "x.json", "--agent", "random"], "expected --replay without"),
    ],
)
def test_command_says_what_is_wrong(words: list[str], message: str) -> None:
    error = run_command(*words)
    assert isinstance(error, SapperError)
    assert message in str(error)


def test_replay_that_does_not_play_back_is_refused_at_once(tmp_path: Path) -> None:
    game = Game(Rules.parse("beginner"), seed=7)
    game.reveal("r1c1")
    path = tmp_path / "game.json"
    text = Replay.of_game(game).format().replace('"seed": 7', '"seed": 8')
    path.write_text(text)
    assert "expected the replay to end at" in str(run_command("--replay", str(path)))
