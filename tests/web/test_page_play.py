"""Playing on the page, in a real Chromium: keys alone, touch, hints, links, the review."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from sapper import hint
from sapper.boards import generate, grade
from sapper.game import Game, Layout, Rules
from sapper.game.replay import Replay
from sapper.logic import analyse
from web.waiting import expect_count, expect_hidden

OpenPage = Callable[..., Any]
RULES = Rules.parse("6x5x4", first_click="zero")
ADDRESS = "#play?on=6x5x4&first=zero&seed=7"


def message(page: Any) -> str:
    return str(page.locator(".message").first.text_content())


def wait_for_message(page: Any, text: str) -> None:
    page.wait_for_function(
        "text => document.querySelector('.message').textContent.includes(text)", arg=text
    )


def cell(page: Any, number: int) -> Any:
    return page.locator(f"[data-cell='{number}']")


def middle_of(page: Any, number: int) -> tuple[float, float]:
    cell(page, number).scroll_into_view_if_needed()
    box = cell(page, number).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def shown(page: Any) -> str:
    """The position that the page shows, from what a screen reader is given."""
    labels = page.locator("[role=gridcell]").evaluate_all(
        "cells => cells.map(cell => cell.getAttribute('aria-label'))"
    )
    letters = {"covered": ".", "empty": "0", "flag": "F", "mine": "*"}
    cells = [letters.get(word := label.split(", ")[1], word) for label in labels]
    columns = int(page.locator("[role=grid]").get_attribute("aria-colcount"))
    rows = ["".join(cells[i : i + columns]) for i in range(0, len(cells), columns)]
    return "/".join(rows)


def safe_cells(rules: Rules, seed: int, first: int) -> list[int]:
    mines = set(Layout.from_seed(rules, seed, first).mines)
    return [number for number in range(rules.num_cells) if number not in mines]


def test_a_game_is_won_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page(ADDRESS)
    # From the top of the page to the grid by tab alone.
    for _ in range(16):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    assert page.evaluate("document.activeElement.dataset.cell") == "0"
    at = 0

    def go_to(number: int) -> None:
        nonlocal at
        rows, columns = number // 6 - at // 6, number % 6 - at % 6
        for key, count in (("ArrowDown", rows), ("ArrowUp", -rows)):
            for _ in range(count):
                page.keyboard.press(key)
        for key, count in (("ArrowRight", columns), ("ArrowLeft", -columns)):
            for _ in range(count):
                page.keyboard.press(key)
        at = number

    game = Game(RULES, seed=7)
    go_to(14)
    page.keyboard.press("Space")
    game.reveal(14)
    mine = game.layout.mines[0]
    go_to(mine)
    page.keyboard.press("f")
    wait_for_message(page, "flagged")
    page.keyboard.press("u")
    wait_for_message(page, "Taken back")
    for number in safe_cells(RULES, 7, 14):
        if game.position.cells[number] == 9:
            go_to(number)
            page.keyboard.press("Space")
            game.reveal(number)
    wait_for_message(page, "Won")
    assert game.outcome == "won"
    assert "Won" in page.locator("#live").text_content() or page.get_by_text("Review").count()


def test_a_chord_by_mouse_and_key_opens_the_neighbours(open_page: OpenPage) -> None:
    rules = Rules.parse("8x8x10", first_click="zero")
    page = open_page("#play?on=8x8x10&first=zero&seed=3")
    game = Game(rules, seed=3)
    cell(page, 27).click()
    game.reveal(27)
    wait_for_message(page, "opened")
    mines = set(game.layout.mines)
    clue = next(
        c
        for c in range(64)
        if 1 <= game.position.cells[c] <= 8
        and any(game.position.cells[n] == 9 and n not in mines for n in game.position.neighbours(c))
    )
    for mine in (n for n in game.position.neighbours(clue) if n in mines):
        cell(page, mine).click(button="right")
        game.flag(mine)
    cell(page, clue).click()
    game.chord(clue)
    wait_for_message(page, "opened")
    page.wait_for_timeout(50)
    assert f"{shown(page)} 10" == str(game.position)


def test_a_game_is_won_by_touch(open_page: OpenPage) -> None:
    page = open_page(ADDRESS, width=390, has_touch=True, is_mobile=True)
    game = Game(RULES, seed=7)
    page.touchscreen.tap(*middle_of(page, 14))
    wait_for_message(page, "opened")
    game.reveal(14)
    # A long press flags, a second one takes the flag away; so does the switch with taps.
    mine = game.layout.mines[0]
    touch = page.context.new_cdp_session(page)
    x, y = middle_of(page, mine)
    for word in ("flagged", "is gone"):
        touch.send(
            "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
        )
        page.wait_for_timeout(500)
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        wait_for_message(page, word)
    page.get_by_role("button", name="Flag").tap()
    page.touchscreen.tap(*middle_of(page, mine))
    wait_for_message(page, "flagged")
    page.get_by_role("button", name="Flag").tap()
    for number in safe_cells(RULES, 7, 14):
        if game.position.cells[number] == 9:
            page.touchscreen.tap(*middle_of(page, number))
            game.reveal(number)
            page.wait_for_timeout(20)
    wait_for_message(page, "Won")


def test_two_fingers_zoom_the_grid(open_page: OpenPage) -> None:
    page = open_page("#play?on=expert&seed=7", width=390, has_touch=True, is_mobile=True)
    before = cell(page, 0).bounding_box()["width"]
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, apart: float) -> None:
        points = [{"x": 180 - apart, "y": 300}, {"x": 180 + apart, "y": 300}] if apart else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", 40)
    for apart in (45, 50, 55, 60):
        fingers("touchMove", apart)
    fingers("touchEnd", 0)
    page.wait_for_timeout(50)
    assert cell(page, 0).bounding_box()["width"] > before * 1.2


def test_a_hint_is_the_librarys_reason(open_page: OpenPage) -> None:
    page = open_page("#play?on=expert&first=zero&seed=7&moves=r8c8")
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".why:not([hidden])")
    sentence = page.locator(".why .reason").text_content()
    game = Game(Rules.parse("expert", first_click="zero"), seed=7)
    game.reveal(7 * 30 + 7)
    name = re.match(r"(r\d+c\d+) is safe", sentence)
    assert name is not None
    reason = analyse(game.position).reason(name[1])
    assert sentence == str(reason)
    assert page.locator(".why .tag").text_content() == reason.technique
    outlined = page.locator(".cell.out-clue").evaluate_all("x => x.map(c => +c.dataset.cell)")
    assert tuple(outlined) == reason.clues
    expect_count(page.locator(".cell.out-target"), 1)


def test_a_wrong_flag_is_named_by_the_hint(open_page: OpenPage) -> None:
    game = Game(Rules.parse("expert", first_click="zero"), seed=7)
    game.reveal(7 * 30 + 7)
    found = hint(game.position)
    assert found is not None
    page = open_page(
        f"#play?on=expert&first=zero&seed=7&moves=r8c8,!{game.position.format_cell(found.cell)}"
    )
    wait_for_message(page, "2 moves made")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector("text=this flag is wrong")


def test_a_link_brings_back_the_position_and_its_seed(open_page: OpenPage) -> None:
    page = open_page(ADDRESS)
    cell(page, 14).click()
    wait_for_message(page, "opened")
    before = shown(page)
    page.get_by_role("button", name="Copy a link").click()
    link = page.get_by_label("Link to copy").input_value()
    assert "seed=7" in link
    again = open_page(link)
    again.wait_for_function(
        "() => document.querySelectorAll('[aria-label$=covered]').length < 30", timeout=5000
    )
    assert shown(again) == before


def test_a_loss_is_reviewed(open_page: OpenPage) -> None:
    rules = Rules.parse("8x8x10", first_click="safe")
    game = Game(rules, seed=2)
    game.reveal(27)
    position = game.position
    mine = game.layout.mines[0]
    page = open_page("#play?on=8x8x10&first=safe&seed=2&moves=r4c4")
    cell(page, mine).click()
    wait_for_message(page, "Lost")
    page.wait_for_selector("section[aria-label=Review]:not([hidden])")
    risk = analyse(position).risk.flat[mine]
    table = page.locator("section[aria-label=Review] table")
    row = table.locator("tbody tr").first.text_content()
    assert position.format_cell(mine) in row
    assert f"{100 * risk:.1f} %" in row
    lost = risk - min(analyse(position).risk.flat[c] for c in position.covered)
    assert lost < 1e-9 and "0 % risk" in row  # too early in the game for exact values
    assert page.locator(".counters").text_content().endswith("difficulty: needs a guess") == (
        grade(game.layout, 27) is None
    )
    summary = page.locator("section[aria-label=Review] p").first.text_content()
    assert "1 guess" in summary and f"{1 - risk:.2f}" in summary and "survived 0" in summary
    # The scrubber shows the position before the loss, with the risks that were known.
    scrubber = page.get_by_label("Move of the game")
    scrubber.focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(r"text=/Move 2, \d+\.\d\d s: revealed/")
    assert cell(page, mine).get_attribute("aria-label").split(", ")[1] == "covered"
    page.keyboard.press("ArrowRight")
    # A loss can be taken back.
    cell(page, 0).focus()
    page.keyboard.press("u")
    wait_for_message(page, "Taken back")
    assert f"{shown(page)} 10" == str(position)


def test_restart_and_retry_say_what_they_keep(open_page: OpenPage) -> None:
    game = Game(RULES, seed=7)
    game.reveal(14)
    mine = game.layout.mines[0]
    page = open_page(ADDRESS)
    page.get_by_role("button", name="Retry").click()
    wait_for_message(page, "reveal a cell first")
    cell(page, 14).click()
    wait_for_message(page, "opened")
    page.get_by_role("button", name="Retry").click()
    wait_for_message(page, "Exactly the same mines again")
    cell(page, mine).click()
    wait_for_message(page, "is a mine of the layout that you retry")
    page.get_by_role("button", name="Copy a link").click()
    assert "&m=" in page.get_by_label("Link to copy").input_value()
    page.get_by_role("button", name="Restart").click()
    wait_for_message(page, "but for mines that make room for the first cell")
    cell(page, mine).click()
    game.restart()
    game.reveal(mine)
    page.wait_for_function(
        "() => document.querySelectorAll('[aria-label$=covered]').length < 30", timeout=5000
    )
    assert f"{shown(page)} {RULES.num_mines}" == str(game.position)


def test_a_no_guess_board_is_graded_from_its_first_cell_on(open_page: OpenPage) -> None:
    page = open_page("#play?on=beginner&first=zero&seed=11&guess=no")
    expect_hidden(page.locator(".counters").get_by_text("board:"))
    cell(page, 40).click()
    wait_for_message(page, "opened")
    board = generate("beginner", 1, seed=11, first=40)[0]
    assert page.locator(".counters").text_content().endswith(f"difficulty: {board.grade.title}")


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("#play?on=9x9x81&first=zero", "mines"),
        ("#play?on=lots", "expected a grid such as expert"),
        ("#play?seed=-3", "expected a seed"),
        ("#play?on=900x900x5", "at most"),
        ("#play?seed=7&moves=r1c1,<script>", "expected moves"),
        ("#play?on=beginner&seed=7&moves=r1c1,r1c1", "r1c1"),
        ("#analyse?p=..9/...", "expected"),
        ("#analyse?b=7&m=zz", "expected"),
        ("?b=3&m=00", "letters in m="),
    ],
)
def test_a_bad_link_gets_a_sentence(open_page: OpenPage, link: str, words: str) -> None:
    page = open_page(link)
    said = page.locator(".problem").first.text_content()
    assert words in said
    page.get_by_role("link", name="Start afresh").click()
    page.wait_for_selector("[role=grid]")


def test_a_large_grid_is_a_canvas_that_keys_can_play(open_page: OpenPage) -> None:
    page = open_page("#play?on=100x100x1500&first=zero&seed=7")
    expect_count(page.locator(".grid canvas"), 1)
    cells = page.locator("[role=gridcell]")
    assert cells.count() < 200
    page.locator("[role=gridcell][tabindex='0']").focus()
    for _ in range(5):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    wait_for_message(page, "opened")
    game = Game(Rules.parse("100x100x1500", first_click="zero"), seed=7)
    game.reveal(500)
    focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert (
        focused == f"r6c1, {'empty' if game.position.cells[500] == 0 else game.position.cells[500]}"
    )
    left = page.locator(".counters .small b").text_content()
    assert int(left) == game.position.cells.count(9) - 1500


def test_guesses_answer_fairly_and_the_mode_is_named_everywhere(open_anywhere: OpenPage) -> None:
    page = open_anywhere("#play?on=5x5x8&first=any&seed=3&guessing=fair")
    wait_for_message(page, "fair guessing")
    rules = Rules.parse("5x5x8", first_click="any")
    game = Game(rules, seed=3, guessing="fair")
    # Forced guesses alone: nothing of them can be lost, and the library answers alike.
    while not game.is_over:
        found = analyse(game.position)
        covered = [i for i, code in enumerate(game.position.cells) if code == 9]
        safe = {game.cell(one) for one in found.safe}
        number = min(safe) if safe else min(covered, key=lambda i: found.risk.ravel()[i])
        cell(page, number).click()
        game.reveal(number)
        page.wait_for_function(
            "number => !document.querySelector(`[data-cell='${number}']`)"
            ".getAttribute('aria-label').includes('covered')",
            arg=number,
        )
        if not game.is_over:
            assert shown(page) == str(game.position).split()[0]
    assert game.outcome == "won"
    wait_for_message(page, "Won")
    page.wait_for_selector("section[aria-label=Result]:not([hidden])")
    assert "Fair guessing" in page.locator("section[aria-label=Result]").text_content()
    page.get_by_role("button", name="Copy a link").click()
    assert "guessing=fair" in page.get_by_label("Link to copy").input_value()
    page.reload()
    wait_for_message(page, "Won")
    page.get_by_role("link", name="Games").click()
    assert "fair" in page.locator("table.stats tbody th").text_content()


def test_a_saved_replay_opens_with_its_review_wherever_it_is_dropped(open_page: OpenPage) -> None:
    game = Game(RULES, seed=7)
    game.reveal(14)
    game.reveal(game.layout.mines[0])
    page = open_page("#train")
    data = page.evaluate_handle(
        "text => { const data = new DataTransfer();"
        "data.items.add(new File([text], 'game.json')); return data; }",
        Replay.of_game(game).format(),
    )
    page.dispatch_event("main", "drop", {"dataTransfer": data})
    page.wait_for_selector("main[data-ready=play]")
    wait_for_message(page, "Lost")
    page.wait_for_selector("section[aria-label=Review]:not([hidden])")
    expect_count(page.locator("[role=gridcell]"), 30)
