"""Watching agents, the results, and the page that is written as one file."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from sapper.agents import Playthrough, load_agent
from sapper.cli import app
from sapper.game import Rules
from sapper.lab.papers.published import published_claims
from sapper.web.export import make_page
from sapper.web.results import collect_results
from web.conftest import serve
from web.test_page_play import shown, wait_for_message
from web.waiting import expect_count

OpenPage = Callable[..., Any]


def story(page: Any, number: int = 0) -> str:
    return str(page.locator(".seat .message").nth(number).text_content())


def test_a_watched_agent_tells_the_playthrough(open_page: OpenPage) -> None:
    page = open_page("#watch?agent=exact&on=intermediate&first=zero&seed=7")
    rules = Rules.parse("intermediate", first_click="zero")
    turns = list(Playthrough(load_agent("exact"), rules, 7))
    page.get_by_role("button", name="Next").click()
    page.wait_for_selector("text=Turn 1: random cell opened")
    page.get_by_role("button", name="Next").click()
    page.wait_for_selector("text=Turn 2")
    assert turns[1].part.replace("_", " ") in story(page)
    assert shown(page) == str(turns[1].position).split()[0]
    page.get_by_role("button", name="Back").click()
    page.wait_for_selector("text=Turn 1")
    assert shown(page) == str(turns[0].position).split()[0]
    page.get_by_role("button", name="End").click()
    page.wait_for_selector(f"text=Turn {len(turns)}")
    assert turns[-1].outcome in page.locator(".game > .message").text_content()


def test_two_agents_play_the_same_board_side_by_side(open_page: OpenPage) -> None:
    page = open_page("#watch?agent=becerra/dssp&beside=exact&on=beginner&first=safe&seed=3")
    page.get_by_role("button", name="Next").click()
    page.wait_for_selector("text=Turn 1: same cell opened")
    grids = page.locator("[role=grid]")
    expect_count(grids, 2)
    labels = [
        grids.nth(i)
        .locator("[role=gridcell]")
        .evaluate_all("cells => cells.map(cell => cell.getAttribute('aria-label'))")
        for i in range(2)
    ]
    assert labels[0] == labels[1]


def test_an_agent_runs_by_itself(open_page: OpenPage) -> None:
    page = open_page("#watch?agent=kvietinskas/single-point&on=beginner&seed=3")
    page.get_by_label("Turns a second").select_option("64")
    page.get_by_role("button", name="Run").click()
    page.wait_for_function(
        "() => /won|lost|stuck/.test(document.querySelector('.game > .message').textContent)"
    )


def test_results_stand_beside_the_published_and_can_be_played(open_page: OpenPage) -> None:
    page = open_page("#results")
    page.get_by_role("button", name="Becerra").click()
    row = page.locator("tr", has_text="becerra/naive-sp").first
    table = row.locator("xpath=ancestor::details[1]")
    table.locator("summary").click()
    expect_count(row.locator("svg .published"), 1)
    assert "64.95" in row.text_content()
    assert re.search(r"100,000 games(agrees|close|differs)", row.text_content())
    assert "First click safe, normal game" in table.text_content()
    page.get_by_label("Games to play here").select_option("100")
    row.get_by_role("button", name="Play").click()
    page.wait_for_selector("text=100 games", timeout=20_000)
    assert re.search(r"\d+\.\d % \(\d", row.text_content())


def test_a_stores_experiments_are_on_the_results_page(open_page: OpenPage, tmp_path: Path) -> None:
    plan = tmp_path / "tiny.toml"
    plan.write_text(
        'name = "tiny"\ngames = 30\n[parameters]\nagent = ["random"]\n[constants]\non = "6x6x5"\n'
    )
    store = str(tmp_path / "tiny.db")
    runner = CliRunner()
    command = ["experiment", "run", str(plan), "--store", store, "--workers", "1"]
    assert runner.invoke(app, command).exit_code == 0
    served, stop = serve(store)
    try:
        page = open_page(served.address + "#results")
        page.wait_for_selector("text=30 of 30 games")
        # More games are played: the page follows by itself.
        plan.write_text(plan.read_text().replace("30", "60"))
        assert runner.invoke(app, command).exit_code == 0
        page.wait_for_selector("text=60 of 60 games", timeout=10_000)
        page.close()
    finally:
        stop()


def test_the_exported_page_works_from_a_disk(open_page: OpenPage, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    done = CliRunner().invoke(app, ["web", "--export", str(path)])
    assert done.exit_code == 0 and str(path) in done.stderr
    text = path.read_text("utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)
    assert policy is not None
    assert "sha256-" in policy[1] and "unsafe-inline" not in policy[1]
    assert not re.search(r'(?:src|href)="(?!#|data:)', text)
    page = open_page(path.as_uri() + "#play?on=beginner&first=zero&seed=7&moves=r5c5")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".why:not([hidden])")
    page.get_by_role("link", name="Analyse").click()
    page.wait_for_selector("text=11 layouts fit")
    page.get_by_role("link", name="Watch").click()
    page.get_by_role("button", name="Next").click()
    page.wait_for_selector("text=Turn 1")
    page.get_by_role("link", name="Results").click()
    page.wait_for_selector("text=What was published")
    assert [url for url in requests if not url.startswith("blob:")] == []


def test_a_no_guess_board_is_what_the_generator_finds(open_page: OpenPage) -> None:
    from sapper.boards import generate

    page = open_page("#play?on=expert&first=zero&seed=5&guess=no")
    page.locator("[data-cell='195']").click()
    wait_for_message(page, "opened")
    (board,) = generate(Rules.parse("expert", first_click="zero"), 1, seed=5, first="r7c16")
    page.get_by_role("button", name="Copy a link").click()
    link = page.get_by_label("Link to copy").input_value()
    assert f"seed={board.seed}&" in link


def test_agents_that_a_browser_cannot_play_are_played_by_the_server(open_page: OpenPage) -> None:
    page = open_page(
        "#watch?agent=sinha/v5.0&beside=vaitzman/sat-pdb&on=beginner&first=zero&seed=1"
    )
    page.get_by_role("button", name="End", exact=True).click()
    rules = Rules.parse("beginner", first_click="zero")
    game = Playthrough(load_agent("sinha/v5.0"), rules, 1)
    turns = len(list(game))
    page.wait_for_selector(
        f"text=sinha/v5.0: {game.outcome} after {turns} turns; vaitzman/sat-pdb:"
    )
    page.get_by_label("Turn", exact=True).fill("0")
    page.get_by_role("button", name="Next ▶").click()
    page.wait_for_selector("text=Turn 1: ")
    assert story(page, 0).split(" opened ")[1] == story(page, 1).split(" opened ")[1]


def test_the_file_names_the_agents_it_cannot_play_with_the_reason(
    open_page: OpenPage, tmp_path: Path
) -> None:
    written = tmp_path / "sapper.html"
    written.write_text(make_page(), "utf-8")
    page = open_page(f"{written.as_uri()}#watch?agent=sinha/v5.0&on=beginner&seed=1")
    page.wait_for_selector("text=sinha/v5.0 cannot play here: its part")
    expect_count(page.locator("option[value='sinha/v5.0'][disabled]"), 2)
    page.locator("summary:has-text('Agents that cannot play here')").click()
    page.wait_for_selector("text=needs a database of a megabyte")


def test_the_strongest_agent_can_be_watched(open_page: OpenPage) -> None:
    page = open_page("#watch?agent=strongest&on=intermediate&first=safe&seed=3")
    page.get_by_role("button", name="End", exact=True).click()
    page.wait_for_function("document.body.textContent.includes('strongest: ')", timeout=30_000)


def test_results_rest_on_as_many_games_as_the_pages_of_the_papers() -> None:
    results = collect_results()
    rows = {
        (row["agent"], row["on"], row["measure"]): row
        for table in results["tables"]
        for row in table["rows"]
        if table["paper"] == "becerra" and row["published"] is not None
    }
    assert len(rows) == 96  # win rates and guesses, each with its deviation
    for row in rows.values():
        assert row["ours"]["games"] == 100_000
        assert row["ours"]["low"] < row["ours"]["value"] < row["ours"]["high"]
        inside = row["ours"]["low"] <= row["published"] <= row["ours"]["high"]
        assert inside == (row["ours"]["verdict"] == "agrees")
    for table in results["tables"]:
        for row in table["rows"]:
            if row["published"] is not None and row["ours"]:
                assert row["ours"]["games"] >= 10_000, row
                assert row["ours"]["verdict"] in ("agrees", "close", "differs"), row


def test_every_claim_of_the_documents_has_its_verdict_in_the_results() -> None:
    found = collect_results()["claims"]
    assert {one["claim"] for one in found} == set(published_claims())
    assert {one["verdict"] for one in found} == {"holds", "does not hold", "cannot be decided"}
