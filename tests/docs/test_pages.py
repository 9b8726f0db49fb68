"""Every link of the pages leads somewhere, and what they name is there."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from sapper.agents.registry import entries

ROOT = Path(__file__).resolve().parents[2]
RESEARCH = ROOT / "research"
PAGES = [
    *sorted(ROOT.glob("*.md")),
    RESEARCH / "README.md",
    ROOT / "tests" / "mutants" / "SURVIVORS.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
LINK = re.compile(r"\]\(([^)#]*)(?:#([^)]*))?\)|<img[^>]+src=\"([^\"]+)\"")
# What a reader wants to know first fits on few screens; the rest is in docs/notes.
MOST_LINES = {"architecture": 100, "strongest": 120, "optimum": 120, "reliability": 120}


def anchors(page: Path) -> set[str]:
    """Return the names under which a page's headings can be linked to, as GitHub makes them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    plain = [re.sub(r"[^\w -]", "", title.lower()) for title in titles]
    return {title.replace(" ", "-") for title in plain}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    for name, anchor, image in LINK.findall(page.read_text()):
        if "://" in name:
            continue
        target = page.parent / (name or image or page.name)
        assert target.exists(), f"{page.name} links to {target}"
        if anchor:
            assert anchor in anchors(target), f"{page.name} links to {name}#{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_and_folders_of_the_sources_that_a_page_names_are_there(page: Path) -> None:
    for name in re.findall(
        r"`((?:src|native|research|tests|docs|examples)/[\w./-]+)`", page.read_text()
    ):
        if re.search(r"\b(PAPER|NAME)\b", name):  # to be filled in
            continue
        path = ROOT / name
        # A program is named as its source is, without the ending.
        assert path.exists() or list(path.parent.glob(f"{path.name}.*")), f"{page.name}: {name}"


@pytest.mark.parametrize(("name", "most"), MOST_LINES.items())
def test_page_is_short_enough_to_be_read(name: str, most: int) -> None:
    assert len((ROOT / "docs" / f"{name}.md").read_text().splitlines()) <= most


def test_picture_of_the_layers_is_the_import_contract() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    (contract,) = (one for one in settings["contracts"] if one["type"] == "layers")
    layers = [set(re.findall(r"sapper\.(\w+)", layer)) for layer in contract["layers"]]
    picture = (ROOT / "docs" / "architecture.md").read_text().split("```")[1]
    drawn = [set(row.split(" | ")) for row in re.findall(r"^│ (\w+(?: \| \w+)*) ", picture, re.M)]
    under_all = [{"arguments"}, {"errors"}]
    assert drawn == [*(layer for layer in layers if layer not in under_all), {"_core"}]


def test_every_script_of_research_says_what_it_answered() -> None:
    rows = re.findall(r"^\| `(\w+\.py)` \|", (RESEARCH / "README.md").read_text(), re.MULTILINE)
    assert rows == sorted(path.name for path in RESEARCH.glob("*.py"))


def test_tables_of_best_play_are_those_of_the_file(tmp_path: Path) -> None:
    page = ROOT / "docs" / "notes" / "best-play-tables.md"
    copy = tmp_path / page.name
    shutil.copyfile(page, copy)
    words = [RESEARCH / "optimum_page.py", ROOT / "docs" / "optimum.csv", copy]
    subprocess.run([sys.executable, *map(str, words)], check=True)
    assert copy.read_text() == page.read_text()


def test_make_targets_on_the_pages_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    named = re.findall(r"(?:`|\$ )make ([a-z-]+)", "\n".join(page.read_text() for page in PAGES))
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    assert named
    assert set(named) <= targets


def test_bare_make_lists_the_targets() -> None:
    listed = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for target in (
        "demo",
        "test",
        "test-slow",
        "lint",
        "bench",
        "golden",
        "sanitize",
        "fuzz",
        "docs",
        "clean",
    ):
        assert f"make {target} " in listed


def test_guess_tables_of_the_papers_carry_intervals() -> None:
    folder = ROOT / "docs" / "papers"
    text = (folder / "becerra.md").read_text()
    part = text.partition("### Mean guesses")[2].partition("###")[0]
    ours = [line for line in part.splitlines() if "| ours |" in line]
    assert len(ours) == 8
    bars = (folder / "vaitzman.md").read_text().partition("guesses per game |")[2] or (
        (folder / "vaitzman.md").read_text().partition("guesses a game |")[2]
    )
    rows = bars.splitlines()[2:8]
    sixth = (folder / "kvietinskas-hypotheses.md").read_text().partition("## Hypothesis 6")[2]
    gains = [line for line in sixth.splitlines() if line.startswith(("| beginner", "| expert"))]
    for line in (*ours, *rows, *gains[:4]):
        assert line.count("[") >= 3, line


def test_changelog_is_a_page_for_users() -> None:
    lines = (ROOT / "CHANGELOG.md").read_text().splitlines()
    assert "### Added" in lines
    for version in "\n".join(lines).split("\n## ")[1:]:
        assert len(version.splitlines()) <= 70, f"{version.splitlines()[0]}: at most a page"


def test_every_agent_has_its_place_on_a_page() -> None:
    pages = "\n".join(page.read_text() for page in (ROOT / "docs").rglob("*.md"))
    assert [
        name for name, one in entries().items() if one.is_of_the_house and f"`{name}`" not in pages
    ] == []
