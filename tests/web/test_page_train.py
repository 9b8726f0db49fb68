"""Training on the page: positions and boards that need exactly a technique."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sapper import hint
from sapper.boards import grade
from sapper.game import Layout, Position, Rules
from web.test_page_play import cell, shown, wait_for_message
from web.waiting import expect_count

OpenPage = Callable[..., Any]
ASKED = "Open a cell that is proven safe"


def test_a_position_needs_exactly_the_technique(open_anywhere: OpenPage) -> None:
    page = open_anywhere("#train?technique=subset", width=390)
    wait_for_message(page, ASKED)
    found = hint(Position.parse(f"{shown(page)} 12"))
    assert found is not None
    assert (found.kind, str(found.technique)) == ("safe", "subset")
    page.get_by_role("button", name="Show me the next step").click()
    wait_for_message(page, "Look at")
    clues = re.findall(r"r\d+c\d+", page.locator(".message").first.text_content())
    expect_count(page.locator(".out-clue"), len(clues))
    # A step that was shown makes it no first try.
    cell(page, found.cell).click()
    wait_for_message(page, "Right")
    assert "0 of 1 try" in page.locator("section[aria-label=Scores]").text_content()


def test_what_is_solved_at_the_first_try_counts_and_is_remembered(open_page: OpenPage) -> None:
    page = open_page("#train", width=390)
    for _ in range(2):
        wait_for_message(page, ASKED)
        found = hint(Position.parse(f"{shown(page)} 12"))
        assert found is not None
        cell(page, found.cell).click()
        wait_for_message(page, "Right")
        page.get_by_role("button", name="Next position").click()
    scores = page.locator("section[aria-label=Scores]")
    assert "2 of 2 tries" in scores.text_content() and "2, best 2" in scores.text_content()
    page.reload()
    wait_for_message(page, ASKED)
    assert "2 of 2 tries" in scores.text_content()


def test_a_whole_board_needs_exactly_the_technique(open_page: OpenPage) -> None:
    page = open_page("#train?technique=subset", width=390)
    wait_for_message(page, ASKED)
    page.get_by_role("button", name="Play a whole board").click()
    page.wait_for_selector("main[data-ready=play]")
    wait_for_message(page, "From a link")
    seed = re.search(r"seed=(\d+)", page.url)
    assert seed
    layout = Layout.from_seed(Rules.parse("9x9x12", first_click="zero"), int(seed[1]), 40)
    found = grade(layout, 40)
    assert found is not None
    assert str(found.hardest) == "subset"
