"""A store with the games of a sweep."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lab.experiments_for_tests import play
from lab.output.sweeps import SWEEP, TURNS
from sapper.lab.experiments import parse_definition
from sapper.lab.store import Store, open_store


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with open_store(str(tmp_path_factory.mktemp("reports") / "s.db")) as opened:
        for text in (SWEEP, TURNS):
            play(parse_definition(text), opened, workers=2, batch_size=None)
        yield opened
