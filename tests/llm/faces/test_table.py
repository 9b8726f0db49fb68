"""A table that is played at by tools: words in, words out, and nothing by mistake."""

from __future__ import annotations

import pytest

from sapper import Rules
from sapper.errors import SapperError
from sapper.llm import Episode
from sapper.llm.faces.table import Table


def test_table_without_a_game_says_how_to_begin() -> None:
    with pytest.raises(SapperError, match="new_game begins one"):
        Table().reveal("r1c1")


def test_tools_play_the_game_that_was_laid_on_the_table() -> None:
    rules = Rules.parse("5x5x4", first_click="zero")
    alone, table = Episode(rules, 3), Table(Episode(rules, 3))
    assert table.reveal("r3c3") == alone.play("<move>r3c3</move>").text
    assert table.episode.totals == alone.totals


@pytest.mark.parametrize("words", ["r1c1", "!r1c1", "reveal r1c1", "+r3c3 r1c1"])
def test_flag_reveals_nothing(words: str) -> None:
    table = Table(Episode(Rules.parse("5x5x4", first_click="zero"), 3))
    table.reveal("r3c3")
    before = table.episode.game.cells_revealed
    table.flag(words)
    assert table.episode.game.cells_revealed == before


def test_help_is_of_the_game_or_of_any_position() -> None:
    table = Table()
    assert table.hint("..1./..2./11../.... 3").endswith(".")
    assert "is not proven: its risk is" in table.explain("r1c1", "..1/... 2")
