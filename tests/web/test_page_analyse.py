"""The analyser: editing by any means, reading anything pasted, reasons, contradictions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sapper.game import Layout, Position, Rules
from sapper.logic import analyse, cell_values
from web.test_page_play import cell, middle_of, shown
from web.waiting import expect_count, expect_hidden

OpenPage = Callable[..., Any]
TEXT = "..1./..2./11../.... 3"
ADDRESS = f"#analyse?p={TEXT.replace(' ', '+')}"


def wait_for_findings(page: Any, text: str) -> None:
    page.wait_for_function(
        "text => document.querySelector('[aria-label=Findings] .message').textContent"
        ".includes(text)",
        arg=text,
    )


def test_the_overlay_shows_the_librarys_risks(open_page: OpenPage) -> None:
    page = open_page(ADDRESS)
    wait_for_findings(page, "11 layouts fit")
    analysis = analyse(Position.parse(TEXT))
    for number, risk in enumerate(analysis.risk.ravel()):
        label = cell(page, number).get_attribute("aria-label")
        if np.isnan(risk):
            assert "risk" not in label
        elif risk in (0.0, 1.0):
            assert label.removesuffix(", best move").endswith("safe" if risk == 0 else "mine")
        else:
            assert f"risk {100 * risk:.1f} %" in label
    page.wait_for_selector("text=Candidates")
    first = page.locator("[aria-label=Findings] tbody tr").first.text_content()
    assert first.startswith("r1c1") and "9.1 %" in first


def test_a_proven_cell_says_why_and_an_open_one_its_risk(open_page: OpenPage) -> None:
    page = open_page(ADDRESS)
    wait_for_findings(page, "11 layouts fit")
    cell(page, 10).click()
    page.wait_for_selector(".why .tag")
    reason = analyse(Position.parse(TEXT)).reason("r3c3")
    assert page.locator(".why .reason").text_content() == str(reason)
    # The chain is walked through with the keyboard.
    if page.locator(".why ol button").count():
        page.locator(".why ol button").first.press("Enter")
        expect_count(page.locator(".why ol button[aria-pressed=true]"), 1)
    cell(page, 0).click()
    page.wait_for_selector("text=not proven: its risk is 9.1 %")


def test_the_editor_goes_round_trip_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("#analyse?p=.../.../...+2")
    cell(page, 0).focus()
    for key in "2":
        page.keyboard.press(key)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("f")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("1")
    page.keyboard.press(".")
    page.keyboard.press("u")
    page.wait_for_timeout(100)
    assert shown(page) == "2F./.1./..."
    page.get_by_role("button", name="Copy the notation").click()
    assert page.get_by_label("Link to copy").input_value() == "2F./.1./... 2"
    page.get_by_role("button", name="Copy a link").click()
    again = open_page(page.get_by_label("Link to copy").input_value())
    assert shown(again) == "2F./.1./..."
    assert "p=2F./.1./...+2" in again.url


def test_the_editor_works_by_mouse_and_touch(open_page: OpenPage) -> None:
    page = open_page("#analyse?p=.../...+1", width=390, has_touch=True, is_mobile=True)
    page.get_by_role("button", name="Clue 1", exact=True).tap()
    page.touchscreen.tap(*middle_of(page, 4))
    page.wait_for_timeout(50)
    assert shown(page) == ".../.1."
    page.get_by_role("button", name="Cover").tap()
    page.touchscreen.tap(*middle_of(page, 4))
    page.get_by_label("Columns").fill("4")
    page.get_by_role("button", name="Resize").tap()
    page.wait_for_timeout(50)
    assert shown(page) == "..../...."
    page.get_by_role("button", name="Undo").tap()
    page.wait_for_timeout(50)
    assert shown(page) == ".../..."


def test_clashing_clues_are_outlined(open_page: OpenPage) -> None:
    page = open_page("#analyse?p=..../.31./....+5")
    page.wait_for_selector("text=These clues clash")
    said = page.locator(".why .problem").text_content()
    try:
        analyse(Position.parse("..../.31./.... 5"))
        pytest.fail("expected a contradiction")
    except Exception as error:
        assert said == f"{error}."
    assert page.locator(".cell.out-mine").count() >= 1


def test_everything_that_others_share_is_read(open_page: OpenPage) -> None:
    layout = Layout.from_seed(Rules.parse("beginner"), 7, 40)
    bits = [int(c in layout.mines) for c in range(81)] + [0] * 4
    digits = "0123456789abcdefghijklmnopqrstuv"
    m = "".join(digits[int("".join(map(str, bits[i : i + 5])), 2)] for i in range(0, len(bits), 5))
    mbf = bytes([9, 9, 0, 10]) + b"".join(bytes([c % 9, c // 9]) for c in layout.mines)
    expected = shown(open_page(f"#analyse?b=1&m={m}"))
    assert [i for i, c in enumerate(expected.replace("/", "")) if c == "*"] == list(layout.mines)
    page = open_page("#analyse")
    for text in (
        f"https://example.org/?b=1&m={m}",
        f"b=1&m={m}",
        mbf.hex(),
        str(layout),
        f"https://example.org/#analyse?p={expected}+10",
    ):
        page.get_by_role("button", name="Clear").click()
        page.get_by_label("Position or link to read").fill(text)
        page.get_by_role("button", name="Read it").click()
        page.wait_for_function("() => document.querySelectorAll('.cell.hit').length === 10")
        assert shown(page) == expected
    mine_text = "3x2x1\nHH1\nHF1\n"
    page.get_by_label("Position or link to read").fill(mine_text)
    page.get_by_role("button", name="Read it").click()
    page.wait_for_function("() => document.querySelectorAll('[role=gridcell]').length === 6")
    assert shown(page) == "..1/.F1"


@pytest.mark.parametrize(
    "text", ["", "hello", "....", "?b=9&m=1", "mbf:!!", "ff" * 9, "1" * 200_000]
)
def test_bad_text_gets_a_sentence(open_page: OpenPage, text: str) -> None:
    page = open_page("#analyse")
    page.get_by_label("Position or link to read").fill(text)
    page.get_by_role("button", name="Read it").click()
    page.wait_for_function("() => document.querySelector('[role=alert]').textContent.length > 10")
    expect_count(page.locator("[role=grid]"), 1)


def test_a_long_analysis_can_be_stopped(open_page: OpenPage) -> None:
    page = open_page("#analyse")
    # Clues scattered over a large grid depend on each other: this takes a while.
    rows = [
        "".join("2" if (r % 2 == 1 and c % 2 == 1) else "." for c in range(60)) for r in range(60)
    ]
    page.get_by_label("Position or link to read").fill("/".join(rows) + " 700")
    page.get_by_role("button", name="Read it").click()
    page.get_by_role("button", name="Stop").click(timeout=5000)
    wait_for_findings(page, "topped")
    # And the engine is there for the next one.
    page.get_by_label("Position or link to read").fill(TEXT)
    page.get_by_role("button", name="Read it").click()
    wait_for_findings(page, "11 layouts fit")


def test_a_what_if_is_assumed_and_taken_back(open_page: OpenPage) -> None:
    page = open_page(ADDRESS)
    wait_for_findings(page, "11 layouts fit")
    cell(page, 1).click()
    page.get_by_role("button", name="✹ · 27.3 %: what if r1c2 were a mine").click()
    wait_for_findings(page, "If so, ")
    after = analyse(Position.parse(TEXT)).assume("r1c2", "mine")
    wait_for_findings(page, f"{after.num_placements} layouts fit")
    assert "assumed" in str(cell(page, 1).get_attribute("aria-label"))
    open_cell = next(c for c in after.position.covered if 0 < after.risk.flat[c] < 1)
    name = after.position.format_cell(open_cell)
    cell(page, open_cell).press("w")
    page.get_by_role("button", name=f"what if {name} were safe").press("Enter")
    both = after.assume(open_cell, "safe")
    wait_for_findings(page, f"{both.num_placements} layout")
    expect_count(page.locator("[aria-label=Assumed] li"), 2)
    page.get_by_role("button", name="Take back r1c2").click()
    only = analyse(Position.parse(TEXT)).assume(open_cell, "safe")
    wait_for_findings(page, f"{only.num_placements} layouts fit")
    cell(page, 0).press("t")
    wait_for_findings(page, "11 layouts fit")
    expect_hidden(page.locator("[aria-label='What if']"))


def test_candidates_have_exact_values_where_few_layouts_are_left(open_page: OpenPage) -> None:
    text = "1.../.... 2"
    page = open_page(f"#analyse?p={text.replace(' ', '+')}")
    page.wait_for_selector("th:has-text('To win')")
    best = cell_values(Position.parse(text))[0]
    first = str(page.locator("[aria-label=Findings] tbody tr").first.text_content())
    assert f"{100 * float(best.value):.1f} %" in first
