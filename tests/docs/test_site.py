"""The documentation site: built strictly, complete without the network, used in a browser."""

from __future__ import annotations

import functools
import http.server
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs.test_commands import ROOT
from web.conftest import CHROMIUM
from web.node import skip

WIDTHS = (390, 1280)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("mkdocs")
    pytest.importorskip("mkdocstrings")
    folder = tmp_path_factory.mktemp("site")
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", str(folder)],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return folder


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Keep the log silent."""

    handler = functools.partial(Quiet, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@pytest.mark.slow
def test_site_fetches_nothing_from_elsewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 50
    for page in pages:
        text = page.read_text()
        fetched = re.findall(r'<(?:script|img|iframe|source)[^>]* src="?([^"\s>]+)', text)
        fetched += re.findall(r'<link[^>]* rel="?stylesheet"?[^>]* href="?([^"\s>]+)', text)
        assert not [one for one in fetched if "//" in one], page


@pytest.mark.slow
def test_site_has_the_live_page_the_list_for_models_and_the_signature(site: Path) -> None:
    for name in ("index.html", "sapper.wasm", "js/main.js", "data/agents.json"):
        assert (site / "live" / name).is_file()
    llms = (site / "llms.txt").read_text()
    assert llms.startswith("# Sapper\n\n> ")
    for place in re.findall(r"^- \[.+?\]\((.+?)\): \S", llms, re.MULTILINE):
        assert (site / place / "index.html").is_file(), place
    signature = (ROOT / "tests/golden/signature.txt").read_text().split("\n")[0]
    assert signature in (site / "questions" / "index.html").read_text()
    assert "sapper.game.Position" in (site / "reference" / "game" / "index.html").read_text()


@pytest.mark.slow
def test_pages_fit_and_positions_open_in_the_analyser(address: str) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        skip("Chromium is not here")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for width in WIDTHS:
            page = browser.new_page(viewport={"width": width, "height": 844})
            wrong: list[str] = []
            page.on("response", lambda got, seen=wrong: got.status < 400 or seen.append(got.url))
            page.on("pageerror", lambda error, seen=wrong: seen.append(str(error)))
            for place in ("", "guides/boards/", "reference/game/", "questions/", "papers/sinha/"):
                page.goto(address + place)
                assert page.evaluate("document.documentElement.scrollWidth") <= width, place
            page.goto(address + "spec/position/")
            page.click("a[href*='analyse?p=']")
            page.wait_for_url(re.compile(r"/live/index\.html#analyse\?p="))
            page.get_by_text("11 layouts").first.wait_for()
            page.goto(address + "try/")
            frame = page.frame_locator("iframe.live")
            frame.get_by_text("Reveal a cell").first.wait_for()
            assert wrong == []
            page.close()
        page = browser.new_page(viewport={"width": 1280, "height": 844})
        page.goto(address)
        page.fill("[data-md-component=search-query]", "certificate")
        page.get_by_text("Board and certificate").first.wait_for()
        browser.close()
