"""Rules: names, sizes, and errors that say what would be possible."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import Layout, Rules
from sapper.errors import RulesError, SapperError, UnknownNameError
from sapper.game import DIFFICULTIES


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("beginner-8", "8x8x10"),
        ("beginner", "9x9x10"),
        ("intermediate", "16x16x40"),
        ("expert", "30x16x99"),
    ],
)
def test_difficulties_have_the_sizes_everybody_knows(name: str, size: str) -> None:
    rules = Rules.parse(name)
    assert rules == Rules.parse(size)
    assert (rules.name, rules.size) == (name, size)
    assert set(DIFFICULTIES) == {"beginner-8", "beginner", "intermediate", "expert"}


def test_size_is_columns_then_rows_then_mines() -> None:
    rules = Rules.parse("30x16x99", first_click="zero", game="score")
    assert (rules.columns, rules.rows, rules.num_mines) == (30, 16, 99)
    assert (rules.first_click, rules.game, rules.num_cells) == ("zero", "score", 480)
    assert Rules.parse("7x3x2").name == "7x3x2"


@given(st.integers(1, 40), st.integers(1, 40), st.data())
def test_size_reads_back(columns: int, rows: int, data: st.DataObject) -> None:
    mines = data.draw(st.integers(0, columns * rows - 1))
    rules = Rules(columns, rows, mines)
    assert Rules.parse(rules.size) == rules
    assert Rules.parse(rules.name) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert hash(Rules.parse(rules.size)) == hash(rules)


@pytest.mark.parametrize(
    ("columns", "rows", "mines", "first_click", "message"),
    [
        (0, 5, 1, "safe", "expected at least 1 column and 1 row, got 0x5"),
        (5, 0, 1, "safe", "expected at least 1 column and 1 row, got 5x0"),
        (-3, 5, 1, "safe", "expected at least 1 column and 1 row, got -3x5"),
        (3, 3, 10, "any", "expected 0 to 9 mines on 3x3 with first click 'any', got 10"),
        (3, 3, 9, "safe", "expected 0 to 8 mines on 3x3 with first click 'safe', got 9"),
        (3, 3, 6, "zero", "expected 0 to 5 mines on 3x3 with first click 'zero', got 6"),
        (1, 9, 8, "zero", "expected 0 to 7 mines on 1x9 with first click 'zero', got 8"),
        (1, 1, 1, "safe", "expected 0 to 0 mines on 1x1 with first click 'safe', got 1"),
        (2, 2, 1, "zero", "expected 0 to 0 mines on 2x2 with first click 'zero', got 1"),
        (3, 3, -1, "any", "expected 0 to 9 mines on 3x3 with first click 'any', got -1"),
        (
            20000,
            20000,
            1,
            "any",
            "expected at most 100000000 cells, got 20000x20000 = 400000000",
        ),
        (2**31, 1, 1, "any", "expected columns as a whole number below 2147483648, got 2147483648"),
        (1, 1, 2**40, "any", f"expected num_mines as a whole number below 2147483648, got {2**40}"),
    ],
)
def test_impossible_rules_say_what_would_be_possible(
    columns: int, rows: int, mines: int, first_click: str, message: str
) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(columns, rows, mines, first_click=first_click)
    assert str(caught.value) == message


def test_number_that_is_not_whole_is_an_error() -> None:
    with pytest.raises(RulesError, match="expected rows as a whole number"):
        Rules(3, 2.5, 1)  # type: ignore[arg-type]  # the point


@pytest.mark.parametrize("first_click", ["any", "safe", "zero"])
@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (1, 5), (2, 2), (3, 3), (4, 3)])
def test_most_mines_is_exactly_what_fits(columns: int, rows: int, first_click: str) -> None:
    empty = Rules(columns, rows, 0, first_click=first_click)
    for first in range(columns * rows):
        most = empty.most_mines(first)
        full = empty.with_mines(most)
        assert len(Layout.from_seed(full, 1, first).mines) == most
        if most == columns * rows:
            continue
        try:
            too_full = empty.with_mines(most + 1)
        except RulesError:
            continue  # no first cell leaves that much room
        with pytest.raises(RulesError, match=f"leaves room for {most} mines, got {most + 1}"):
            Layout.from_seed(too_full, 1, first)


@pytest.mark.parametrize("first", [-1, 12, 10**15])
def test_first_cell_off_the_grid_is_an_error(first: int) -> None:
    rules = Rules(4, 3, 2)
    with pytest.raises(RulesError, match="expected a first cell from r1c1 to r3c4, got cell num"):
        Layout.from_seed(rules, 1, first)
    with pytest.raises(RulesError, match="expected a cell number below 12"):
        rules.most_mines(first)


@pytest.mark.parametrize("text", ["9x9", "9x9x", "x9x10", "9x9x10x1", "9 x 9 x 10", "-9x9x10"])
def test_size_that_cannot_be_read_is_an_error(text: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.parse(text)
    assert str(caught.value) == f"expected columns x rows x mines such as 30x16x99, got {text!r}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("expret", "unknown difficulty 'expret'; did you mean 'expert'?"),
        ("beginer", "unknown difficulty 'beginer'; did you mean 'beginner'?"),
        (
            "",
            "unknown difficulty ''; known are beginner, beginner-8, expert, intermediate",
        ),
    ],
)
def test_unknown_difficulty_names_the_nearest(text: str, message: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        Rules.parse(text)
    assert str(caught.value) == message


def test_unknown_first_click_and_game_name_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="'zer'; did you mean 'zero'"):
        Rules(3, 3, 1, first_click="zer")
    with pytest.raises(UnknownNameError, match="'scores'; did you mean 'score'"):
        Rules(3, 3, 1, game="scores")


def test_a_name_far_from_every_known_one_is_not_guessed() -> None:
    with pytest.raises(UnknownNameError, match="unknown first click 'maybe'; known are any, safe"):
        Rules(9, 9, 10, first_click="maybe")


def test_digits_of_other_scripts_are_no_size() -> None:
    with pytest.raises(SapperError):
        Rules.parse("\N{ARABIC-INDIC DIGIT FIVE}x5x3")
