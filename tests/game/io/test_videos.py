"""What a recorded mouse did: RMV, and what its board events let us check."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest

from game.io.recorded import with_error
from game.io.rmv_files import RmvFile
from sapper import _core
from sapper.errors import NotationError
from sapper.game.game import Game
from sapper.game.io.replays import load_replay, parse_replay
from sapper.game.layout import Layout

versions = pytest.mark.parametrize("version", [1, 2])


@versions
def test_rmv_plays_back_to_the_same_end(game: Game, version: int, tmp_path: Path) -> None:
    path = tmp_path / "game.rmv"
    path.write_bytes(RmvFile(game, version).played().write())
    replay = load_replay(path)
    assert replay.outcome == "won"
    assert replay.moves == tuple(game.history)
    assert {"reveal", "flag", "chord"} <= {move.kind for move in replay.moves}
    assert replay.game().layout == game.layout
    assert replay.times is not None
    step = 37 if version == 1 else 48
    first = next(i for i, move in enumerate(replay.moves) if move.kind != "flag")
    assert replay.times == tuple(step * (i - first) for i in range(len(replay.moves)))


READ_RMV = """
import json, sys
import ms_toollib
video = ms_toollib.RmvVideo(sys.argv[1])
video.parse()
video.analyse()
video.current_time = 1e9
counts = [video.row, video.column, video.mine_num, video.left, video.right, video.double]
print(json.dumps([counts, video.game_board]))
"""


@versions
def test_another_reader_finds_the_same_game(game: Game, version: int, tmp_path: Path) -> None:
    """What the tests write is RMV to the toolbox of another program too."""
    path = tmp_path / "game.rmv"
    path.write_bytes(RmvFile(game, version).played().write())
    run = subprocess.run(
        [sys.executable, "-c", READ_RMV, str(path)], capture_output=True, check=True, timeout=60
    )
    counts, end = json.loads(run.stdout)
    replay = load_replay(path)
    rules, kinds = game.rules, [move.kind for move in replay.moves]
    made = [kinds.count(kind) for kind in ("reveal", "flag", "chord")]
    assert counts == [rules.rows, rules.columns, rules.num_mines, *made]
    shown = {cell: code for cell, code in enumerate(chain.from_iterable(end)) if code < 9}
    ours = enumerate(replay.game().position.cells)
    assert shown == {cell: code for cell, code in ours if code < 9}


def test_cells_of_any_side_are_found(game: Game) -> None:
    for side in (7, 24, 255):
        assert parse_replay(RmvFile(game, 2, side=side).played().write()).outcome == "won"


def test_flags_of_before_the_start_are_moves() -> None:
    game = Game.on_layout(Layout.parse("*--/---"))
    for move in ("!r1c1", "r1c2", "+r1c2", "r1c3"):
        if not game.is_over:
            game.play(move)
    replay = parse_replay(RmvFile(game, 1, flags=(0,)).played().write())
    assert [move.format(3) for move in replay.moves][:2] == ["!r1c1", "r1c2"]


def test_question_marks_come_between_a_flag_and_nothing() -> None:
    game = Game.on_layout(Layout.parse("*--/---"))
    game.play("r1c2")
    for questions, expected in ((True, ["!r1c1", "~r1c1", "r1c2"]), (False, ["!r1c1", "~r1c1"])):
        file = RmvFile(game, 2, questions=questions)
        for _ in range(3):
            file.move_to(0)
            file.mouse(4)
            file.mouse(5)
        file.move_to(1)
        file.mouse(2)
        file.mouse(3)
        moves = [move.format(3) for move in parse_replay(file.write()).moves]
        assert moves[: len(expected)] == expected
        assert len(moves) == (3 if questions else 4)


def test_a_clue_that_the_board_does_not_show_is_told_with_its_event() -> None:
    game = Game.on_layout(Layout.parse("*--/---"))
    game.play("r1c2")
    file = RmvFile(game, 2).played()
    shown = file.events.index(bytes((19, 1, 0)))
    wrong = {
        bytes((20, 1, 0)): "r1c2 shows 2, but after the same mouse events it shows 1",
        bytes((19, 2, 0)): "r1c3 shows 1, but after the same mouse events it is covered",
    }
    for event, problem in wrong.items():
        file.events[shown] = event
        with pytest.raises(
            NotationError, match=f"event {shown + 1} of the RMV says that {problem}"
        ):
            parse_replay(file.write())
    won = Game.on_layout(Layout.parse("*-"))
    won.play("r1c2")
    unplayed = RmvFile(won, 1)
    with pytest.raises(NotationError, match=r"event 1 .* the game is won, .* it is not"):
        parse_replay(unplayed.write())


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ((b"*rmv\x00\x02", b"*rmv\x00\x03"), "version 1 or 2, got version 3"),
        (("Löwe".encode(), b"L\xc3\xffwe"), "texts of an RMV as UTF-8"),
        ((b"a recording of", b"\x80 recording of"), "texts of an RMV as UTF-8"),
        ((b"\x65\x53\xf1\x00\x09\x09", b"\x65\x53\xf1\x00\x09\x01"), "mines on a grid of 9x1"),
        ((b"\x65\x53\xf1\x00\x09\x09\x00\x0a", b"\x65\x53\xf1\x00\x09\x09\xff\x0a"), "is cut"),
    ],
)
def test_damaged_rmv_is_an_error_that_says_why(
    game: Game, change: tuple[bytes, bytes], problem: str
) -> None:
    data = RmvFile(game, 2).played().write()
    assert data.count(change[0]) == 1
    with pytest.raises(NotationError, match=problem):
        parse_replay(data.replace(*change))


@versions
def test_cut_and_damaged_rmv_is_read_or_refused_and_nothing_else(game: Game, version: int) -> None:
    data = RmvFile(game, version).played().write()
    for end in range(0, len(data) - 4, 5):
        with pytest.raises(NotationError):
            parse_replay(data[:end])
    chance = random.Random(version)
    for _ in range(400):
        damaged = bytearray(data)
        for _ in range(chance.randint(1, 6)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        with_error(lambda damaged=bytes(damaged): parse_replay(damaged))


def test_events_of_a_mouse_are_checked_at_the_border() -> None:
    for mines, events in (([9], []), ([0], [(3, 0, 0, 0)]), ([0], [(0, 0, 7, 0)])):
        with pytest.raises(NotationError):
            _core.play_mouse(2, 2, mines, len(mines), events)
