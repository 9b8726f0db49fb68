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
# A game in the middle, where no single clue helps and two clues together do.
MOVES = (
    "r8c8,r2c6,r1c5,r1c4,r1c6,r1c7,r2c7,r2c9,r3c10,r4c10,r5c11,r5c12,r6c12,r7c4,r7c2,"
    "r8c15,r9c15,r8c16,r9c16,r5c16,r6c16,r4c14,r3c13,r2c12,r1c9,r1c10,r4c12,r11c16,"
    "r12c15,r12c16"
)
ADDRESS = f"#play?on=intermediate&first=zero&seed=3&moves={MOVES}"


def main() -> None:
    """Open the exported page, ask for a hint and take the picture."""
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page_file = Path(folder) / "sapper.html"
        export_page(page_file)
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=arguments
        )
        page = browser.new_page(viewport={"width": 1180, "height": 920})
        page.goto(page_file.as_uri() + ADDRESS)
        page.wait_for_selector("main[data-ready]")
        page.get_by_role("button", name="Hint").click()
        page.wait_for_selector(".why:not([hidden])")
        page.screenshot(path=PICTURE)
        browser.close()
    print(PICTURE)


if __name__ == "__main__":
    main()
