"""Answers are read tolerantly, and nothing is guessed."""

from __future__ import annotations

import random
import re

import pytest

from sapper import Position, Rules
from sapper.errors import ArgumentError
from sapper.llm import Episode, format_answer, read_answer
from sapper.llm.reading import Answer

POSITION = Position.parse("/".join(["." * 9] * 5 + ["111......"] + ["." * 9] * 3) + " 10")


def moves(text: str, position: Position = POSITION) -> str:
    return " ".join(move.format(position.columns) for move in read_answer(text, position).moves)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<move>r3c4</move>", "r3c4"),
        ("The corner. <move>r3c4</move>\n", "r3c4"),
        ("<MOVE> R3C4 </MOVE>", "r3c4"),
        ("<move>r3c4", "r3c4"),  # the end was cut off by a stop word
        ("<move>row 3, column 4</move>", "r3c4"),
        ("<move>r3 c4</move>", "r3c4"),
        ("<move>r03c04</move>", "r3c4"),
        ("<move>(r3c4)</move>", "r3c4"),
        ("<move>`!r3c4`</move>", "!r3c4"),
        ("<move>r1c1 r1c2, r1c3; +r6c1 ~r2c2</move>", "r1c1 r1c2 r1c3 +r6c1 ~r2c2"),
        ("<move>flag r1c1 and r1c2; reveal r4c4</move>", "!r1c1 !r1c2 r4c4"),
        ("<moves>r1c1</moves> then <move>r1c2</move>", "r1c1 r1c2"),
        ("<move>r1c1 r1c1</move>", "r1c1"),
        ("<move>r1c1 !r1c1</move>", "r1c1 !r1c1"),
        ("<think>r1c1 is good</think><move>r2c2</move>", "r2c2"),
        ("<think><move>r1c1</move></think> I play r2c2", "r2c2"),
        ('{"move": "r3c4"}', "r3c4"),
        ('```json\n{"moves": ["r3c4", "!r1c1"], "why": "r9c9 is far"}\n```', "r3c4 !r1c1"),
        ('{"action": "flag", "cell": "r1c1"}', "!r1c1"),
        ('{"action": "flag", "row": 1, "column": 1}', "!r1c1"),
        ('{"reveal": [{"row": 1, "col": 2}], "flags": ["r2c2"], "chord": "r6c1"}',
         "r1c2 !r2c2 +r6c1"),
        ('{"a": {"b": {"move": "r3c4"}}} {"x": 1}', "r3c4"),
        ("<move>r1c1\u00a0r1c2</move>", "r1c1 r1c2"),
        ('<move>{"cell": "r3c4"}</move>', "r3c4"),
        ("So I reveal r3c4.", "r3c4"),
        ("r1c1 is bad. I flag r3c4", "!r3c4"),
        ("r2c2 is a mine, so r3c3 is safe.", "r3c3"),
        ("Therefore r3c3 must be a mine.", "!r3c3"),
        ("**r3c4**", "r3c4"),
        ("My move is row 3 column 4!", "r3c4"),
        ("I chord r6c2", "+r6c2"),
    ],
)  # fmt: skip
def test_moves_are_understood(text: str, expected: str) -> None:
    answer = read_answer(text, POSITION)
    assert moves(text) == expected
    assert bool(answer.problems) == (not expected)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no move found"),
        ("I do not know.", "no move found"),
        ("[3, 4]", "[3, 4] may be row and column or the other way round"),
        ("(3, 4)", "no move found"),
        ("r1c1 or r1c2", "choose one"),
        ("Do not open r1c1", "it is not clear whether 'r1c1' is the move"),
        ("If r1c1 were a mine", "it is not clear"),
        ("<move>r10c1</move>", "there is no cell 'r10c1': the cells are r1c1 to r9c9"),
        ("<move>r0c1</move>", "there is no cell 'r0c1'"),
        ('{"row": 0, "column": 3}', "counted from 1"),
        ('{"row": 99999999999999999999999, "column": 3}', "counted from 1"),
        ("<move>banana</move>", "'banana' was not understood"),
        ("<move>3,4</move>", "'3' was not understood"),
        ("<think>r1c1 looks safe", "put the move after </think>"),
        ("<move>r1c1</move><because>r1c2</because>", "r1c2 shows no number"),
    ],
)
def test_what_is_not_understood_is_a_sentence(text: str, words: str) -> None:
    problems = read_answer(text, POSITION).problems
    assert words in " ".join(problems)


def test_what_was_understood_is_kept_beside_the_problem() -> None:
    answer = read_answer("<move>r1c1 r77c1 !r2c2 x</move>", POSITION)
    assert [move.format(9) for move in answer.moves] == ["r1c1", "!r2c2"]
    assert len(answer.problems) == 2


