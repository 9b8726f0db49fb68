"""Videos in the format of Arbiter's successors."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from game.io.recorded import with_error
from sapper.errors import NotationError
from sapper.game.game import Game
from sapper.game.io.evf import parse_evf
from sapper.game.io.replays import parse_replay

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
