"""A game is never lost: saved after every move, gone on with anywhere, counted once."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sapper.game import Game, Rules
from web.conftest import Served
from web.test_page_play import cell, safe_cells, shown, wait_for_message
from web.waiting import expect_count, expect_hidden

OpenPage = Callable[..., Any]
RULES = Rules.parse("6x5x4", first_click="zero")
ADDRESS = "#play?on=6x5x4&first=zero&seed=7"


def wait_until_ready(page: Any) -> None:
    page.wait_for_selector("main[data-ready=play]")
    page.wait_for_function("() => document.querySelectorAll('[aria-label$=covered]').length")


def saved(page: Any) -> list[dict[str, Any]]:
    found = page.evaluate(
        "() => Object.keys(localStorage).filter(k => k.startsWith('sapper.game.'))"
        ".map(k => JSON.parse(localStorage.getItem(k)).data)"
    )
    return list(found)


def win(page: Any, rules: Rules, seed: int, first: int) -> Game:
    """Open every safe cell; the game as the library has it."""
    game = Game(rules, seed=seed)
    for number in [first, *safe_cells(rules, seed, first)]:
        if game.outcome == "playing" and game.position.cells[number] == 9:
            cell(page, number).click()
            game.reveal(number)
    wait_for_message(page, "Won")
    return game


def finish(page: Any) -> None:
    page.wait_for_selector("section[aria-label=Result]:not([hidden])")


def test_a_running_game_survives_reload_tabs_of_the_page_and_back(open_anywhere: OpenPage) -> None:
    page = open_anywhere(ADDRESS)
    cell(page, 14).click()
    wait_for_message(page, "opened")
    game = Game(RULES, seed=7)
    game.reveal(14)
    mine = game.layout.mines[0]
    cell(page, mine).click(button="right")
    wait_for_message(page, "flagged")
    before = shown(page)
    page.reload()
    wait_for_message(page, "goes on")
    assert shown(page) == before
    page.get_by_role("button", name="Analyse it").click()
    page.wait_for_selector("main[data-ready=analyse]")
    page.go_back()
    page.wait_for_selector("main[data-ready=play]")
    assert shown(page) == before
    page.get_by_role("link", name="Games").click()
    page.get_by_role("link", name="Go on with 6x5x4").click()
    page.wait_for_selector("main[data-ready=play]")
    assert shown(page) == before
    # Undo and redo go on where they were, after a reload too.
    page.get_by_role("button", name="Undo").click()
    wait_for_message(page, "Taken back")
    page.reload()
    wait_for_message(page, "goes on")
    page.get_by_role("button", name="Redo").click()
    wait_for_message(page, "flagged")
    assert shown(page) == before


def test_a_click_while_the_engine_still_loads_is_not_lost(browser: Any, server: Served) -> None:
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    page.route("**/sapper.wasm", hold)
    page.goto(server.address + ADDRESS)
    cell(page, 14).click()
    page.wait_for_timeout(100)
    assert "New game: 6 columns" in page.locator(".message").first.text_content()
    for route in held:
        route.continue_()
    wait_for_message(page, "opened")
    context.close()


def test_a_game_goes_on_in_another_tab(open_page: OpenPage) -> None:
    page = open_page(ADDRESS)
    cell(page, 14).click()
    wait_for_message(page, "opened")
    other = page.context.new_page()
    other.goto(page.url.split("#")[0] + "#play")
    wait_for_message(other, "goes on")
    assert shown(other) == shown(page)
    game = Game(RULES, seed=7)
    game.reveal(14)
    mine = game.layout.mines[0]
    cell(other, mine).click(button="right")
    wait_for_message(other, "flagged")
    wait_for_message(page, "Another tab")
    assert shown(page) == shown(other)


def test_a_new_game_keeps_the_one_before(open_page: OpenPage) -> None:
    page = open_page(ADDRESS)
    cell(page, 14).click()
    wait_for_message(page, "opened")
    before = shown(page)
    page.get_by_role("button", name="Expert").click()
    wait_for_message(page, "waits under Games")
    expect_count(page.locator("[role=gridcell]"), 480)
    page.reload()
    wait_until_ready(page)
    expect_count(page.locator("[role=gridcell]"), 480)
    page.get_by_role("link", name="Games").click()
    page.get_by_role("link", name="Go on with 6x5x4").click()
    wait_for_message(page, "goes on")
    assert shown(page) == before


def test_what_was_chosen_is_remembered(open_page: OpenPage) -> None:
    page = open_page("")
    page.get_by_role("button", name="Intermediate").click()
    wait_for_message(page, "16 columns")
    page.get_by_role("button", name="Dark").click()
    page.get_by_text("More: own size").click()
    page.get_by_label("First click").select_option("zero")
    page.goto("about:blank")
    page.go_back()
    page.wait_for_selector("main[data-ready=play]")
    again = page.context.new_page()
    again.goto(page.url.split("#")[0])
    again.wait_for_selector("main[data-ready=play]")
    wait_for_message(again, "16 columns")
    assert again.evaluate("document.documentElement.dataset.theme") == "dark"
    assert "first=zero" in again.url


def test_the_clock_goes_on_after_a_reload_and_after_a_loss_is_taken_back(
    open_page: OpenPage,
) -> None:
    page = open_page(ADDRESS)
    cell(page, 14).click()
    wait_for_message(page, "opened")
    page.wait_for_timeout(1100)
    page.reload()
    wait_for_message(page, "goes on")
    (game,) = saved(page)
    assert game["elapsed"] >= 1000
    mine = Game(RULES, seed=7)
    mine.reveal(14)
    cell(page, mine.layout.mines[0]).click()
    wait_for_message(page, "Lost")
    lost_at = float(page.locator(".counters b").nth(1).text_content())
    assert lost_at >= 1.0
    page.get_by_role("button", name="Undo").click()
    wait_for_message(page, "Taken back")
    expect_hidden(page.locator("section[aria-label=Result]"))
    expect_hidden(page.locator(".counters .grade"))
    page.get_by_role("button", name="Redo").click()
    wait_for_message(page, "Lost")
    assert float(page.locator(".counters b").nth(1).text_content()) >= lost_at


def test_a_shared_link_has_its_moves(open_page: OpenPage) -> None:
    page = open_page(ADDRESS)
    cell(page, 14).click()
    wait_for_message(page, "opened")
    page.get_by_role("button", name="Copy a link").click()
    link = page.get_by_label("Link to copy").input_value()
    other = open_page(link)
    assert shown(other) == shown(page)
    other.reload()
    wait_until_ready(other)
    assert shown(other) == shown(page)


def test_damaged_data_is_told_and_set_aside(open_page: OpenPage) -> None:
    page = open_page(ADDRESS)
    cell(page, 14).click()
    wait_for_message(page, "opened")
    page.evaluate(
        "() => { const key = Object.keys(localStorage).find(k => k.startsWith('sapper.game.'));"
        "const all = JSON.parse(localStorage.getItem(key)); all.data.moves[0][1] = 99999;"
        "localStorage.setItem(key, JSON.stringify(all)); }"
    )
    # Another tab opens it: this one would save what it holds when it goes.
    other = page.context.new_page()
    other.goto(page.url.split("#")[0] + "#play")
    other.wait_for_selector("main[data-ready=play]")
    assert "set aside" in other.locator(".notice").first.text_content()
    kept = other.evaluate(
        "() => Object.keys(localStorage).filter(k => k.startsWith('sapper.damaged.')).length"
    )
    assert kept == 1


def test_statistics_count_a_game_once_and_travel_as_json(
    open_anew: OpenPage, tmp_path: Path
) -> None:
    page = open_anew(ADDRESS)
    game = win(page, RULES, 7, 14)
    finish(page)
    banner = page.locator("section[aria-label=Result]").text_content()
    assert "Won in" in banner and "3BV a second" in banner and "Efficiency" in banner
    page.reload()
    finish(page)
    # Played again on the same mines: not counted.
    page.get_by_role("button", name="Same mines again").click()
    wait_for_message(page, "same mines again")
    cell(page, game.layout.mines[0]).click()
    wait_for_message(page, "Lost")
    finish(page)
    page.get_by_role("link", name="Games").click()
    row = page.locator("table.stats tbody tr")
    expect_count(row, 1)
    cells = row.locator("td").all_text_contents()
    assert cells[:3] == ["1", "1 (100 %)", "1, best 1"]
    # pLuck is added up like luck; results that were kept before it was counted have none.
    sums = page.evaluate(
        """async () => {
          const { summarise } = await import(new URL("js/statistics.js", location.href));
          const one = { outcome: "lost", guesses: 2, needless: 0, survivals: 1, expected: 1.5 };
          const { luck, pluck } = summarise([{ ...one, pluck: 0.25 }, { ...one, pluck: 0.5 }, one]);
          return [luck, pluck];
        }"""
    )
    assert sums == [-1.5, 0.75]
    expect_count(page.get_by_role("link", name="Review 6x5x4"), 2)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    path = tmp_path / "games.json"
    download.value.save_as(path)
    assert len(json.loads(path.read_text())["results"]) == 1
    other = open_anew("#games")
    other.get_by_label("File of games").set_input_files(path)
    wait_for_message(other, "Added 1 result and 2 games")
    other.get_by_label("File of games").set_input_files(path)
    wait_for_message(other, "Added 0 results and 0 games")
    (tmp_path / "bad.json").write_text('{"sapper": 1, "results": [3], "games": []}')
    other.get_by_label("File of games").set_input_files(tmp_path / "bad.json")
    wait_for_message(other, "a result is damaged")
    # A past game is looked at again, with its review.
    other.get_by_role("link", name="Review 6x5x4").last.click()
    other.wait_for_selector("section[aria-label=Review]:not([hidden])")
    assert "Won" in other.locator("section[aria-label=Result] h2").text_content()
    other.get_by_role("link", name="Games").click()
    other.on("dialog", lambda dialog: dialog.accept())
    other.get_by_role("button", name="Delete everything").click()
    other.get_by_text("No game has been finished yet").wait_for()


def test_a_loss_that_was_taken_back_stays_a_loss(open_page: OpenPage) -> None:
    page = open_page(ADDRESS)
    cell(page, 14).click()
    wait_for_message(page, "opened")
    game = Game(RULES, seed=7)
    game.reveal(14)
    cell(page, game.layout.mines[0]).click()
    wait_for_message(page, "Lost")
    finish(page)
    page.get_by_role("button", name="Undo").click()
    wait_for_message(page, "Taken back")
    for number in safe_cells(RULES, 7, 14):
        if game.position.cells[number] == 9:
            cell(page, number).click()
            game.reveal(number)
    wait_for_message(page, "Won")
    finish(page)
    page.get_by_role("link", name="Games").click()
    assert page.locator("table.stats tbody td").all_text_contents()[:2] == ["1", "0 (0 %)"]