def test_many_problems_are_cut_short() -> None:
    answer = read_answer(f"<move>{' '.join(f'x{n}' for n in range(50))}</move>", POSITION)
    assert len(answer.problems) == 6
    assert answer.problems[-1] == "and 45 more of this kind"


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("<move>cannot be proven</move>", ""),
        ("<move>unproven, r3c4</move>", "r3c4"),
        ('{"unproven": true, "guess": "r3c4"}', "r3c4"),
        ('{"provable": false}', ""),
        ("I looked at r1c1.\nNothing can be proven.", ""),
    ],
)
def test_claim_that_nothing_is_provable_is_read(text: str, moved: str) -> None:
    assert read_answer(text, POSITION).is_unproven
    assert moves(text) == moved


def test_a_thought_about_proof_is_no_claim() -> None:
    text = "It cannot be proven by r6c1 alone. <move>r3c4</move>"
    assert not read_answer(text, POSITION).is_unproven


def test_reasons_are_clues_and_the_mine_count() -> None:
    answer = read_answer(
        "<move>!r5c4</move><because>r6c3, r6c2, number of mines</because>", POSITION
    )
    assert answer.clues == (47, 46)
    assert answer.uses_mine_count
    data = '{"mine": "r5c4", "clues": ["r6c3"], "mine_count": true}'
    assert read_answer(data, POSITION) == Answer(answer.moves, (), False, (47,), True)


def test_answers_that_we_write_are_read_back() -> None:
    words = "r1c1 !r2c2 ~r3c3 +r6c1"
    found = read_answer(f"<move>{words}</move>", POSITION).moves
    assert read_answer(format_answer(found, 9), POSITION).moves == found


def test_text_that_is_none_is_an_error_of_ours() -> None:
    with pytest.raises(ArgumentError, match="expected an answer as text"):
        read_answer(b"<move>r1c1</move>", POSITION)  # type: ignore[arg-type]


# What answers are made of when they are made at random.
PARTS = [
    "<move>", "</move>", "<moves>", "<because>", "</because>", "<think>", "</think>", "<answer>",
    "r1c1", "r9c9", "r10c1", "r0c0", "R2C3", "row 2", "column 3", "!", "~", "+", "r", "c", "flag ",
    "chord ", "mine", "safe", "not ", " or ", ", ", "; ", "\n", " ", "{", "}", "[", "]", '"', ":",
    '{"move": "r1c1"}', '{"row": 1, "column": 2}', "[1, 2]", "true", "null", "1e999", "-1",
    "9" * 30,     "cannot be proven", "mine count", "\x00",
    "\u0130", "\u017f", "\U0001f600", "\U0001d7db", "\ud800", "`", "<", ">", "```json",
    "r999999c1", "r1c99999", "NaN", "\\", "r\u0663c\u0664",
]  # fmt: skip


def fuzz(number: int, seed: int) -> None:
    """Read answers made at random and play them: every cell is on the grid, nothing is raised."""
    draws = random.Random(seed)
    grids = ["1x1x0", "4x3x2", "9x9x10", "12x5x9"]
    episodes = {grid: Episode(Rules.parse(grid), 1) for grid in grids}
    for _ in range(number):
        grid = draws.choice(grids)
        episode = episodes[grid]
        if episode.is_over:
            episode = episodes[grid] = Episode(Rules.parse(grid), draws.randrange(2**40))
        text = "".join(draws.choices(PARTS, k=draws.randrange(1, 24)))
        position = episode.position
        answer = read_answer(text, position)
        for cell in [*(move.cell for move in answer.moves), *answer.clues]:
            assert 0 <= cell < position.num_cells
        assert answer.moves or answer.problems or answer.is_unproven, text
        turn = episode.play(answer)
        assert 0 <= turn.reward <= 1
        if draws.random() < 0.05:
            assert "r" in turn.text or turn.text


def test_answers_made_at_random_neither_fail_nor_leave_the_grid() -> None:
    fuzz(8_000, seed=7)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_million_answers_made_at_random() -> None:
    fuzz(1_000_000, seed=8)


@pytest.mark.parametrize(
    "text",
    [
        "<move>" * 20_000, "<move" * 20_000, "{" * 50_000, "[" * 50_000, '{"move":' * 9_000,
        "r" * 100_000, "r1c1 " * 30_000, "flag " * 30_000, "<think>" * 20_000, " " * 100_000,
        "row " * 30_000, "r1 c" * 30_000, "not " * 20_000 + "r1c1", '["r1c1",' * 5_000,
        "nothing can be " * 8_000, "r1c1 is a " * 20_000, "mine" * 20_000, "1" * 100_000,
        '"' * 60_000, "r1c1\n" * 20_000,
    ],
    ids=lambda text: text[:8].strip(),
)  # fmt: skip
@pytest.mark.timeout(10)
def test_long_answers_are_read_in_no_time(text: str) -> None:
    answer = read_answer(text, POSITION)
    assert len(answer.moves) <= 4 * POSITION.num_cells
    assert len(" ".join(answer.problems)) < 2_000


def test_pieces_of_a_tag_are_never_lost() -> None:
    """Whatever stands in a tag is a move, a word that is known, or a problem."""
    from sapper.llm.reading import _PIECE

    draws = random.Random(3)
    for _ in range(2_000):
        text = re.sub("[<>]", "", "".join(draws.choices(PARTS, k=8)))
        assert "".join(piece[0] for piece in _PIECE.finditer(text)) == text
