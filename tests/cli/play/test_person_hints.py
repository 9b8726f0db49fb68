"""Hints while one plays, the review after it, and a view that follows the turn."""

from __future__ import annotations

from textual.containers import Vertical
from textual.pilot import Pilot

from cli.pilots import SINGLE_POINT, click, drive, on_layout, screen_of, text_of, watch_of
from sapper import Position, hint
from sapper.boards.review import review, review_sentences
from sapper.cli.play.app import open_agent, open_person
from sapper.cli.play.dialogs import HelpDialog
from sapper.game import Game, Layout, Rules
from sapper.game.replay import Replay


def line_of(pilot: Pilot[None], row: int) -> str:
    return screen_of(pilot).grid.render_line(row).text


def test_hint_draws_risks_names_the_best_cell_and_why() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await click(pilot, "r1c3")
        await pilot.press("i")
        assert "r1c1 is safe: " in text_of(pilot, "#status")
        assert "hints 1" in text_of(pilot, "#top")
        assert screen_of(pilot).grid.cursor == 0
        assert "50" in line_of(pilot, 1)
        assert "✓" in line_of(pilot, 1)
        await pilot.press("i")
        assert "✓" not in line_of(pilot, 1)
        assert text_of(pilot, "#status").split() == ["r1c1"]
        await pilot.press("i", "enter")
        assert "✓" not in line_of(pilot, 1)

    drive(on_layout(5, 1, 1), script)


def test_hint_before_the_first_cell_says_what_the_rule_promises() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("i")
        assert "the first cell is never a mine" in text_of(pilot, "#status")

    drive(open_person(Rules.parse("beginner"), 7), script)


def test_hint_trusts_no_flag() -> None:
    found = hint(Position.parse("F1. 1"), trust_flags=False)
    assert found is not None
    assert found.sentence.startswith("nothing is proven safe; the best guess is r1c1: risk 50.0%")
    assert hint(Position.parse("000 0")) is None


def test_review_after_a_loss_names_the_needless_guess_the_riskiest_move_and_luck() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await click(pilot, "r1c3")
        await click(pilot, "r1c2")  # a guess at 50 %, though r1c5 is proven safe
        said = " ".join(text_of(pilot, "#status").split())
        assert "r1c2 was a mine" in said
        assert "guesses that were not needed: r1c2 (50.0 %), of 1" in said
        assert "the riskiest move: r1c2 with 50.0 %, where 0.0 % was the least on offer" in said
        assert "luck was worth -0.50 guesses" in said
        await pilot.press("i")
        assert "the riskiest move" in text_of(pilot, "#status")

    drive(on_layout(5, 1, 1), script)


def test_review_of_a_game_without_guesses_says_so() -> None:
    game = Game.on_layout(Layout(3, 1, mines=(2,)))
    game.reveal("r1c1")
    assert game.outcome == "won"
    (line,) = review_sentences(review(Replay.of_game(game)))
    assert line.startswith("no move was a guess")


def test_no_mines_are_left_after_a_win() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await click(pilot, "r1c1")
        assert screen_of(pilot).game.outcome == "won"
        assert "mines left 0" in text_of(pilot, "#top")
        assert "no move was a guess" in text_of(pilot, "#status")

    drive(on_layout(3, 1, 2), script)


def test_help_box_fits_80_columns() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, HelpDialog)
        box = screen.query_one(Vertical)
        for part in (box, *box.children):
            assert part.region.right <= 80
        wanted = max(len(line) for line in str(box.children[1].render()).splitlines())
        assert wanted <= box.children[1].region.width

    drive(open_person(Rules.parse("beginner"), 7), script, size=(80, 24))
    drive(open_agent(SINGLE_POINT, Rules.parse("beginner"), 7), script, size=(80, 24))


def test_watching_follows_the_turn_on_a_wide_grid() -> None:
    async def script(pilot: Pilot[None]) -> None:
        watch = watch_of(pilot)
        grid, seen, moved = watch.grid, [], set()
        for _ in range(13):
            await pilot.press("space")
            await pilot.pause()
            step = watch.story.step
            assert step is not None
            room = (grid.scrollable_content_region.width - grid.gutter_width) // grid.cell_width
            first = -(-grid.scroll_offset.x // grid.cell_width)
            columns = [cell % 100 for cell in step.cells]
            inside = sum(first <= column < first + room for column in columns)
            most = max(sum(s <= c < s + room for c in columns) for s in range(101 - room))
            seen.append(inside == most)
            moved.add(first)
        assert all(seen)
        assert len(moved) > 3

    app = open_agent(SINGLE_POINT, Rules.parse("100x10x120", first_click="zero"), 5)
    drive(app, script, size=(80, 24))
