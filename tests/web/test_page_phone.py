"""The page on a phone: what once went wrong under fingers and in narrow windows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sapper.game import Layout
from web.test_page_defects import ADDRESS, IS_SEEN, RULES
from web.test_page_play import cell, wait_for_message

OpenPage = Callable[..., Any]
PHONE = {"has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("width", [320, 390])
def test_the_board_stays_where_it_is_when_the_message_wraps(
    open_page: OpenPage, width: int
) -> None:
    page = open_page(ADDRESS, width=width, height=700, **PHONE)
    tops = set()
    for text in ("", "short", "a message that is so long that it needs more than one line " * 3):
        page.evaluate("text => { document.querySelector('.message').textContent = text; }", text)
        tops.add(page.locator("[role=grid]").bounding_box()["y"])
    assert len(tops) == 1


def test_a_turned_phone_fits_the_board_anew(open_page: OpenPage) -> None:
    page = open_page("#play?on=beginner&seed=7", width=390, height=844, **PHONE)
    upright = page.locator("[role=grid]").bounding_box()["width"]
    assert upright > 340
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_function(
        "() => document.querySelector('[role=grid]').getBoundingClientRect().bottom <= innerHeight"
    )
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function(
        "wide => document.querySelector('[role=grid]').getBoundingClientRect().width === wide",
        arg=upright,
    )


# A game whose hint is about cells far down on the board.
DEEP = (
    "#play?on=intermediate&first=zero&seed=18&moves=r8c8,r6c4,r6c5,r7c4,r10c9,r9c10,r10c10,r6c10,"
    "r7c10,r6c11,r7c11,r8c11,r7c12,r8c12,r5c12,r5c13,r5c14,r5c16,r4c16,r3c15,r3c16,r11c13,r11c14,"
    "r11c16,r12c12,r13c7,r13c12"
)


@pytest.mark.parametrize("address", [ADDRESS + "&moves=r3c3", DEEP])
def test_a_hint_is_seen_on_a_phone_with_the_cells_it_speaks_of(
    open_page: OpenPage, address: str
) -> None:
    page = open_page(address, width=390, height=700, **PHONE)
    page.get_by_role("button", name="Hint").tap()
    page.wait_for_selector(".why:not([hidden])")
    page.wait_for_timeout(400)
    assert page.locator(".why .reason").evaluate(IS_SEEN)
    sheet = page.locator(".sheet").bounding_box()
    for outlined in page.locator(".out-target, .out-clue").all():
        assert outlined.evaluate(IS_SEEN)
        box = outlined.bounding_box()
        assert box["y"] + box["height"] <= sheet["y"]


def test_a_pinch_keeps_the_cell_under_the_fingers(open_page: OpenPage) -> None:
    page = open_page("#play?on=expert&seed=7", width=390, has_touch=True, is_mobile=True)
    touch = page.context.new_cdp_session(page)
    at = {"x": 250, "y": 400}
    under = "({x, y}) => document.elementFromPoint(x, y).dataset.cell"
    before = page.evaluate(under, at)

    def fingers(kind: str, apart: float) -> None:
        points = [{"x": at["x"] - apart, "y": at["y"]}, {"x": at["x"] + apart, "y": at["y"]}]
        touch.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points if apart else []}
        )

    fingers("touchStart", 30)
    for apart in (36, 42, 48):
        fingers("touchMove", apart)
    fingers("touchEnd", 0)
    page.wait_for_timeout(100)
    assert page.evaluate(under, at) == before


def test_touch_players_hear_of_buttons_not_of_keys(open_page: OpenPage) -> None:
    page = open_page(ADDRESS, width=390, **PHONE)
    cell(page, 14).tap()
    wait_for_message(page, "opened")
    cell(page, Layout.from_seed(RULES, 7, 14).mines[0]).tap()
    wait_for_message(page, "Undo takes it back")


@pytest.mark.parametrize("where", ["play", "train", "analyse", "watch", "games", "results"])
def test_targets_are_large_enough_for_a_finger(open_page: OpenPage, where: str) -> None:
    page = open_page(f"#{where}", width=390, height=844, **PHONE)
    page.wait_for_timeout(300)
    small = page.evaluate(
        "() => [...document.querySelectorAll('button, select, summary, nav a,"
        "input:not([type=checkbox]), label.inline')].filter(e => e.offsetParent !== null)"
        ".filter(e => !e.closest('.unseen')).map(e => [e, e.getBoundingClientRect()])"
        ".filter(([e, b]) => b.height < 43.5 || b.width < 43.5)"
        ".map(([e, b]) => `${e.tagName} ${e.textContent.slice(0, 20)} ${b.width}x${b.height}`)"
    )
    assert small == []
