"""What people once met on the page and must not meet again, each in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sapper.game import Game, Rules
from web.conftest import serve
from web.test_page_play import cell, shown, wait_for_message
from web.test_page_session import finish, win
from web.waiting import expect_count

OpenPage = Callable[..., Any]
RULES = Rules.parse("6x5x4", first_click="zero")
ADDRESS = "#play?on=6x5x4&first=zero&seed=7"
# Whether an element lies wholly in the window.
IS_SEEN = """e => { const box = e.getBoundingClientRect();
    return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight + 0.5
        && box.right <= innerWidth + 0.5; }"""
CONTRAST = """([a, b]) => {
    const light = (name) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = `var(${name})`;
        const [r, g, b] = getComputedStyle(probe).color.match(/[\\d.]+/g).slice(0, 3)
            .map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        probe.remove();
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const [x, y] = [light(a), light(b)];
    return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}"""


def begun(open_page: OpenPage, address: str = ADDRESS, **options: Any) -> Any:
    """A game after its first cascade."""
    page = open_page(address, **options)
    cell(page, 14).click()
    wait_for_message(page, "opened")
    return page


def test_the_skip_link_leaves_the_game_alone(open_anywhere: OpenPage) -> None:
    page = begun(open_anywhere)
    before = shown(page)
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    assert shown(page) == before


@pytest.mark.parametrize(
    ("size", "words"),
    [
        ("9x9x100", "expected 0 to 80 mines"),
        ("constructor", "constructor"),
        ("0x9x1", "at least 1 column"),
    ],
)
def test_an_impossible_size_is_refused_and_the_game_goes_on(
    open_page: OpenPage, size: str, words: str
) -> None:
    page = begun(open_page)
    before = shown(page)
    page.get_by_text("More: own size").click()
    page.get_by_label("Columns x rows x mines").fill(size)
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_function(
        "words => [...document.querySelectorAll('.problem')]"
        ".some(e => e.textContent.includes(words))",
        arg=words,
    )
    assert shown(page) == before
    cell(page, Game(RULES, seed=7).rules.num_cells - 1).click(button="right")
    wait_for_message(page, "r5c6")


@pytest.mark.parametrize("size", ["9 x 9 x 10", "9\u00d79\u00d710"])
def test_a_size_may_be_written_as_people_write_it(open_page: OpenPage, size: str) -> None:
    page = open_page(ADDRESS)
    page.get_by_text("More: own size").click()
    page.get_by_label("Columns x rows x mines").fill(size)
    page.get_by_role("button", name="Start", exact=True).click()
    wait_for_message(page, "9 columns, 9 rows, 10 mines")


def test_forced_colours_keep_covered_and_opened_apart(open_page: OpenPage) -> None:
    page = begun(open_page, forced_colors="active")
    page.wait_for_timeout(600)  # the ripple of what was opened
    paint = "e => [getComputedStyle(e).backgroundColor, getComputedStyle(e).outlineStyle].join()"
    covered = page.locator(".cell.covered").first.evaluate(paint)
    opened = page.locator(".cell.clue1").first.evaluate(paint)
    assert covered.split(",")[0:3] != opened.split(",")[0:3]
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".why:not([hidden])")
    assert (
        page.locator(".out-target, .out-clue").first.evaluate(paint).endswith(("solid", "dashed"))
    )


def test_a_game_without_a_guess_is_reviewed_in_words(open_page: OpenPage) -> None:
    page = open_page(ADDRESS)
    win(page, RULES, 7, 14)
    finish(page)
    text = page.locator(".side").text_content()
    assert "null" not in text and "undefined" not in text and "NaN" not in text
    # Nothing is left to find on a board that is won.
    assert page.locator(".counters").text_content().startswith("0 mines left")


@pytest.mark.parametrize(
    ("size", "where"),
    [
        ((1280, 800), "expert"),
        ((1366, 768), "expert"),
        ((1280, 800), "beginner"),
        ((844, 390), "beginner"),
    ],
)
def test_the_whole_board_fits_the_window(
    open_page: OpenPage, size: tuple[int, int], where: str
) -> None:
    page = open_page(f"#play?on={where}&seed=7", width=size[0], height=size[1])
    assert page.locator("[role=grid]").evaluate(IS_SEEN)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_controls_take_the_scheme_and_covered_cells_stand_out(
    open_page: OpenPage, scheme: str
) -> None:
    page = open_page(ADDRESS, color_scheme=scheme)
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == scheme
    assert page.evaluate(CONTRAST, ["--covered", "--revealed"]) >= 3


def test_a_large_board_is_sharp_and_only_what_is_seen_is_painted(open_page: OpenPage) -> None:
    page = open_page("#play?on=200x200x6000&seed=7", device_scale_factor=2)
    page.wait_for_timeout(300)
    for _ in range(4):
        page.get_by_role("button", name="larger cells").click()
    page.wait_for_timeout(300)
    canvas = page.evaluate(
        "() => { const c = document.querySelector('canvas');"
        "return [c.width, c.height, c.clientWidth, c.clientHeight]; }"
    )
    assert canvas[0] == 2 * canvas[2] and canvas[1] == 2 * canvas[3]
    assert canvas[2] <= 1280 and canvas[3] <= 860


def test_the_reviews_table_is_not_clipped(open_page: OpenPage) -> None:
    page = open_page("#play?on=beginner&first=zero&seed=7&moves=r5c5,r1c1,r1c4")
    finish(page)
    box = page.locator("[aria-label='Guesses of the game']")
    assert box.evaluate("e => e.scrollWidth <= e.clientWidth")


def test_an_unknown_agent_is_told(open_page: OpenPage) -> None:
    page = open_page("#watch?agent=nobody/at-all&seed=7")
    page.locator("main").get_by_text("Unknown agent 'nobody/at-all'").wait_for()
    expect_count(page.locator("[role=grid]"), 0)


def test_a_watched_game_goes_on_after_another_tab_of_the_page(open_page: OpenPage) -> None:
    page = open_page("#watch?agent=exact&on=beginner&seed=7")
    page.get_by_role("button", name="Next").click()
    page.get_by_role("link", name="Analyse").click()
    page.wait_for_selector("main[data-ready=analyse]")
    page.get_by_role("link", name="Watch").click()
    page.wait_for_selector("main[data-ready=watch]")
    page.get_by_role("button", name="End", exact=True).click()
    page.wait_for_function(
        "() => /Won|Lost/.test(document.querySelector('.seat .message').textContent)"
    )
    assert "reading '" not in page.locator("main").text_content()


def test_watched_games_are_dropped(open_anew: OpenPage) -> None:
    page = open_anew(ADDRESS)
    page.add_init_script(
        "window.asked = {}; const send = Worker.prototype.postMessage;"
        "Worker.prototype.postMessage = function (said, ...rest) {"
        "window.asked[said.method] = (window.asked[said.method] ?? 0) + 1;"
        "return send.call(this, said, ...rest); };"
    )
    page.goto(page.url.split("#")[0] + "?#watch?agent=exact&on=beginner&seed=7")
    page.wait_for_selector("main[data-ready=watch]")
    for _ in range(3):
        page.get_by_role("button", name="Another board").click()
        page.wait_for_timeout(150)
    asked = page.evaluate("window.asked")
    assert asked["newWatch"] == 4
    assert asked["dropWatch"] == 3


def test_keys_of_the_game_work_wherever_the_focus_is(open_anywhere: OpenPage) -> None:
    page = begun(open_anywhere)
    page.locator("#options").focus()
    page.keyboard.press("h")
    page.wait_for_selector(".why:not([hidden])")
    page.keyboard.press("Control+z")
    wait_for_message(page, "Taken back")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("F")
    wait_for_message(page, "flagged")


def test_n_keeps_the_difficulty_that_was_chosen(open_page: OpenPage) -> None:
    page = open_page(ADDRESS)
    page.get_by_role("button", name="Intermediate").click()
    wait_for_message(page, "16 columns")
    page.keyboard.press("n")
    page.wait_for_timeout(200)
    wait_for_message(page, "16 columns")
    expect_count(page.locator("[role=gridcell]"), 256)


# The low ones


def test_a_large_binary_file_is_told_and_the_position_stays(
    open_page: OpenPage, tmp_path: Path
) -> None:
    page = open_page("#analyse?p=..1./..2./11../....+3")
    path = tmp_path / "noise.bin"
    path.write_bytes(bytes(range(256)) * 600)
    page.get_by_label("File to read").set_input_files(path)
    page.wait_for_function(
        "() => [...document.querySelectorAll('.problem')].some(e => e.textContent.length > 10)"
    )
    expect_count(page.locator("[role=gridcell]"), 16)


def test_a_shared_layouts_link_is_that_layout(open_page: OpenPage) -> None:
    page = open_page("#play?b=0605&m=" + "0" * 5 + "1")
    cell(page, 0).click()
    page.get_by_role("button", name="Copy a link").click()
    link = page.get_by_label("Link to copy").input_value()
    assert "b=65&m=000001" in link and "seed" not in link


def test_a_layout_before_the_hash_is_meant_once(open_page: OpenPage) -> None:
    page = open_page("?b=0605&m=000001")
    page.wait_for_selector("main[data-ready=analyse]")
    page.get_by_role("link", name="Play").click()
    page.wait_for_selector("main[data-ready=play]")
    page.get_by_role("link", name="Analyse").click()
    page.wait_for_selector("main[data-ready=analyse]")
    page.get_by_role("link", name="Play").click()
    page.wait_for_selector("main[data-ready=play]")
    expect_count(page.locator("[role=gridcell]"), 81)


def test_a_mine_file_may_begin_with_a_byte_order_mark(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("#analyse")
    path = tmp_path / "board.mine"
    path.write_bytes(b"\xef\xbb\xbf3x2x1\nHHH\nH1H\n")
    page.get_by_label("File to read").set_input_files(path)
    page.wait_for_function("() => document.querySelectorAll('[role=gridcell]').length === 6")


def test_one_thing_is_named_in_the_singular(open_page: OpenPage) -> None:
    page = open_page("#play?on=1x5x1&seed=7")
    wait_for_message(page, "1 column, 5 rows, 1 mine")
    page = open_page("#watch?agent=exact&on=3x3x1&seed=7")
    expect_count(page.get_by_text("1 flags"), 0)
    assert "1 mines" not in page.locator("main").text_content()


def test_the_focus_stays_in_the_table_when_results_play(open_page: OpenPage) -> None:
    page = open_page("#results")
    page.get_by_label("Games to play here").select_option("100")
    for _ in range(2):  # documents, and the tables in them
        page.evaluate("document.querySelectorAll('details').forEach(e => { e.open = true; })")
        page.wait_for_timeout(200)
    page.locator("button[aria-label^='Play ']").first.click()
    page.wait_for_function("() => /100 games/.test(document.activeElement.textContent)")


def test_a_server_that_is_gone_is_named(open_page: OpenPage, browser: Any) -> None:
    served, stop = serve()
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.goto(served.address + "#play")
    page.wait_for_selector("main[data-ready=play]")
    stop()
    page.get_by_role("link", name="Watch").click()
    page.wait_for_selector("main[data-ready=problem]")
    text = page.locator("main").text_content()
    context.close()
    assert "Failed to fetch" not in text and "sapper web" in text


def test_an_impossibility_is_said_once(open_page: OpenPage) -> None:
    page = open_page("#analyse?p=.1./.../..8+1")
    page.wait_for_selector(".why:not([hidden])")
    reason = page.locator(".why .problem").text_content()
    assert page.locator("main").text_content().count(reason) == 1


def test_names_of_buttons_hold_what_is_written_on_them(open_page: OpenPage) -> None:
    """A person who speaks to the page says what is written (WCAG 2.5.3)."""
    page = open_page("#analyse?p=..1./..2./11../....+3")
    cell(page, 0).click()
    page.wait_for_timeout(300)
    for where in ("#analyse", "#play", "#watch", "#games", "#train", "#results"):
        page.goto(page.url.split("#")[0] + where)
        page.wait_for_selector(f"main[data-ready={where[1:]}]")
        differ = page.evaluate(
            "() => [...document.querySelectorAll('button[aria-label]')].filter(e => {"
            "const text = e.textContent.trim(); return /[a-z]{2}/i.test(text)"
            "&& !e.getAttribute('aria-label').toLowerCase().includes(text.toLowerCase()); })"
            ".map(e => e.outerHTML)"
        )
        assert differ == []
