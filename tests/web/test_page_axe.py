"""axe-core finds nothing wrong: ten states of the page, two widths, both colour schemes."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from web.node import skip

OpenPage = Callable[..., Any]
AXE = "axe-core@4.14"


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe-core, from the npm registry."""
    if shutil.which("npm") is None:
        skip("npm is not installed")
    folder: Path = tmp_path_factory.mktemp("axe")
    (folder / "package.json").write_text('{"private": true}')
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", AXE]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=300)
    return (folder / "node_modules/axe-core/axe.min.js").read_text()


def _unfold(page: Any) -> None:
    for _ in range(2):  # what is folded inside of what is folded
        page.evaluate("document.querySelectorAll('details').forEach(e => { e.open = true; })")
        page.wait_for_timeout(100)


def _hint(page: Any) -> None:
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".why:not([hidden])")


def _review(page: Any) -> None:
    page.wait_for_selector("section[aria-label=Result]:not([hidden])")
    page.get_by_label("Move of the game").fill("1")


def _options(page: Any) -> None:
    page.get_by_role("button", name="Options").click()
    _unfold(page)


def _what_if(page: Any) -> None:
    page.locator("[data-cell='0']").click()
    page.wait_for_timeout(300)


def _ended(page: Any) -> None:
    page.get_by_role("button", name="End", exact=True).click()
    page.wait_for_timeout(400)
    _unfold(page)


def _games(page: Any) -> None:
    page.wait_for_selector("section[aria-label=Result]:not([hidden])")
    page.get_by_role("link", name="Games").click()
    page.wait_for_selector("main[data-ready=games]")


# Address and what is done there; a game of a link with an end is reviewed at once.
LOST = "#play?on=beginner&first=zero&seed=7&moves=r5c5,r1c1,r1c4"
STATES: dict[str, tuple[str, Callable[[Any], None] | None]] = {
    "new": ("#play?on=intermediate&seed=7", _unfold),
    "hint": ("#play?on=beginner&first=zero&seed=7&moves=r5c5", _hint),
    "review": (LOST, _review),
    "options": ("#play?on=beginner&seed=7", _options),
    "train": ("#train", None),
    "analyse": ("#analyse?p=..1./..2./11../....+3", _what_if),
    "impossible": ("#analyse?p=.1./.../..8+1", _unfold),
    "watch": ("#watch?agent=exact&beside=becerra/dssp&on=beginner&seed=7", _ended),
    "games": (LOST, _games),
    "results": ("#results", _unfold),
}


@pytest.mark.parametrize(
    ("width", "scheme"),
    [
        (390, "dark"),
        (1280, "light"),
        pytest.param(390, "light", marks=pytest.mark.slow),
        pytest.param(1280, "dark", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing(
    open_page: OpenPage, axe: str, state: str, width: int, scheme: str
) -> None:
    address, act = STATES[state]
    page = open_page(
        address,
        width=width,
        height=844,
        color_scheme=scheme,
        reduced_motion="reduce",
        has_touch=width < 400,
        is_mobile=width < 400,
        bypass_csp=True,
    )
    page.wait_for_timeout(300)
    if act is not None:
        act(page)
    page.evaluate(axe)
    found = page.evaluate("async () => (await axe.run()).violations")
    assert [
        (one["id"], node["html"][:120], node["failureSummary"][:200])
        for one in found
        for node in one["nodes"][:3]
    ] == []
