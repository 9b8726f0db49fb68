"""Videos as text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sapper.errors import NotationError
from sapper.game.game import Game
from sapper.game.io.rawvf import format_rawvf, parse_rawvf
from sapper.game.io.replays import load_replay, save_rawvf
from sapper.game.replay import Replay


def test_rawvf_comes_back_as_it_went(game: Game, tmp_path: Path) -> None:
    times = [37 * i for i in range(len(game.history))]
    replay = Replay.of_game(game, times=times)
    save_rawvf(replay, tmp_path / "game.rawvf")
    found = load_replay(tmp_path / "game.rawvf")
    assert found.moves == replay.moves
    assert list(found.times or ()) == times
    assert found.position == replay.position
    assert parse_rawvf(format_rawvf(found)) == found


RAWVF = """RawVF_Version: Rev5
Program: Somebody's
Width: 4
Height: 2
Mines: 1
Board:
000*
0000
Events:
start
-0.50 rc 4 1 (56 8) (r)
-0.40 rr 4 1 (56 8)
flag 4 1
0.00 lc 1 1 (8 8) (l)
0.05 mv (12 9) (l)
0.10 lr 1 1 (12 9)
number0 1 1
1.255 mc 3 1 (40 8)
1.30 mr 3 1 (40 8)
won
"""


def test_rawvf_of_another_program_is_read() -> None:
    replay = parse_rawvf(RAWVF)
    assert [move.format(4) for move in replay.moves] == ["!r1c4", "r1c1", "+r1c3"]
    assert replay.times == (-600, 0, 1200)
    assert replay.outcome == "won"


def test_clicks_that_change_nothing_are_no_moves() -> None:
    dead = RAWVF.replace("1.255 mc", "0.20 lc 1 1 (8 8)\n0.30 lr 1 1 (8 8)\n1.255 mc")
    assert parse_rawvf(dead).moves == parse_rawvf(RAWVF).moves


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("Board:", "Bored:"), "expected a RAWVF text"),
        (("000*", "00x*"), "equal rows"),
        (("Width: 4", "Width: 5"), "expected a width of '5', found 4"),
        (("Mines: 1", "Mines: 3"), "expected 3 mines on the board, found 1"),
        (("0.00 lc 1 1 (8 8) (l)", "0.00 lc"), "expected the place"),
        (("0.00 lc 1 1", "0.0 lc 1 1"), "expected a RAWVF event"),
    ],
)
def test_damaged_rawvf_is_an_error_that_says_why(change: tuple[str, str], problem: str) -> None:
    with pytest.raises(NotationError, match=re.escape(problem)):
        parse_rawvf(RAWVF.replace(*change))
