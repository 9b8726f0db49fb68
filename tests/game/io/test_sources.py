"""A position from a file, from text or from a pipe."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapper.errors import NotationError
from sapper.game import Game, Layout, Position, Rules
from sapper.game.io.files import (
    load_layout,
    load_position,
    save_layout,
)
from sapper.game.replay import Replay

POSITION = Position.parse("..1./..2./1F../...* 3")


@pytest.mark.parametrize("text", [str(POSITION), POSITION.to_text(), ".. 1", "? 0", "3x1x1\nH1H"])
def test_string_that_reads_like_a_position_is_text(text: str) -> None:
    assert load_position(text).num_cells in (16, 2, 1, 3)


def test_replay_gives_its_final_position(tmp_path: Path) -> None:
    game = Game(Rules.parse("beginner"), seed=7)
    game.reveal("r5c5")
    replay = Replay.of_game(game)
    replay.save(tmp_path / "game.json")
    assert load_position(tmp_path / "game.json") == game.position
    assert load_position(replay.format()) == game.position


def test_row_of_house_notation_that_looks_like_a_size_is_read() -> None:
    assert load_position("1x1x1\n1x1x1\n2").rows == 2


def test_mbf_board_is_no_position(tmp_path: Path) -> None:
    save_layout(Layout(9, 9, (1, 2, 3)), tmp_path / "board.mbf")
    with pytest.raises(NotationError, match="an MBF board is a layout, not a position"):
        load_position(tmp_path / "board.mbf")
    (tmp_path / "short.mbf").write_bytes(b"\x09\x09\x00\x02\x01\x01")
    with pytest.raises(NotationError, match=r"expected 8 bytes of MBF.*short\.mbf"):
        load_layout(tmp_path / "short.mbf")
