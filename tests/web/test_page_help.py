"""What a player may switch on, and what an editor makes easy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sapper.game import Game, Rules
from sapper.logic import analyse
from web.test_page_play import cell, middle_of, safe_cells, shown, wait_for_message
from web.test_page_session import finish, win
from web.waiting import expect_count, expect_hidden

OpenPage = Callable[..., Any]
RULES = Rules.parse("6x5x4", first_click="zero")
ADDRESS = "#play?on=6x5x4&first=zero&seed=7"


def choose(page: Any, label: str) -> None:
    """Tick a box of the options."""
    page.get_by_role("button", name="Options").click()
    page.get_by_label(label).check()
    page.get_by_role("button", name="Done").click()


def begin(page: Any) -> Game:
    """Open the first cell here and in the library."""
    cell(page, 14).click()
    wait_for_message(page, "opened")
    game = Game(RULES, seed=7)
    game.reveal(14)
    return game


def test_risks_while_playing_are_the_librarys_and_count_as_help(open_page: OpenPage) -> None:
    page = open_page(ADDRESS)
    expect_count(page.locator(".tinted"), 0)
    game = begin(page)
    page.get_by_role("button", name="Risks").click()
    page.wait_for_selector(".tinted")
    risk = analyse(game.position).risk.ravel()
    for number, code in enumerate(game.position.cells):
        if code == 9:
            label = cell(page, number).get_attribute("aria-label")
            word = {0.0: ", safe", 1.0: ", mine"}.get(float(risk[number]), ", risk ")
            assert word in label
    for number in safe_cells(RULES, 7, 14):
        if game.position.cells[number] == 9:
            cell(page, number).click()
            game.reveal(number)
    finish(page)
    assert "risks or proven cells shown" in page.locator(".result").text_content()
    page.get_by_role("link", name="Games").click()
    expect_count(page.locator("table.stats tbody tr"), 1)
    page.get_by_label("count games with help").uncheck()
    expect_count(page.locator("table.stats tbody tr"), 0)


def test_the_sea_is_drawn_quietly_and_said_once(open_page: OpenPage) -> None:
    page = open_page("#play?on=expert&first=zero&seed=7&moves=r8c8")
    page.get_by_role("button", name="Risks").click()
    page.wait_for_selector(".tinted")
    assert page.locator(".tinted").count() < 40
    page.get_by_text("Away from all clues: ").wait_for()


def test_everything_proven_is_opened_at_once_or_by_itself(open_page: OpenPage) -> None:
    page = open_page(ADDRESS)
    game = begin(page)
    for number in (game.cell(one) for one in analyse(game.position).safe):
        if game.position.cells[number] == 9:
            game.reveal(number)
    page.keyboard.press("o")
    page.wait_for_function("() => !document.querySelector('.message').textContent.includes('r3c3')")
    assert shown(page) == str(game.position).split()[0]
    # By itself, as far as it goes.
    page = open_page(ADDRESS)
    choose(page, "open proven cells by themselves (counts as help)")
    cell(page, 14).click()
    game = Game(RULES, seed=7)
    game.reveal(14)
    while not game.is_over and (safe := analyse(game.position).safe):
        for one in safe:
            if not game.is_over and game.position.cells[game.cell(one)] == 9:
                game.reveal(one)
    wanted = str(game.position).split()[0]
    page.wait_for_timeout(500)
    assert shown(page).replace("*", "F").replace("F", ".") == wanted.replace("F", ".")


def test_question_marks_and_other_keys_are_options(open_anywhere: OpenPage) -> None:
    page = open_anywhere(ADDRESS)
    choose(page, "question marks after flags")
    for word in ("flag", "question mark", "covered"):
        cell(page, 0).click(button="right")
        page.wait_for_selector(f"[data-cell='0'][aria-label$='{word}']")
    page.get_by_role("button", name="Options").click()
    page.get_by_text("Keys", exact=True).click()
    for action in ("hint", "redo"):
        page.get_by_label(action, exact=True).click()
        page.keyboard.press("Control+a")
        page.keyboard.type("x")
        page.keyboard.press("Tab")
    assert "'x' is the key of hint" in page.locator("dialog .problem").text_content()
    page.get_by_role("button", name="Done").click()
    begin(page)
    page.keyboard.press("h")
    expect_hidden(page.locator(".why"))
    page.keyboard.press("x")
    page.wait_for_selector(".why:not([hidden])")


def test_a_clue_chords_only_where_that_is_wanted(open_page: OpenPage) -> None:
    page = open_page(ADDRESS)
    page.get_by_role("button", name="Options").click()
    page.get_by_label("a click on a clue opens around it (chord)").uncheck()
    page.get_by_role("button", name="Done").click()
    game = begin(page)
    clue = next(i for i, code in enumerate(game.position.cells) if code == 1)
    before = page.locator(".message").first.text_content()
    cell(page, clue).click()
    page.wait_for_timeout(200)
    assert page.locator(".message").first.text_content() == before
    page.keyboard.press("c")
    page.wait_for_function(
        "() => document.querySelector('.message').textContent.includes('needs 1 flag')"
    )


def test_the_score_game_goes_on_after_a_mine(open_page: OpenPage) -> None:
    page = open_page("#play?on=6x5x4&first=zero&seed=7&game=score")
    game = begin(page)
    mine, *others = game.layout.mines
    cell(page, mine).click()
    wait_for_message(page, "a mine, which costs a point")
    for number in safe_cells(RULES, 7, 14):
        if "covered" in cell(page, number).get_attribute("aria-label"):
            cell(page, number).click()
    for number in others:
        cell(page, number).click(button="right")
    finish(page)
    assert "score 0.750, 1 mine hit" in page.locator(".result h2").text_content()
    page.goto(page.url.split("#")[0] + "#watch?agent=cooper/csp&on=6x5x4&seed=7&game=score")
    page.wait_for_selector("main[data-ready=watch]")
    page.get_by_role("button", name="End", exact=True).click()
    page.get_by_text("Score ").first.wait_for()


def test_the_editor_is_painted_by_dragging_and_the_wheel(open_anywhere: OpenPage) -> None:
    page = open_anywhere("#analyse?p=..../..../....+3")
    page.wait_for_selector(".cell.covered")
    page.get_by_role("button", name="Clue 1", exact=True).click()
    page.mouse.move(*middle_of(page, 0))
    page.mouse.down()
    for number in (1, 2, 3):
        page.mouse.move(*middle_of(page, number), steps=4)
    page.mouse.up()
    page.wait_for_function("() => document.querySelectorAll('.clue1').length === 4")
    page.mouse.move(*middle_of(page, 5))
    page.mouse.wheel(0, -100)
    page.mouse.wheel(0, -100)
    page.wait_for_selector("[data-cell='5'].clue1, [data-cell='5'].clue0")
    # One stroke is undone at once.
    cell(page, 11).focus()
    for _ in range(3):
        page.keyboard.press("u")
    page.wait_for_function("() => document.querySelectorAll('.clue1').length === 0")


def test_positions_are_pasted_anywhere_and_saved_under_a_name(open_page: OpenPage) -> None:
    page = open_page("#games")
    page.evaluate(
        "() => { const data = new DataTransfer(); data.setData('text', '.1./.../... 2');"
        "document.body.dispatchEvent(new ClipboardEvent('paste',"
        "{ clipboardData: data, bubbles: true, cancelable: true })); }"
    )
    page.wait_for_selector("main[data-ready=analyse]")
    page.wait_for_function("() => document.querySelectorAll('[role=gridcell]').length === 9")
    saved = page.locator("details", has_text="Saved positions")
    saved.evaluate("e => { e.open = true; }")
    saved.get_by_role("textbox").fill("mine")
    saved.get_by_role("button", name="Save this one").click()
    page.goto(page.url.split("#")[0] + "#analyse?p=..../....+1")
    page.wait_for_function("() => document.querySelectorAll('[role=gridcell]').length === 8")
    saved.evaluate("e => { e.open = true; }")
    saved.get_by_role("button", name="mine", exact=True).click()
    page.wait_for_function("() => document.querySelectorAll('[role=gridcell]').length === 9")


def test_a_win_is_told_with_its_numbers(open_anywhere: OpenPage) -> None:
    page = open_anywhere(ADDRESS)
    win(page, RULES, 7, 14)
    finish(page)
    text = page.locator(".result").text_content()
    for word in ("Won in", "3BV a second", "Efficiency", "Luck", "No guess"):
        assert word in text
