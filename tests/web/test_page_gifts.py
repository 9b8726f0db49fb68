"""What is pasted or dropped: screenshots, looked through and corrected; recordings, with times."""

from __future__ import annotations

import base64
import io
import random
from collections.abc import Callable
from typing import Any

from PIL import ImageDraw

from game.io.rmv_files import RmvFile
from game.io.screenshots import COVERED, DEJAVU, Board, draw, font
from sapper import hint
from sapper.boards.review import review
from sapper.game import Game, Rules
from sapper.game.io.videos import parse_rmv
from web.waiting import expect_count, expect_hidden

OpenPage = Callable[..., Any]

GIVE = """([data, name, type, kind]) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const gift = new DataTransfer();
  gift.items.add(new File([bytes], name, { type }));
  const event = new Event(kind, { bubbles: true, cancelable: true });
  event.dataTransfer = event.clipboardData = gift;
  document.getElementById("main").dispatchEvent(event);
}"""


def give(page: Any, kind: str, data: bytes, name: str, mime: str) -> None:
    """Paste or drop a file on the page that is shown."""
    page.evaluate(GIVE, [base64.b64encode(data).decode(), name, mime, kind])


def screenshot(board: Board, marked: int) -> bytes:
    """A board in the look of Windows XP, with a question mark on a covered cell."""
    image = draw("xp", board, 16, random.Random(0))
    left, top = 12 + marked % 9 * 16, 96 + marked // 9 * 16
    pen = ImageDraw.Draw(image)
    pen.text((left + 8, top + 8), "?", fill=(0, 0, 0), font=font(DEJAVU, 12), anchor="mm")
    data = io.BytesIO()
    image.save(data, "PNG")
    return data.getvalue()


def wait_for_picture(page: Any, cell: int) -> None:
    """Until the picture is read and its doubtful cell is shown."""
    page.wait_for_selector(f".picture [data-cell='{cell}'][aria-label*='in doubt']")


def test_a_screenshot_is_pasted_or_dropped_and_its_doubtful_cell_corrected(
    open_anywhere: OpenPage,
) -> None:
    game = Game(Rules.parse("beginner"), seed=4)
    game.reveal("r5c5")
    position = game.position
    board = Board(9, 9, tuple(position.cells))
    marked = next(i for i, code in enumerate(board.cells) if code == COVERED)
    picture = screenshot(board, marked)
    page = open_anywhere("#games")
    give(page, "paste", picture, "shot.png", "image/png")
    wait_for_picture(page, marked)
    assert "1 cell in doubt" in page.locator(".picture .message").text_content()
    expect_count(page.locator(".picture .shot canvas"), 1)
    page.locator(".picture").get_by_role("button", name="Flag").click()
    assert "No cell is in doubt" in page.locator(".picture .message").text_content()
    # The same picture again, dropped beside what was read before: nothing of it is left.
    give(page, "drop", picture, "shot.png", "image/png")
    wait_for_picture(page, marked)
    page.locator(f".picture [data-cell='{marked}']").press(".")
    page.get_by_role("button", name="Analyse it").click()
    page.wait_for_function(
        "text => decodeURIComponent(location.hash) === text",
        arg=f"#analyse?p={position}".replace(" ", "+"),
    )
    expect_hidden(page.locator(".picture"))


def test_a_recording_that_is_dropped_keeps_its_times(open_anywhere: OpenPage) -> None:
    game = Game(Rules.parse("9x9x12", first_click="zero"), seed=4)
    game.reveal(40)
    while not game.is_over:
        found = hint(game.position)
        assert found is not None
        game.reveal(found.cell)
    data = RmvFile(game, 2).played().write()
    replay = parse_rmv(data)
    assert replay.times is not None
    seconds = replay.times[-1] / 1000
    page = open_anywhere("#games")
    give(page, "drop", data, "game.rmv", "application/octet-stream")
    page.wait_for_selector("section[aria-label=Review]:not([hidden])")
    banner = page.locator("section[aria-label=Result]").text_content()
    numbers = review(replay).summary()
    assert numbers["guesses"] > 0 and numbers["pluck"] > 0
    assert f"Won in {seconds:.2f} s" in banner
    assert f"3BV a second{numbers['three_bv_per_second']:.2f}" in banner
    assert f"pLuck{numbers['pluck']:.2f}" in banner
    assert page.locator(".counters b").nth(1).text_content() == f"{seconds:.2f}"
    page.get_by_label("Move of the game").fill("3")
    page.get_by_text(f"Move 4, {replay.times[3] / 1000:.2f} s:").wait_for()
    page.get_by_role("button", name="Copy a link").click()
    assert str(replay.times[3]) in page.get_by_label("Link to copy").input_value()
