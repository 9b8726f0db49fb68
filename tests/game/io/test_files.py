"""Positions and layouts are read from files of any format, recognised by their content."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapper.errors import NotationError
from sapper.game import Game, Layout, Position, Rules
from sapper.game.io.files import (
    load_layout,
    load_position,
    position_from_mine_text,
    position_to_mine_text,
    save_layout,
)
from sapper.game.replay import Replay

POSITION = Position.parse("..1./..2./1F../...* 3")


@pytest.mark.parametrize("name", ["position.txt", "position.mine", "position", "position.json"])
@pytest.mark.parametrize(
    "text",
    [
        str(POSITION),
        POSITION.to_text(),
        POSITION.to_text().replace("\n", "\r\n"),
        "\ufeff" + str(POSITION),
        position_to_mine_text(POSITION),
        position_to_mine_text(POSITION).replace("\n", "\r\n"),
        "\n" + position_to_mine_text(POSITION),
    ],
)
def test_content_decides_the_format_whatever_the_name(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode())
    assert load_position(path) == POSITION
    assert load_position(str(path)) == POSITION


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


def test_mine_text_round_trip() -> None:
    assert position_from_mine_text(position_to_mine_text(POSITION)) == POSITION


def test_layout_goes_through_an_mbf_file(tmp_path: Path) -> None:
    layout = Layout(30, 16, (0, 7, 479))
    save_layout(layout, tmp_path / "board.mbf")
    assert load_layout(tmp_path / "board.mbf") == layout
    assert (tmp_path / "board.mbf").read_bytes()[:4] == bytes([30, 16, 0, 3])


def test_layout_too_large_for_mbf_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="MBF holds 1x1 to 255x255"):
        save_layout(Layout(256, 1, ()), tmp_path / "board.mbf")
    assert not list(tmp_path.iterdir())


def test_unreadable_files_are_notation_errors(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match=r"expected a file with a position, found no file"):
        load_position("nowhere.txt")
    with pytest.raises(NotationError, match="got a directory"):
        load_position(tmp_path)
    with pytest.raises(
        NotationError, match="expected a file with an MBF board or a layout's text, found no file"
    ):
        load_layout(tmp_path / "nowhere.mbf")
    with pytest.raises(NotationError, match="cannot read a position"):
        load_position("x" * 5000)
    (tmp_path / "bytes.txt").write_bytes(b"..1 \xff\xfe")
    with pytest.raises(
        NotationError, match=r"as UTF-8 text, got other bytes at 4 in '.*bytes.txt'"
    ):
        load_position(tmp_path / "bytes.txt")


def test_wrong_content_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text("..1/.. 1")
    with pytest.raises(NotationError, match=r"got 2 cells in row 2.*in '.*position\.txt'"):
        load_position(path)
    path.write_text("")
    with pytest.raises(NotationError, match=r"position\.txt"):
        load_position(path)
    path.write_text("3x2x1\nHHH\nHH")
    with pytest.raises(NotationError, match=r"expected 2 rows of 3 cells, got 2 cells in row 2"):
        load_position(path)


def test_mbf_board_is_no_position(tmp_path: Path) -> None:
    save_layout(Layout(9, 9, (1, 2, 3)), tmp_path / "board.mbf")
    with pytest.raises(NotationError, match="an MBF board is a layout, not a position"):
        load_position(tmp_path / "board.mbf")
    (tmp_path / "short.mbf").write_bytes(b"\x09\x09\x00\x02\x01\x01")
    with pytest.raises(NotationError, match=r"expected 8 bytes of MBF.*short\.mbf"):
        load_layout(tmp_path / "short.mbf")
