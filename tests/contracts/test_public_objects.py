"""What a person meets at the prompt: arrays, reprs, notebooks, and arguments of a wrong type."""

from __future__ import annotations

import pickle
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

import sapper
from sapper import (
    Deduction,
    Game,
    Layout,
    Move,
    Position,
    Rules,
    analyse,
    compare,
    load_agent,
    play_games,
    sample_layouts,
    value,
)
from sapper.agents import Playthrough
from sapper.boards.generation import generate
from sapper.boards.review import review
from sapper.errors import ArgumentError, NotationError, SapperError
from sapper.game.replay import Replay
from sapper.lab import League

TEXT = "..1./.F2./11*./.... 3"
POSITION = Position.parse("..1./..2./11../.... 3")
ANALYSIS = analyse(POSITION)
SMALL = Rules.parse("5x5x3")


def make_game() -> Game:
    game = Game(Rules.parse("beginner"), 7)
    game.reveal("r1c1")
    return game


# Arrays


@pytest.mark.parametrize("dtype", ["u1", "i1", "i2", "u4", "i8", ">i4"])
def test_codes_of_any_integer_type_are_read_and_written(dtype: str) -> None:
    position = Position.parse(TEXT)
    codes = position.to_array(dtype)
    assert codes.dtype == np.dtype(dtype)
    assert codes.shape == (4, 4)
    assert Position.from_array(codes, 3) == position
    assert Position.from_array(codes.tolist(), int(np.int64(3))) == position
    assert Position.from_array(codes.T, 3) == position.transposed()
    codes[0, 0] = 1  # a copy: the position stays as it is
    assert position.clue(0) is None


def test_codes_are_those_that_are_documented() -> None:
    rows = [[0, 8, 9], [10, 11, 9]]
    assert str(Position.from_array(rows, 2)) == "08./F*. 2"
    other = [[0, 8, -1], [-2, -3, -1]]
    read = Position.from_array(other, 2, covered=-1, flagged=-2, mine=-3)
    assert read == Position.from_array(rows, 2)


@pytest.mark.parametrize(
    ("array", "words"),
    [
        ([1, 2, 3], "expected an array of rows x columns, got 3"),
        ([[[1]]], "expected an array of rows x columns, got 1 x 1 x 1"),
        ([[]], "expected an array of rows x columns, got 1 x 0"),
        ([[1, 2], [3]], "expected rows of the same length"),
        ([[1, 12]], "got 12 at r1c2"),
        ([[1, -1]], "got -1 at r1c2"),
        ([[1.0, 2.0]], "expected whole numbers as codes, got float64"),
        ([[True, False]], "expected whole numbers as codes, got bool"),
        ([["1", "."]], "expected whole numbers as codes"),
    ],
)
def test_wrong_arrays_are_reported(array: object, words: str) -> None:
    with pytest.raises(SapperError, match=words):
        Position.from_array(array, 1)  # type: ignore[arg-type]  # on purpose


def test_array_without_a_whole_number_of_mines_is_reported() -> None:
    with pytest.raises(ArgumentError, match="expected num_mines as a whole number"):
        Position.from_array([[9]], 0.5)  # type: ignore[arg-type]  # on purpose


# At the prompt


def make_objects() -> list[object]:
    game = make_game()
    league = League([load_agent("random")], [("5x5x3", SMALL)], 5)
    (summary,) = league.play()
    return [
        POSITION,
        ANALYSIS,
        game,
        game.layout,
        game.rules,
        game.history[0],
        Replay.of_game(game),
        review(Replay.of_game(game)),
        load_agent("exact"),
        Deduction(safe=(1,)),
        ANALYSIS.reasons()[0],
        ANALYSIS.census,
        play_games("exact", SMALL, 5),
        compare("exact", "random", SMALL, games=5),
        league,
        summary,
        generate(Rules.parse("5x5x3", first_click="zero"), 1, 1)[0],
        Playthrough(load_agent("exact"), SMALL, 7),
    ]


def test_repr_is_telling() -> None:
    for one in make_objects():
        shown = repr(one)
        assert " object at 0x" not in shown
        assert shown.startswith((f"{type(one).__name__}(", f"<{type(one).__name__}"))


def test_repr_that_looks_like_code_is_code() -> None:
    names = {**vars(sapper), "Position": Position, "Move": Move, "Layout": Layout, "Rules": Rules}
    game = make_game()
    for one in (POSITION, game.layout, game.rules, game.history[0], Deduction(safe=(1,))):
        assert eval(repr(one), names) == one


