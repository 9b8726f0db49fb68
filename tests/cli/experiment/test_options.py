"""`sapper experiment` and `sapper reproduce` as a user types them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.experiments import sapper
from sapper.errors import SapperError


def test_commands_tell_what_is_missing(folder: Path) -> None:
    with pytest.raises(SapperError, match="no store at"):
        sapper("experiment", "status", "tiny.toml")
    sapper("experiment", "run", "tiny.toml", "--workers", "1")
    with pytest.raises(SapperError, match=r"no experiment 'other' in .*there are: tiny"):
        sapper("experiment", "report", "other")


@pytest.mark.parametrize("more", [[], ["--sums"]])
def test_export_makes_no_folders(folder: Path, more: list[str]) -> None:
    sapper("experiment", "run", "tiny.toml", "--workers", "1")
    with pytest.raises(SapperError, match=r"got 'typo/games.csv': make 'typo' first"):
        sapper("experiment", "export", "tiny", "--to", "typo/games.csv", *more)
    assert not (folder / "typo").exists()
