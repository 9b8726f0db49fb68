"""A folder of its own for commands, with a small experiment in it."""

from pathlib import Path

import pytest

from cli.experiments import TEXT


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SAPPER_STORE", raising=False)
    (tmp_path / "tiny.toml").write_text(TEXT)
    return tmp_path
