"""Every link of the pages leads somewhere, and what they name is there."""

import re
import subprocess
from pathlib import Path

import pytest

from sapper.agents.registry import entries

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)|<img[^>]+src=\"([^\"]+)\"")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    for pair in LINK.findall(page.read_text()):
        target = pair[0] or pair[1]
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_make_targets_on_the_pages_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    named = re.findall(r"`?make ([a-z-]+)`?", "\n".join(page.read_text() for page in PAGES))
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    assert {name for name in named if name not in ("sure", "it", "an", "the")} <= targets


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


def test_changelog_has_an_entry_for_users() -> None:
    assert "### Added" in (ROOT / "CHANGELOG.md").read_text()


def test_every_agent_has_its_place_on_a_page() -> None:
    pages = "\n".join(page.read_text() for page in (ROOT / "docs").rglob("*.md"))
    assert [
        name for name, one in entries().items() if one.is_of_the_house and f"`{name}`" not in pages
    ] == []
