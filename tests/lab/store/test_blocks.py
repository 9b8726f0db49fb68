"""Columns packed into blocks."""

from __future__ import annotations

import numpy as np
import pytest

from lab.rows_for_tests import GAMES
from sapper.agents.run.columns import Recorded
from sapper.errors import StoreError
from sapper.lab.store.blocks import pack, pack_games, unpack_games


def test_block_gives_back_what_was_packed() -> None:
    back = unpack_games(pack_games(GAMES).data)
    assert back.keys() == GAMES.keys()
    assert list(back) == list(GAMES)


def test_column_that_came_later_is_zero_in_older_blocks() -> None:
    older = {name: one for name, one in GAMES.columns.items() if name != "cut_guesses"}
    back = unpack_games(pack(older, [Recorded(name, "<i8", "") for name in older]))
    assert back.keys() == GAMES.keys()
    assert not back["cut_guesses"].any()
    assert np.array_equal(back["guesses"], GAMES["guesses"])


@pytest.mark.parametrize("count", [1, 3])
def test_columns_of_other_lengths_are_not_packed(count: int) -> None:
    declared = [Recorded(name, "<i4", "") for name in ("a", "b")]
    with pytest.raises(ValueError, match=f"expected 2 values of b, got {count}"):
        pack({"a": np.arange(2), "b": np.arange(count)}, declared)


@pytest.mark.parametrize(
    "block",
    [
        b"",
        b"\n",
        b"[1]\n",
        b"{}\n",
        b'[1, {"a": "O"}]\n12345678',
        b'[-1, {"a": "<i4"}]\n',
        b"xxx",
        b'[2, {"a": "<i4"}]\n1234567',
        b'["2", {"a": "<i4"}]\n12345678',
        b'[1, {"a": []}]\n1',
        b'[true, {"a": "<i4"}]\n1234',
    ],
)
def test_block_that_makes_no_sense_is_an_error(block: bytes) -> None:
    with pytest.raises(StoreError, match="damaged"):
        unpack_games(block)
