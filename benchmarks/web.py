"""
The page by the clock: first paint, engine ready, and the answer to a click.

`python -m benchmarks.web` starts `sapper web`, opens the page
in Chromium afresh for every load (no cache), and prints medians and the best of all loads.
A click is a right click on a covered cell of an expert grid, until the cell has changed;
a frame is 16.7 ms.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

# Runs before any script of the page: the time at which the engine has laid the first grid.
WATCH = """
addEventListener('DOMContentLoaded', () => {
    const main = document.querySelector('main');
    new MutationObserver((_, watcher) => {
        if (main.dataset.ready) { window.readyAt = performance.now(); watcher.disconnect(); }
    }).observe(main, { attributes: true });
});
"""
CLICKS = """async () => {
    const times = [];
    const cells = [...document.querySelectorAll('[role=gridcell]')];
    for (const cell of cells.filter((_, i) => i % 23 === 0)) {
        const box = cell.getBoundingClientRect();
        const at = { clientX: box.x + 5, clientY: box.y + 5, bubbles: true, isPrimary: true,
                     button: 2, pointerType: 'mouse' };
        const began = performance.now();
        const changed = new Promise((done) => new MutationObserver((_, watcher) => {
            watcher.disconnect(); done();
        }).observe(cell, { attributes: true, attributeFilter: ['class'] }));
        cell.dispatchEvent(new PointerEvent('pointerdown', at));
        cell.dispatchEvent(new PointerEvent('pointerup', at));
        await changed;
        times.push(performance.now() - began);
    }
    return times;
}"""


@contextmanager
def served() -> Iterator[str]:
    """Run `sapper web` on a free port: a process of its own, as for a player."""
    words = [sys.executable, "-u", "-m", "sapper", "web", "--port", "0", "--no-open"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        address = re.search(r"http://\S+", server.stderr.readline())
        assert address is not None
        yield f"{address[0]}#play?on=expert&first=safe&seed=9"
        server.terminate()


def load_once(browser: Any, address: str) -> tuple[float, float, list[float]]:
    """Return first paint, engine ready and the answers to clicks of one load, in ms."""
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("main[data-ready]")
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    found = paint, page.evaluate("window.readyAt"), page.evaluate(CLICKS)
    context.close()
    return found


def main() -> None:
    """Measure and print."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--loads", type=int, default=15)
    loads = parser.parse_args().loads
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with served() as address, sync_playwright() as playwright:
        program = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=program, args=arguments)
        found = [load_once(browser, address) for _ in range(loads)]
        browser.close()
    clicks = [one for _, _, times in found for one in times]
    rows = [
        ("first paint", [one[0] for one in found]),
        ("engine ready", [one[1] for one in found]),
        ("answer to a click", clicks),
    ]
    print(f"{loads} loads, load of the machine {os.getloadavg()[0]:.1f}")
    for name, times in rows:
        print(f"{name:18} median {statistics.median(times):6.1f} ms, best {min(times):6.1f} ms")


if __name__ == "__main__":
    main()
