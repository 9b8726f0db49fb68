"""The checker: certificates that hold pass, damaged ones fail at the damaged step."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from sapper.boards import CheckError, check_board, generate


@pytest.fixture(scope="module")
def board() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(generate("9x9x12", 5, seed=1)[2].format())
    return loaded


def test_an_undamaged_board_passes(board: dict[str, Any]) -> None:
    assert check_board(board) == len(board["certificate"])


def test_a_cell_claimed_to_be_the_opposite_fails_there(board: dict[str, Any]) -> None:
    for number, step in enumerate(board["certificate"], start=1):
        damaged = copy.deepcopy(board)
        damaged["certificate"][number - 1]["are"] = "safe" if step["are"] == "mines" else "mines"
        with pytest.raises(CheckError, match=f"^step {number}: ") as caught:
            check_board(damaged)
        assert caught.value.step == number


def test_a_clue_left_out_fails_there(board: dict[str, Any]) -> None:
    failed = 0
    for number, step in enumerate(board["certificate"], start=1):
        for clue in step["clues"]:
            damaged = copy.deepcopy(board)
            damaged["certificate"][number - 1]["clues"].remove(clue)
            with pytest.raises(CheckError, match=f"^step {number}: "):
                check_board(damaged)
            failed += 1
    assert failed >= 15


def test_a_missing_step_is_noticed(board: dict[str, Any]) -> None:
    for number in range(len(board["certificate"])):
        damaged = copy.deepcopy(board)
        del damaged["certificate"][number]
        with pytest.raises(CheckError):
            check_board(damaged)


def test_a_moved_mine_is_noticed(board: dict[str, Any]) -> None:
    chance = random.Random(1)
    noticed = 0
    for _ in range(40):
        letters = list(board["layout"])
        a = chance.choice([i for i, x in enumerate(letters) if x == "*"])
        b = chance.choice([i for i, x in enumerate(letters) if x == "-"])
        letters[a], letters[b] = letters[b], letters[a]
        with pytest.raises(CheckError):
            check_board({**board, "layout": "".join(letters)})
        noticed += 1
    assert noticed == 40


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"three_bv": 1}, "3BV is"),
        ({"layout": "--/-"}, "expected a layout"),
        ({"first": "r99c1"}, "expected a cell of the grid"),
        ({"certificate": []}, "still covered"),
        ({"certificate": [7]}, "step 1: expected a step"),
        ({"grade": {"hardest": "single clue", "steps": {}}}, "graded|numbers of steps"),
        ({"guesses": 1}, "guesses"),
    ],
)
def test_what_a_board_says_of_itself_is_checked(
    board: dict[str, Any], change: dict[str, Any], problem: str
) -> None:
    with pytest.raises(CheckError, match=problem):
        check_board({**board, **change})


def test_a_harder_proof_under_an_easier_name_fails() -> None:
    board = next(
        json.loads(b.format())
        for b in generate("9x9x12", 200, seed=1)
        if b.grade.steps[5] and b.grade.steps[1]
    )
    for number, step in enumerate(board["certificate"], start=1):
        if step["technique"] not in ("mine count", "subset"):
            continue
        damaged = copy.deepcopy(board)
        damaged["certificate"][number - 1]["technique"] = "single clue"
        with pytest.raises(CheckError, match=f"^step {number}: "):
            check_board(damaged)
