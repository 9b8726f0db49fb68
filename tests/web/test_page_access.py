"""For everybody: roles and names, contrast, motion, narrow screens, both colour schemes."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from web.waiting import expect_count

OpenPage = Callable[..., Any]
PICTURES = Path(__file__).parent / "pictures"
PAGES = {
    "play": "#play?on=intermediate&first=zero&seed=7&moves=r8c8",
    "analyse": "#analyse?p=..1./..2./11../....+3",
    "watch": "#watch?agent=exact&on=beginner&seed=7",
    "results": "#results",
}

# What only the engine's worker imports.
WORKERS_MODULES = "worker service engine engine_games exercises placements reader survey"

# Everything that can be used, and what a screen reader calls it.
NAMELESS = """() => [...document.querySelectorAll(
    'button, input, select, textarea, a[href], [role=grid], [role=gridcell], summary, progress'
)].filter((e) => e.offsetParent !== null).filter((e) => {
    const label = e.getAttribute('aria-label') || (e.labels && e.labels[0]?.textContent)
        || e.textContent;
    return !label.trim();
}).map((e) => e.outerHTML.slice(0, 100))"""

# The contrast of every piece of text with what lies behind it (WCAG 2).
CONTRASTS = """() => {
    const read = (text) => {
        const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number);
        return { rgb: [r, g, b], a };
    };
    const light = ([r, g, b]) => {
        const [x, y, z] = [r, g, b].map((v) => (v /= 255) <= 0.04045
            ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const behind = (e) => {
        for (let at = e; at; at = at.parentElement) {
            const { rgb, a } = read(getComputedStyle(at).backgroundColor);
            if (a > 0.99) return rgb;
        }
        return [255, 255, 255];
    };
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const e = node.parentElement;
        if (!node.textContent.trim() || e.offsetParent === null) continue;
        if (e.closest('.unseen, .skip, option, noscript, script, button:disabled')) continue;
        const style = getComputedStyle(e);
        const [a, b] = [light(read(style.color).rgb), light(behind(e))];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        const size = parseFloat(style.fontSize);
        const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        if (ratio < (isLarge ? 3 : 4.5)) {
            const text = node.textContent.trim().slice(0, 30);
            found.push(`${text} ${ratio.toFixed(2)} ${e.className}`);
        }
    }
    return found;
}"""


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_meets_contrast_aa_and_everything_has_a_name(
    open_page: OpenPage, name: str, scheme: str
) -> None:
    page = open_page(PAGES[name], color_scheme=scheme)
    page.wait_for_timeout(300)
    assert page.evaluate("document.documentElement.dataset.theme") == scheme
    assert page.evaluate(CONTRASTS) == []
    assert page.evaluate(NAMELESS) == []


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_wider_than_a_phone(open_page: OpenPage, name: str) -> None:
    page = open_page(PAGES[name], width=390, has_touch=True, is_mobile=True)
    page.wait_for_timeout(200)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_grid_is_a_grid_to_a_screen_reader(open_page: OpenPage) -> None:
    page = open_page("#play?on=3x2x1&first=safe&seed=7&moves=r1c1")
    page.wait_for_selector("[role=gridcell][aria-label^=r1c1]:not([aria-label$=covered])")
    snapshot = page.locator("main").aria_snapshot()
    assert '- grid "Minesweeper grid"' in snapshot
    assert snapshot.count("- row") >= 2
    assert '- gridcell "r1c1, 1"' in snapshot or '- gridcell "r1c1, empty"' in snapshot
    assert '- button "Hint"' in snapshot
    page_snapshot = page.locator("body").aria_snapshot()
    assert '- navigation "Pages"' in page_snapshot and "- main" in page_snapshot
    expect_count(page.locator("[role=gridcell][tabindex='0']"), 1)
    assert page.locator("#live[aria-live=polite]").text_content()


def test_the_focus_roves_and_is_seen(open_page: OpenPage) -> None:
    page = open_page("#play?on=beginner&seed=7")
    page.locator("[role=gridcell][tabindex='0']").focus()
    for key, cell in (("ArrowRight", 1), ("ArrowDown", 10), ("End", 17), ("Home", 9)):
        page.keyboard.press(key)
        assert page.evaluate("Number(document.activeElement.dataset.cell)") == cell
        expect_count(page.locator("[role=gridcell][tabindex='0']"), 1)
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"


def test_reduced_motion_moves_nothing(open_page: OpenPage) -> None:
    page = open_page("#play?on=beginner&seed=7", reduced_motion="reduce")
    assert page.evaluate(
        "getComputedStyle(document.querySelector('.cell')).transitionDuration"
    ) in ("0s", "")


@pytest.mark.parametrize(
    ("name", "width", "scheme"),
    [
        ("play", 390, "light"),
        ("play", 1280, "light"),
        ("play", 1280, "dark"),
        ("analyse", 390, "dark"),
        ("analyse", 1280, "light"),
        ("watch", 1280, "light"),
    ],
)
def test_pages_look_as_they_did(open_page: OpenPage, name: str, width: int, scheme: str) -> None:
    """Loosely: a quarter of the size, and only a difference that leaps to the eye fails."""
    from PIL import Image

    page = open_page(PAGES[name], width=width, color_scheme=scheme)
    page.wait_for_timeout(500)
    taken = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    small = taken.resize((taken.width // 4, taken.height // 4), Image.Resampling.BOX)
    path = PICTURES / f"{name}-{width}-{scheme}.png"
    if os.environ.get("SAPPER_WRITE_PICTURES") == "1":
        path.parent.mkdir(exist_ok=True)
        small.save(path, optimize=True)
    known = np.asarray(Image.open(path).convert("RGB"), dtype=float)
    seen = np.asarray(small, dtype=float)
    assert known.shape == seen.shape
    differs = np.abs(known - seen).max(axis=2) > 60
    assert differs.mean() < 0.04


def test_every_module_of_the_page_is_loaded_at_once(open_anew: OpenPage) -> None:
    page = open_anew("#play?on=beginner&seed=7")
    loaded = page.evaluate(
        "() => performance.getEntriesByType('resource').map(e => e.name)"
        ".filter(name => name.endsWith('.js')).map(name => name.split('/').pop())"
    )
    hinted = page.locator("link[rel=modulepreload]").evaluate_all(
        "links => links.map(link => link.href.split('/').pop())"
    )
    workers = {f"{name}.js" for name in WORKERS_MODULES.split()}
    assert set(loaded) - workers - {"early.js", "main.js"} == set(hinted)


def test_the_page_is_small() -> None:
    import gzip

    from sapper.web.export import make_page

    assert len(gzip.compress(make_page().encode())) < 450_000
