"""Positions and layouts are read from files of any format, recognised by their content."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapper.errors import NotationError
from sapper.game import Layout, Position
from sapper.game.io.files import (
    load_layout,
    load_position,
    position_from_mine_text,
    position_to_mine_text,
    save_layout,
)

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
