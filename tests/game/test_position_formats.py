"""Text and bytes: the house notation, ``.mine`` text and MBF boards."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sapper import Layout, Position, _core
from sapper.errors import NotationError, SapperError

LETTERS = "012345678.F*"


@st.composite
def positions(draw: st.DrawFn) -> Position:
    columns, rows = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    size = columns * rows
    codes = draw(st.lists(st.integers(0, 11), min_size=size, max_size=size))
    return Position(columns, rows, draw(st.integers(0, 10**15)), bytes(codes))


# The house notation


@given(positions())
@example(Position(1, 1, 0, b"\0"))
def test_text_reads_back(position: Position) -> None:
    assert Position.parse(str(position)) == position
    assert Position.parse(position.to_text()) == position


@given(
    st.integers(1, 6).flatmap(
        lambda columns: st.lists(
            st.text(LETTERS, min_size=columns, max_size=columns), min_size=1, max_size=6
        )
    ),
    st.integers(0, 10**15),
)
def test_position_prints_back_what_was_read(rows: list[str], mines: int) -> None:
    text = f"{'/'.join(rows)} {mines}"
    assert str(Position.parse(text)) == text


@given(positions())
def test_repr_can_be_pasted(position: Position) -> None:
    text = repr(position)
    assert text == f"Position({str(position)!r})"
    assert Position.parse(text[len("Position('") : -2]) == position


def test_many_lines_are_read_as_one() -> None:
    one = Position.parse("..1/F.*/000 3")
    for text in (
        "..1\nF.*\n000\n3",
        "..1\nF.*\n000\n3\n",
        "\n\n  ..1\r\n  F.*\r\n  000\r\n  3\r\n",
        "..1\nF.* \n000 3",
        "..1/\nF.*/\n000 3",
        "..1 / F.* / 000   3",
        "..1\tF.*\t000\t3",
    ):
        assert Position.parse(text) == one
    assert one.to_text() == "..1\nF.*\n000\n3\n"


@pytest.mark.parametrize("letter", "?#x.")
def test_other_letters_for_covered_are_read(letter: str) -> None:
    assert str(Position.parse(f"{letter}1{letter}/{letter}{letter}2 2")) == ".1./..2 2"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "..../....1/.... 3",
            "expected 3 rows of 4 cells, got 5 cells in row 2: '..../....1/.... 3'",
        ),
        ("..../.../.... 3", "expected 3 rows of 4 cells, got 3 cells in row 2: '..../.../.... 3'"),
        ("../../ 3", "expected 3 rows of 2 cells, got 0 cells in row 3: '../../ 3'"),
        ("..//.. 3", "expected 3 rows of 2 cells, got 0 cells in row 2: '..//.. 3'"),
        ("/.. 3", "expected at least 1 column and 1 row, got 0x2: '/.. 3'"),
        (
            "..a/... 3",
            "expected cells of 0-8 . F * (or ? # x for covered), got 'a' in row 1: '..a/... 3'",
        ),
        (
            ".../..9 3",
            "expected cells of 0-8 . F * (or ? # x for covered), got '9' in row 2: '.../..9 3'",
        ),
        ("", "expected rows of cells, a space and the number of mines, got ''"),
        ("3", "expected rows of cells, a space and the number of mines, got '3'"),
        (".../...", "expected rows of cells, a space and the number of mines, got '.../...'"),
        ("... -1", "expected rows of cells, a space and the number of mines, got '... -1'"),
        ("... 1.5", "expected rows of cells, a space and the number of mines, got '... 1.5'"),
        (
            "... 99999999999999999999",
            "expected rows of cells, a space and the number of mines, "
            "got '... 99999999999999999999'",
        ),
        (
            "é 1",
            "expected cells of 0-8 . F * (or ? # x for covered), got 'é' in row 1: 'é 1'",
        ),
    ],
)
def test_what_cannot_be_read_is_an_error_quoting_it(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        Position.parse(text)
    assert str(caught.value) == message


def test_long_text_is_cut_in_errors() -> None:
    with pytest.raises(NotationError) as caught:
        Position.parse("." * 5000)
    assert str(caught.value).endswith("." * 60 + "…'")


@given(st.one_of(st.text(max_size=40), st.text(LETTERS + "?#x/ \n-9", max_size=40)))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        position = Position.parse(text)
    except NotationError:
        return
    assert Position.parse(str(position)) == position


# The .mine text


@given(positions())
def test_mine_text_reads_back(position: Position) -> None:
    text = _core.format_mine_text(position)
    assert Position(*_core.parse_mine_text(text)) == position


def test_mine_text_has_the_size_and_then_the_rows() -> None:
    read = Position(*_core.parse_mine_text("4x2x3\r\n01H8\r\nFM?H\r\n"))
    assert str(read) == "01.8/F**. 3"
    assert _core.format_mine_text(read) == "4x2x3\n01H8\nFMMH\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected columns x rows x mines such as 9x9x10 on the first line, got ''"),
        ("HH\nHH", "expected columns x rows x mines such as 9x9x10 on the first line, got 'HH'"),
        (
            "2x2x-1\nHH\nHH",
            "expected columns x rows x mines such as 9x9x10 on the first line, got '2x2x-1'",
        ),
        (
            "2x2x1x1\nHH\nHH",
            "expected columns x rows x mines such as 9x9x10 on the first line, got '2x2x1x1'",
        ),
        ("0x2x1\n", "expected at least 1 column and 1 row, got 0x2: '0x2x1'"),
        ("99999x99999x1\n", "expected at most 100000000 cells: '99999x99999x1'"),
        ("2x2x1\nHH", r"expected 2 rows of 2 cells, got 1 row: '2x2x1\nHH'"),
        ("2x2x1\nHHH\nHH", r"expected 2 rows of 2 cells, got 3 cells in row 1: '2x2x1\nHHH\nHH'"),
        ("2x1x1\nH.", r"expected cells of 0-8 H F M ?, got '.' in row 1: '2x1x1\nH.'"),
    ],
)
def test_mine_text_that_cannot_be_read_is_an_error(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        _core.parse_mine_text(text)
    assert str(caught.value) == message


@given(st.text(alphabet="0123456789xHFM?\n ", max_size=40))
def test_any_mine_text_is_read_or_refused(text: str) -> None:
    try:
        position = Position(*_core.parse_mine_text(text))
    except NotationError:
        return
    assert Position(*_core.parse_mine_text(_core.format_mine_text(position))) == position


# MBF boards


@given(st.integers(1, 255), st.integers(1, 255), st.data())
def test_mbf_reads_back(columns: int, rows: int, data: st.DataObject) -> None:
    cells = st.integers(0, columns * rows - 1)
    mines = sorted(data.draw(st.lists(cells, max_size=20, unique=True)))
    board = _core.format_mbf(columns, rows, mines)
    assert _core.parse_mbf(board) == (columns, rows, mines)
    assert len(board) == 4 + 2 * len(mines)


def test_mbf_bytes_are_columns_rows_mines_and_pairs() -> None:
    # 300 mines need both bytes of the number, the high one first.
    assert _core.format_mbf(30, 16, [31, 2]) == bytes([30, 16, 0, 2, 1, 1, 2, 0])
    assert _core.format_mbf(30, 16, list(range(300)))[:6] == bytes([30, 16, 1, 44, 0, 0])


def test_mbf_mines_may_come_in_any_order() -> None:
    assert _core.parse_mbf(bytes([3, 2, 0, 2, 2, 1, 0, 0])) == (3, 2, [0, 5])


def test_mbf_board_without_mines_is_read() -> None:
    assert _core.parse_mbf(bytes([1, 1, 0, 0])) == (1, 1, [])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "expected at least 4 bytes of MBF (columns, rows, mines), got 0"),
        (bytes([3, 3, 0]), "expected at least 4 bytes of MBF (columns, rows, mines), got 3"),
        (bytes([0, 3, 0, 0]), "expected at least 1 column and 1 row in MBF, got 0x3"),
        (bytes([3, 3, 0, 1]), "expected 6 bytes of MBF for 1 mine, got 4"),
        (bytes([3, 3, 0, 1, 0, 0, 1]), "expected 6 bytes of MBF for 1 mine, got 7"),
        (bytes([3, 3, 1, 0, 0, 0]), "expected 516 bytes of MBF for 256 mines, got 6"),
        (
            bytes([3, 2, 0, 1, 3, 0]),
            "expected mines on a grid of 3x2, got mine 1 at column 3, row 0 counted from 0",
        ),
        (
            bytes([3, 2, 0, 2, 0, 0, 0, 2]),
            "expected mines on a grid of 3x2, got mine 2 at column 0, row 2 counted from 0",
        ),
        (
            bytes([3, 2, 0, 2, 1, 1, 1, 1]),
            "expected each mine once in MBF, got two at r2c2",
        ),
    ],
)
def test_bytes_that_are_no_mbf_board_are_an_error(data: bytes, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        _core.parse_mbf(data)
    assert str(caught.value) == message


@pytest.mark.parametrize(("columns", "rows"), [(256, 1), (1, 256), (1000, 1000)])
def test_grid_too_large_for_mbf_is_an_error(columns: int, rows: int) -> None:
    with pytest.raises(NotationError, match="MBF holds 1x1 to 255x255 cells and up to 65535 mines"):
        _core.format_mbf(columns, rows, [0])


@given(st.binary(max_size=30))
def test_any_bytes_are_an_mbf_board_or_refused(data: bytes) -> None:
    try:
        columns, rows, mines = _core.parse_mbf(data)
    except NotationError:
        return
    assert Layout(columns, rows, tuple(mines)).mines == tuple(mines)
    assert _core.parse_mbf(_core.format_mbf(columns, rows, mines)) == (columns, rows, mines)


def test_notation_error_is_a_value_error_too() -> None:
    assert issubclass(NotationError, ValueError)
    assert issubclass(NotationError, SapperError)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("f1/.. 1", "F1/.. 1"),
        (". . 1/. . 1 3", "..1/..1 3"),
        (". . 1\n. . 1\n3", "..1/..1 3"),
        ("\t. .\t1 \r\n . . 1\r\n3\r\n", "..1/..1 3"),
        (". . 1 3", "..1 3"),
        ("\ufeff.1/.. 1", ".1/.. 1"),
        ("┌──┐\n│.1│\n│..│\n└──┘\n1", ".1/.. 1"),
        ("╔═╦═╗\n║.║1║\n╠═╬═╣\n║.║.║\n╚═╩═╝ 1", ".1/.. 1"),
        ("+---+\n| . 1 |\n| . . |\n+---+\n1", ".1/.. 1"),
        ("■1/□⬜ 1", ".1/.. 1"),
        ("🚩1/⚑💣 3", "F1/F* 3"),
        ("…/111 1", ".../111 1"),
        ("x1/x1 1", ".1/.1 1"),
    ],
)
def test_what_people_and_editors_write_is_read_as_it_is_meant(text: str, position: str) -> None:
    assert str(Position.parse(text)) == position


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x1/.1 1", "expected x for covered cells or . for them, got both"),
        ("x1/#1 1", "or # for them, got both"),
        ("é.1/... 1", "got 'é' in row 1: 'é.1/... 1'"),
        ("..1/.é 1", "got 'é' in row 2"),  # a letter of two bytes does not make two cells
        ("é" * 80 + " 1", "'" + "é" * 60 + "…'"),
        ("\u202e. 1", r"got '\xe2\x80\xae' in row 1"),  # what turns the writing is not printed
        ("\x9b31m 1", r"got '\xc2\x9b' in row 1"),
        ("\ud800. 1", r"ud800. 1"),
        (". . 1/. . 1", "expected 2 rows of 3 cells, got 2 cells in row 2"),
    ],
)
def test_what_may_mean_two_things_is_refused_by_name(text: str, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        Position.parse(text)
    assert words in str(caught.value)
    assert str(caught.value).encode()