def test_positions_are_still_data() -> None:
    assert pickle.loads(pickle.dumps(POSITION)) == POSITION
    assert replace(POSITION, num_mines=4).num_mines == 4
    assert len({POSITION, Position(str(POSITION))}) == 1


def test_notebooks_draw_positions_analyses_games_and_layouts() -> None:
    game = make_game()
    for one in (POSITION, ANALYSIS, game, game.layout):
        svg = one._repr_svg_()
        assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert ">18<" in ANALYSIS._repr_svg_()
    assert ">18<" not in POSITION._repr_svg_()


def test_notebooks_show_tables() -> None:
    games = play_games("exact", SMALL, 20)
    page = ElementTree.fromstring(f"<div>{games._repr_html_()}</div>")
    assert len(page.findall(".//tbody/tr")) == 10
    assert "20 games" in (page.findtext("p") or "")
    league = League([load_agent("random")], [("5x5x3", SMALL)], 5)
    league.play()
    assert "<td>random</td>" in league._repr_html_()
    assert "exact against random" in compare("exact", "random", SMALL, games=5)._repr_html_()


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("Position.parse(3)", "expected a position as text, got int 3"),
        ("Position(3, 1, 1, [9, 9, 9])", "Position.from_array reads others"),
        ('analyse("..1 1")', "expected a position, got str '..1 1'; Position.parse reads"),
        ("analyse(POSITION, max_states=2.5)", "expected max_states as a whole number"),
        ("value(None)", "expected a position, got NoneType None"),
        ('sample_layouts(POSITION, "x", 1)', "expected a number of layouts as a whole"),
        ("ANALYSIS.reason(2.5)", "expected a cell as a whole number, got float 2.5"),
        ("ANALYSIS.assume(None, 1)", "expected a cell as a whole number"),
        ('ANALYSIS.list_layouts("x")', "expected a number of layouts"),
        ("Rules.parse(None)", "expected a difficulty or a size such as 30x16x99"),
        ("load_agent(3)", "expected an agent's id, got int 3"),
        ('play_games("exact", 3, 3)', "expected rules or their name, got int 3; Rules"),
        ('play_games("exact", SMALL, "3")', "expected a number of games as a whole number"),
        ("play_games(None, SMALL, 3)", "expected an agent or its id"),
        ('play_games("exact", SMALL, 3, workers="2")', "expected a number of workers"),
        ('compare(1, "exact")', "expected an agent, its id, or games, got int 1"),
        ('Game("beginner", 7)', "expected rules, got str 'beginner'"),
        ("make_game().reveal(1.5)", "expected a cell as a whole number, got float 1.5"),
        ("Layout.parse(5)", "expected a layout as text"),
        ("Layout(3, 3, (1.5,))", "expected a mine's cell as a whole number"),
    ],
)
def test_wrong_type_of_an_argument_is_reported_in_our_words(call: str, words: str) -> None:
    names = {**globals(), "value": value, "sample_layouts": sample_layouts}
    with pytest.raises(ArgumentError) as caught:
        eval(call, names)
    assert words in str(caught.value)
    assert "incompatible function arguments" not in str(caught.value)
    assert isinstance(caught.value, TypeError)


def test_text_that_is_no_position_is_still_a_notation_error() -> None:
    with pytest.raises(NotationError):
        Position("3")


def test_games_are_read_as_arrow_by_whoever_reads_it() -> None:
    pa = pytest.importorskip("pyarrow")
    games = play_games("exact", "beginner", games=5, seed=7)
    table = pa.table(games)
    assert table.column_names == games.keys()
    assert table.column("won").to_pylist() == games.won.tolist()
    assert table.column("game_seed").to_pylist() == games.game_seed.tolist()


def test_rules_agents_and_boards_are_shown_in_a_notebook() -> None:
    rules = Rules.parse("expert", first_click="zero")
    assert "<td>expert</td>" in rules._repr_html_() and "<td>0.2062</td>" in rules._repr_html_()
    shown = load_agent("exact")._repr_html_()
    assert "<td>deducer</td><td>Exact(mine_count=True)</td>" in shown
    assert "<p>exact, with flags</p>" in shown
    (board,) = generate("beginner", 1, seed=3)
    assert repr(board).startswith("<Board: beginner, first cell r") and len(repr(board)) < 120
    assert board._repr_svg_().startswith("<svg")
