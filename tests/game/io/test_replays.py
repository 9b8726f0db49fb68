"""Recordings of other programs: read as they were played, damaged ones refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.io.recorded import with_error
from sapper.errors import NotationError
from sapper.game.game import Game
from sapper.game.io.evf import parse_evf
from sapper.game.io.rawvf import parse_rawvf
from sapper.game.io.replays import load_replay, parse_replay
from sapper.game.layout import Layout
from sapper.game.replay import Replay


@given(st.binary(max_size=300))
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with_error(lambda: parse_replay(data))
    with_error(lambda: parse_evf(data))


@given(st.text(alphabet="Board:Events 0*\n.1lcrm()-5", max_size=200))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    with_error(lambda: parse_rawvf("Board:\n0*\nEvents:\n" + text))
    with_error(lambda: parse_rawvf(text))


def test_files_of_no_known_kind_are_refused(tmp_path: Path) -> None:
    for content in (b"", b"hello", b"\x05\x00", bytes(40)):
        path = tmp_path / "x"
        path.write_bytes(content)
        with pytest.raises(NotationError, match="in '"):
            load_replay(path)


def test_replays_keep_their_times(game: Game) -> None:
    times = list(range(len(game.history)))
    replay = Replay.of_game(game, times=times)
    assert Replay.parse(replay.format()) == replay
    assert Replay.parse(replay.format()).times == tuple(times)
    without = replay.to_dict()
    del without["times"]
    assert Replay.from_dict(without).times is None
    with pytest.raises(NotationError, match="as many times as moves"):
        Replay.from_dict({**replay.to_dict(), "times": [1]})
    assert Layout.parse(str(game.layout)) == game.layout


@pytest.mark.parametrize(
    "text",
    [
        "Mines: " + "9" * 5000 + "\nBoard:\n*0\nEvents:\n0.00 lc 1 1\n",
        "Board:\n*0\nEvents:\n0.00 lc (" + "9" * 5000 + " 8)\n",
        "Board:\n*0\nEvents:\n" + "9" * 5000 + ".00 lc 1 1\n",
        "Board:\n*0\nEvents:\n0.00 lc " + "9" * 5000 + " 1\n",
    ],
)
def test_numbers_of_thousands_of_digits_are_one_line(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_rawvf(text)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 200
