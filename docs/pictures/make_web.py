"""
Take the picture of a hint with its reason: docs/pictures/web-hint.png.

    python docs/pictures/make_web.py

Needs the page written by `sapper web --export`, playwright and Chromium.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from sapper.web.export import export_page

PICTURE = Path(__file__).with_name("web-hint.png")
# A game in the middle of which a hint needs two clues together.
ADDRESS = "#play?on=intermediate&first=zero&seed=7&moves=r8c8"


def main() -> None:
    """Open the exported page, ask for a hint and take the picture."""
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page_file = Path(folder) / "sapper.html"
        export_page(page_file)
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=arguments
        )
        page = browser.new_page(viewport={"width": 1180, "height": 800})
        page.goto(page_file.as_uri() + ADDRESS)
        page.wait_for_selector("main[data-ready]")
        page.get_by_role("button", name="Hint").click()
        page.wait_for_selector(".why:not([hidden])")
        page.screenshot(path=PICTURE)
        browser.close()
    print(PICTURE)


if __name__ == "__main__":
    main()
