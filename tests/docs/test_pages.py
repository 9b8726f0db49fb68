"""Everything that README and the guides show is run, and every link leads somewhere."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from sapper.agents.registry import entries

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)|<img[^>]+src=\"([^\"]+)\"")
RUN_PAGES = [ROOT / "README.md", ROOT / "docs" / "guides" / "analyse.md"]


def blocks(page: Path, language: str) -> list[str]:
    if not page.exists():
        return []
    return [text for kind, text in BLOCK.findall(page.read_text()) if kind == language]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    for pair in LINK.findall(page.read_text()):
        target = pair[0] or pair[1]
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(text, id=f"{page.stem}-{i}")
        for page in RUN_PAGES
        for i, text in enumerate(blocks(page, "python"))
    ],
)
def test_python_on_the_pages_runs(code: str, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, cwd=tmp_path)


def commands() -> list[str]:
    lines = [
        line.removeprefix("$ ")
        for page in RUN_PAGES
        for text in blocks(page, "console")
        for line in text.splitlines()
        if line.startswith("$ ")
    ]
    return list(dict.fromkeys(lines))


@pytest.mark.parametrize("command", [line for line in commands() if line.startswith("sapper ")])
def test_sapper_commands_on_the_pages_run(command: str, tmp_path: Path) -> None:
    words = shlex.split(command.partition("  #")[0])
    for folder in ("docs", "examples", "experiments"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    if words[1:3] == ["boards", "check"]:
        made = ["boards", "5x5x3", "--count", "2", "--to", words[3]]
        subprocess.run([sys.executable, "-m", "sapper", *made], cwd=tmp_path, check=True)
    if words[1] == "play":
        words.append("--help")  # needs a terminal; its own tests drive it
    done = subprocess.run(
        [sys.executable, "-m", "sapper", *words[1:]],
        cwd=tmp_path,
        env={**os.environ, "SAPPER_STORE": str(tmp_path / "pages.db")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


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


def test_changelog_has_an_entry_for_users() -> None:
    assert "### Added" in (ROOT / "CHANGELOG.md").read_text()


def test_every_agent_has_its_place_on_a_page() -> None:
    pages = "\n".join(page.read_text() for page in (ROOT / "docs").rglob("*.md"))
    assert [
        name for name, one in entries().items() if one.is_of_the_house and f"`{name}`" not in pages
    ] == []
