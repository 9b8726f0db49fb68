"""The guide to Python is run from top to bottom, and prints what it shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from docs.test_commands import FENCE, ROOT

GUIDE = ROOT / "docs" / "guides" / "python.md"


def test_guide_prints_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    printed = ""
    for kind, text in FENCE.findall(GUIDE.read_text()):
        if kind == "python":
            exec(text, names)
            printed = capsys.readouterr().out
        else:
            assert text == printed
    for name in ("difference.svg", "risks.svg", "league.svg"):
        assert "<svg" in (tmp_path / name).read_text()


def test_notebook_is_linked_from_the_pages() -> None:
    for page in (ROOT / "README.md", GUIDE):
        assert "examples/turns.ipynb" in page.read_text()


def test_readme_has_a_use_case_for_each_kind_of_reader() -> None:
    text = (ROOT / "README.md").read_text()
    for reader in ("player", "researcher", "builder"):
        assert f"## Two minutes as a {reader}" in text
