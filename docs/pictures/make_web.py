"""
Take the pictures of the page: docs/pictures/web-hint.png, web-review.png and web-phone.png.

    python docs/pictures/make_web.py

Needs the page written by `sapper web --export`, playwright and Chromium.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from sapper.web.export import export_page

FOLDER = Path(__file__).parent
# A game in the middle, where no single clue helps and two clues together do.
MOVES = (
    "r8c8,r6c4,r6c5,r7c4,r10c9,r9c10,r10c10,r6c10,r7c10,r6c11,r7c11,r8c11,r7c12,r8c12,r5c"
    "12,r5c13,r5c14,r5c16,r4c16,r3c15,r3c16,r11c13,r11c14,r11c16,r12c12,r13c7,r13c12"
)
ADDRESS = f"#play?on=intermediate&first=zero&seed=18&moves={MOVES}"


LOST = "#play?on=beginner&first=zero&seed=7&moves=r5c5,r4c3,r3c3,r1c1,r1c5"


def take_hint(page: Any, name: str) -> None:
    """A hint with its reason, in the middle of a game."""
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".why:not([hidden])")
    take(page, name)


def take_review(page: Any, name: str) -> None:
    """A lost game, looked at again at its first guess."""
    page.wait_for_selector("section[aria-label=Review]:not([hidden])")
    page.get_by_role("button", name="go to this move").first.click()
    take(page, name)


def take(page: Any, name: str) -> None:
    """Write what is seen, when nothing moves any more."""
    page.wait_for_timeout(600)
    page.screenshot(path=FOLDER / name)
    print(FOLDER / name)


def main() -> None:
    """Open the exported page and take the pictures."""
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page_file = Path(folder) / "sapper.html"
        export_page(page_file)
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=arguments
        )

        def open_at(address: str, width: int, height: int, **options: Any) -> Any:
            context = browser.new_context(viewport={"width": width, "height": height}, **options)
            page = context.new_page()
            page.goto(page_file.as_uri() + address)
            page.wait_for_selector("main[data-ready]")
            return page

        take_hint(open_at(ADDRESS, 1180, 800), "web-hint.png")
        take_review(open_at(LOST, 1180, 800, color_scheme="dark"), "web-review.png")
        phone = open_at(ADDRESS, 390, 780, has_touch=True, is_mobile=True)
        take_hint(phone, "web-phone.png")
        browser.close()


if __name__ == "__main__":
    main()
