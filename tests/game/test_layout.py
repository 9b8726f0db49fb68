"""Layouts as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapper import Layout
from sapper.errors import NotationError
from sapper.game.io.files import load_layout, read_layout, save_layout


@pytest.mark.parametrize("text", ["-*-/--*/*-*", "-", "*", "--/**", "-*--"])
def test_layout_text_parses_and_prints_back(text: str) -> None:
    layout = Layout.parse(text)
    assert str(layout) == text
    assert Layout.parse(text.replace("/", "\n") + "\n") == layout
    assert Layout.parse(str(layout)) == layout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("-*/-", "expected rows of 2 cells, got 1 in row 2"),
        ("-*/-x", "expected '-' or '*' for every cell, got 'x' in row 2"),
        ("", "expected rows of cells, got 0 in row 1"),
        ("-//-", "expected rows of 1 cell, got 0 in row 2"),
    ],
)
def test_wrong_layout_text_names_the_row(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message.replace("*", r"\*")):
        Layout.parse(text)


def test_layout_is_read_from_text_a_text_file_or_an_mbf_board(tmp_path: Path) -> None:
    layout = Layout.parse("-*-/--*/*-*")
    save_layout(layout, tmp_path / "board.mbf")
    (tmp_path / "board.txt").write_text("-*-\n--*\n*-*\n")
    for source in ("-*-/--*/*-*", str(tmp_path / "board.mbf"), str(tmp_path / "board.txt")):
        assert read_layout(source) == layout
    with pytest.raises(NotationError, match="nothing-here"):
        load_layout(tmp_path / "nothing-here.mbf")
