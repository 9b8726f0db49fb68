"""A game that every format is written from."""

from __future__ import annotations

import pytest

from game.io.recorded import finished_game
from sapper.game.game import Game


@pytest.fixture(scope="module")
def game() -> Game:
    return finished_game()
