"""Reports and the league fit a phone and a wide screen, in light and dark, for everybody."""

from __future__ import annotations

import base64
import csv
import io
import re
from pathlib import Path
from typing import Any

import pytest

from lab.experiments_for_tests import play
from sapper.lab.experiments import parse_definition
from sapper.lab.league import League
from sapper.lab.output.charts import save_league_page
from sapper.lab.output.reports import write_report
from sapper.lab.output.reports.drawing import COLOURS, DARK_COLOURS
from sapper.lab.store import open_store

REPORT = """
name = "pages"
games = 60
set_size = 20
[parameters]
agent = ["random", "kvietinskas/single-point", "kvietinskas/linear-algebra:flags=no"]
on = ["5x5x3", "6x6x5", "7x7x9"]
"""
SIZES = [(1280, "light"), (390, "light"), (1280, "dark"), (390, "dark")]
# What cannot be seen without scrolling sideways, and pictures without words.
LOOK = """() => ({
    wide: [document.documentElement.scrollWidth, innerWidth],
    cut: [...document.querySelectorAll('td, th, li, svg, p, h1, h2')].filter((e) => {
        const box = e.getBoundingClientRect();
        return box.width && (box.left < -0.5 || box.right > innerWidth + 0.5);
    }).map((e) => e.outerHTML.slice(0, 90)),
    hidden: [...document.querySelectorAll('td')].filter((e) => !e.getBoundingClientRect().width)
        .length,
    nameless: [...document.querySelectorAll('svg')].filter(
        (e) => e.getAttribute('role') !== 'img' || e.getAttribute('aria-label').length < 30).length,
    unlabelled: [...document.querySelectorAll('td')].filter((e) => !e.dataset.label).length,
    paper: getComputedStyle(document.body).backgroundColor,
    letters: [...document.querySelectorAll('svg text')].map((e) => {
        const box = e.ownerSVGElement.getBoundingClientRect();
        const scale = box.width / e.ownerSVGElement.viewBox.baseVal.width;
        return parseFloat(getComputedStyle(e).fontSize) * scale;
    }),
})"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    definition = parse_definition(REPORT)
    with open_store(str(folder / "s.db")) as store:
        play(definition, store)
        experiment = store.find_experiment("pages")
        assert experiment is not None
        write_report(store, experiment, folder / "report.html", definition)
    grids = {one.rules.name: one.rules for one in definition.conditions}
    agents = {one.agent.id: one.agent for one in definition.conditions}
    rows = League(list(agents.values()), list(grids.items()), games=20, seed=7).play()
    save_league_page(rows, folder / "league.html")
    return {name: folder / f"{name}.html" for name in ("report", "league")}


@pytest.mark.parametrize(("width", "scheme"), SIZES)
@pytest.mark.parametrize("name", ["report", "league"])
def test_page_fits(
    browser: Any, pages: dict[str, Path], name: str, width: int, scheme: str
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    page.goto(pages[name].as_uri())
    seen = page.evaluate(LOOK)
    context.close()
    assert seen["wide"] == [width, width]
    assert (seen["cut"], seen["hidden"], seen["nameless"], seen["unlabelled"]) == ([], 0, 0, 0)
    assert seen["paper"] == ("rgb(255, 255, 255)" if scheme == "light" else "rgb(21, 24, 28)")
    assert min(seen["letters"]) > 8


def luminance(shade: str) -> float:
    parts = [int(shade[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_colours_stand_out_from_the_paper(pages: dict[str, Path]) -> None:
    style = pages["report"].read_text()
    light, dark = re.findall(
        r"--paper: (#\w{6}); --ink: (#\w{6}); --quiet: (#\w{6}); --line: #\w{6}; --link: (#\w{6})",
        style,
    )
    for (paper, *texts), shades in ((light, COLOURS), (dark, DARK_COLOURS)):
        assert all(contrast(text, paper) >= 4.5 for text in texts)
        assert all(contrast(shade, paper) >= 3 for shade in shades)
        assert len(set(shades)) == len(shades)


def test_an_agent_has_one_colour_through_the_report(pages: dict[str, Path]) -> None:
    text = pages["report"].read_text()
    legends = re.findall(r'<ul class="legend">(.*?)</ul>', text)
    assert len(legends) == 3  # bars, convergence, distributions
    assert len(set(legends)) == 1
    assert re.findall(r"var\(--c(\d)\)", legends[0]) == ["0", "1", "2"]
    # A panel for each grid, with no more lines than agents.
    convergence = text.split('id="convergence"')[1].split("<h2")[0]
    assert convergence.count("<svg") == 3


def test_league_brings_its_csv(pages: dict[str, Path]) -> None:
    text = pages["league"].read_text()
    (packed,) = re.findall(r'download="league.csv" href="data:text/csv;base64,([^"]+)"', text)
    rows = list(csv.DictReader(io.StringIO(base64.b64decode(packed).decode())))
    assert len(rows) == 9
    assert {row["games"] for row in rows} == {"20"}
    assert {"agent", "on", "win_rate", "win_rate_low", "win_rate_high", "seed"} <= set(rows[0])
