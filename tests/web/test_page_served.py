"""The page as it is served: compressed, kept for later, offline, and steady while it loads."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.request import Request, urlopen

from web.conftest import Served, serve
from web.test_page_play import cell, shown, wait_for_message

OpenPage = Callable[..., Any]
ADDRESS = "#play?on=6x5x4&first=zero&seed=7"


def test_what_is_served_is_compressed_and_asked_for_once(server: Served) -> None:
    for name in ("", "style.css", "js/play.js", "sapper.wasm", "data/results.json"):
        request = Request(server.address + name, headers={"Accept-Encoding": "gzip"})
        with urlopen(request) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
            tag = answer.headers["ETag"]
        again = Request(server.address + name, headers={"If-None-Match": tag})
        try:
            status = urlopen(again).status
        except Exception as error:
            status = getattr(error, "code", None)
        assert status == 304


def test_the_served_page_can_be_installed(open_anew: OpenPage, server: Served) -> None:
    page = open_anew(ADDRESS)
    address = page.locator("link[rel=manifest]").evaluate("link => link.href")
    with urlopen(address) as answer:
        manifest = json.load(answer)
    assert manifest["display"] == "standalone" and manifest["name"] == "Sapper"
    for icon in manifest["icons"]:
        with urlopen(server.address + icon["src"]) as answer:
            assert answer.status == 200
    touch = page.context.new_cdp_session(page)
    errors = touch.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Windows of a test are private ones, which install nothing.
    assert {error["errorId"] for error in errors} <= {"in-incognito"}


def test_a_game_goes_on_when_the_server_is_gone(browser: Any) -> None:
    served, stop = serve()
    context = browser.new_context()
    page = context.new_page()
    page.goto(served.address + ADDRESS)
    cell(page, 14).click()
    wait_for_message(page, "opened")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    before = shown(page)
    stop()
    page.reload()
    wait_for_message(page, "goes on")
    assert shown(page) == before
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".why:not([hidden])")
    page.get_by_role("link", name="Watch").click()
    page.wait_for_selector("main[data-ready=watch]")
    context.close()


def test_nothing_jumps_while_the_page_loads(browser: Any, server: Served) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.add_init_script(
        "window.shifts = []; new PerformanceObserver(list => {"
        "for (const one of list.getEntries()) window.shifts.push(one.value); })"
        ".observe({ type: 'layout-shift', buffered: true });"
    )
    for where in ("#play", "#train", "#analyse", "#watch", "#games", "#results"):
        page.goto("about:blank")
        page.goto(server.address + where)
        page.wait_for_selector(f"main[data-ready={where[1:]}]")
        page.wait_for_timeout(300)
        assert sum(page.evaluate("window.shifts")) < 0.1, where
    context.close()
