"""Recordings of other programs: read as they were played, damaged ones refused."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.boards import generate
from sapper.errors import NotationError
from sapper.game.game import Game
from sapper.game.io.evf import parse_evf
from sapper.game.io.rawvf import format_rawvf, parse_rawvf
from sapper.game.io.replays import load_replay, parse_replay, save_rawvf
from sapper.game.layout import Layout
from sapper.game.replay import Replay

# ms_toollib plays the moves of a board's certificate with a mouse and writes EVF. In a
# process of its own: what it does not like ends the process.
WRITE_EVF = """
import json, sys, time
import ms_toollib
job = json.loads(sys.argv[1])
video = ms_toollib.BaseVideo(job["board"], 16)
for buttons, row, column in job["clicks"]:
    for button in buttons:
        video.step(button, (row * 16 + 7, column * 16 + 9))
        time.sleep(0.001)
getattr(video, f"generate_evf_v{job['version']}_raw_data")()
sys.stdout.buffer.write(bytes(video.raw_data))
"""


def finished_game(size: str = "beginner", seed: int = 3) -> Game:
    """Play a board of that seed to the end, by its certificate, with flags and a chord."""
    board = generate(size, 1, seed)[0]
    game = board.game()
    for step in board.certificate:
        for cell in step["cells"]:
            if game.is_over:
                break
            if step["are"] == "mines":
                game.flag(cell)
            elif game.position.cells[game.cell(cell)] == 9:
                _reveal(game, game.cell(cell))
    return game


def _reveal(game: Game, cell: int) -> None:
    """Chord where a clue beside has all its flags, so that chords are recorded too."""
    position = game.position
    for clue in position.neighbours(cell):
        flags = sum(position.cells[n] == 10 for n in position.neighbours(clue))
        if 0 < position.cells[clue] < 9 and flags == position.cells[clue]:
            game.chord(clue)
            return
    game.reveal(cell)


def write_evf(game: Game, version: int) -> bytes:
    import json

    codes = game.layout.position().cells
    width = game.rules.columns
    shown = [-1 if code == 11 else code for code in codes]
    board = [shown[at : at + width] for at in range(0, len(shown), width)]
    buttons = {"reveal": ["lc", "lr"], "flag": ["rc", "rr"], "chord": ["lc", "rc", "rr", "lr"]}
    clicks = [(buttons[m.kind], m.cell // width, m.cell % width) for m in game.history]
    job = json.dumps({"board": board, "clicks": clicks, "version": version})
    done = subprocess.run(
        [sys.executable, "-c", WRITE_EVF, job], capture_output=True, check=True, timeout=60
    )
    return done.stdout


@pytest.fixture(scope="module")
def game() -> Game:
    return finished_game()


@pytest.fixture(scope="module", params=[0, 2, 3, 4])
def evf(request: pytest.FixtureRequest, game: Game) -> bytes:
    return write_evf(game, request.param)


def test_evf_of_ms_toollib_plays_back_to_the_same_end(game: Game, evf: bytes) -> None:
    replay = parse_evf(evf)
    assert replay.outcome == "won"
    assert replay.moves == tuple(game.history)
    assert {"reveal", "flag", "chord"} <= {move.kind for move in replay.moves}
    assert replay.game().layout == game.layout
    assert replay.times is not None
    assert list(replay.times) == sorted(replay.times)
    assert replay.times[0] == 0 < replay.times[-1]
    assert parse_replay(evf) == replay


def test_cut_evf_is_an_error(evf: bytes) -> None:
    for end in range(0, len(evf) - 80, 7):
        with pytest.raises(NotationError):
            parse_replay(evf[:end])


def test_damaged_evf_is_read_or_refused_and_nothing_else(evf: bytes) -> None:
    chance = random.Random(1)
    for _ in range(400):
        data = bytearray(evf)
        for _ in range(chance.randint(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        with_error(lambda data=bytes(data): parse_replay(data))


def with_error(read: object) -> None:
    try:
        read()  # type: ignore[operator]
    except NotationError as error:
        assert str(error)


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
