"""An experiment before it runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.experiments import sapper

ROOT = Path(__file__).resolve().parents[3]


def test_check_shows_conditions_time_and_disk(folder: Path) -> None:
    said = sapper("experiment", "check", "tiny.toml").output
    assert "random on 9x9x10" in said
    assert re.search(r"2 conditions, 120 games, about \d+ tasks", said)
    assert not (folder / "sapper.db").exists()


@pytest.mark.parametrize(
    "path", sorted((ROOT / "experiments").glob("*.toml")), ids=lambda p: p.stem
)
def test_every_experiment_of_the_house_can_be_read(path: Path) -> None:
    from sapper.errors import NotationError
    from sapper.lab.experiments import load_definition

    try:
        definition = load_definition(path)
    except NotationError as error:
        # Agents of the papers arrive one by one; everything else must be right.
        assert "unknown agent" in str(error) or "unknown option" in str(error)
        return
    assert definition.name == path.stem
    assert definition.title
    assert definition.source
