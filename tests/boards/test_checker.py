"""The checker: what holds passes; every claim, tampered with, fails where it is."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from oracles.certificates import Played, list_ranks
from sapper.advice import Technique
from sapper.boards import Board, CheckError, Need, check_board, generate, iter_boards
from sapper.game.cells import format_cell

NAMES = [technique.value for technique in Technique]
Data = dict[str, Any]


def load(board: Board) -> Data:
    data: Data = json.loads(board.format())
    return data


@pytest.fixture(scope="module")
def board() -> Data:
    """A board with steps of all techniques but one, the mine count with swaps."""
    return next(
        load(one)
        for one in iter_boards("expert", 2000, seed=5, need=Need(at_least="mine count"))
        if all(one.grade.steps[i] for i in (0, 1, 2, 3, 5))
        and any(step.get("swaps") for step in one.certificate)
    )


@pytest.fixture(scope="module")
def component_board() -> Data:
    """A board whose hardest technique is a whole component."""
    return load(generate("expert", 1, seed=5, need=Need("whole component", "whole component"))[0])


@pytest.fixture(scope="module")
def guess_board() -> Data:
    """A board where a cell before the guess has a risk larger by less than a thousandth."""
    return load(generate("9x9x12", 296, seed=4, need=Need(guesses=1))[295])


def with_step(board: Data, number: int, **changes: Any) -> Data:
    """Return the board with a step changed and a grade that agrees with it."""
    steps = list(board["certificate"])
    steps[number - 1] = {**steps[number - 1], **changes}
    used = Counter(step["technique"] for step in steps)
    counts = {name: used[name] for name in NAMES}
    hardest = Technique([name for name in NAMES if counts[name]][-1])
    grade = {"hardest": hardest, "title": hardest.board_title, "steps": counts}
    return {**board, "certificate": steps, "grade": grade, "guesses": used["guess"]}


def fails_at(number: int, damaged: Data, match: str = "") -> None:
    with pytest.raises(CheckError, match=f"^step {number}: .*{match}") as caught:
        check_board(damaged)
    assert caught.value.step == number


def test_what_holds_passes_and_all_of_it_is_checked(board: Data, component_board: Data) -> None:
    for one in (board, component_board):
        checked = check_board(one)
        assert checked.steps == len(one["certificate"])
        assert checked.not_checked == ()


# The claims of a board


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"format": 1}, "expected a board of format 2"),
        ({"format": True}, "expected a board of format 2"),
        ({"layout": "--/-"}, "expected a layout"),
        ({"layout": ""}, "expected a layout"),
        ({"layout": "-x/--"}, "expected a layout"),
        ({"first": "r99c1"}, "expected a cell of the grid"),
        ({"first": "r1c1"}, "."),
        ({"first_click": "safe"}, "gives another layout"),
        ({"first_click": "any"}, "gives another layout"),
        ({"first_click": "none"}, "expected 'first_click' as one of"),
        ({"mines": 98}, "expected 'mines' to be 99, got 98"),
        ({"mines": 99.0}, "expected 'mines' as int"),
        ({"three_bv": 1}, "expected 'three_bv' to be"),
        ({"openings": 1}, "expected 'openings' to be"),
        ({"islands": 1000}, "expected 'islands' to be"),
        ({"guesses": 1}, "expected 'guesses' to be 0"),
        ({"guesses": False}, "expected 'guesses' as int"),
        ({"method": "by hand"}, "expected 'method' as one of"),
        ({"symmetry": "turn"}, "has no symmetry 'turn'"),
        ({"symmetry": "sideways"}, "expected 'symmetry' as one of"),
        ({"seed": 1}, "seed 1 gives another layout"),
        ({"seed": -1}, "expected a seed from 0"),
        ({"seed": 2**63}, "expected a seed from 0"),
        ({"certificate": []}, "still covered"),
        ({"certificate": {}}, "expected 'certificate' as list"),
        ({"certificate": [7]}, "step 1: expected a step"),
        ({"grade": "easy"}, "expected 'grade' as dict"),
    ],
)
def test_every_claim_of_a_board_is_checked(board: Data, change: Data, problem: str) -> None:
    with pytest.raises(CheckError, match=problem):
        check_board({**board, **change})


def test_no_field_can_be_left_out(board: Data) -> None:
    for name in board:
        with pytest.raises(CheckError):
            check_board({key: value for key, value in board.items() if key != name})


def test_the_grade_is_checked_in_all_its_parts(board: Data) -> None:
    grade = board["grade"]
    steps = grade["steps"]
    damaged = [
        {**grade, "hardest": "several clues"},
        {**grade, "title": "beginner's board"},
        {**grade, "more": 1},
        {**grade, "steps": {**steps, "magic": 0}},
        {**grade, "steps": {**steps, "whole component": False}},
        *({**grade, "steps": {**steps, name: steps[name] + 1}} for name in NAMES),
    ]
    for one in damaged:
        with pytest.raises(CheckError, match=r"graded|title|numbers of steps|expected a grade"):
            check_board({**board, "grade": one})


def test_moved_mines_are_noticed(board: Data) -> None:
    letters = board["layout"]
    mines = [i for i, letter in enumerate(letters) if letter == "*"]
    safe = [i for i, letter in enumerate(letters) if letter == "-"]
    for a, b in zip(mines, safe[:: len(safe) // len(mines)], strict=False):
        moved = list(letters)
        moved[a], moved[b] = moved[b], moved[a]
        with pytest.raises(CheckError):
            check_board({**board, "layout": "".join(moved)})


def test_what_cannot_be_computed_again_is_named(board: Data) -> None:
    moved = load(generate("9x9x20", 1, seed=1, method="perturb")[0])
    assert check_board(moved).not_checked == ("seed", "method")
    mirrored = load(generate("9x9x10", 1, seed=1, need=Need(symmetry="turn"))[0])
    assert check_board(mirrored).not_checked == ("seed", "method")
    assert check_board({**board, "author": "me"}).not_checked == ("unknown field 'author'",)
    with pytest.raises(CheckError, match="gives another layout"):
        check_board({**mirrored, "symmetry": "none"})
    with pytest.raises(CheckError, match="has no symmetry 'both'"):
        check_board({**mirrored, "symmetry": "both"})
    with pytest.raises(CheckError, match="gives another layout"):
        check_board({**moved, "method": "rejection (uniform)"})


# The claims of steps


def test_every_step_of_another_technique_fails_there(board: Data, component_board: Data) -> None:
    """Lowered or raised, though the grade is changed to agree."""
    tried = set()
    for one in (board, component_board):
        for number, step in enumerate(one["certificate"], start=1):
            for name in NAMES:
                if name == step["technique"]:
                    continue
                swaps: Data = {"swaps": []} if name == "mine count" else {}
                damaged = with_step(one, number, technique=name, **swaps)
                if name != "mine count":
                    damaged["certificate"][number - 1].pop("swaps", None)
                fails_at(number, damaged)
                tried.add((step["technique"], name))
            fails_at(number, with_step(one, number, technique="magic"), "unknown technique")
    assert len(tried) == len(NAMES) * (len(NAMES) - 1)


def test_cells_said_to_be_the_opposite_fail_there(board: Data) -> None:
    for number, step in enumerate(board["certificate"], start=1):
        other = "safe" if step["are"] == "mines" else "mines"
        fails_at(number, with_step(board, number, are=other))
        fails_at(number, with_step(board, number, are="both"), "expected cells that are")


def test_cells_that_do_not_follow_fail_there(board: Data, component_board: Data) -> None:
    for one in (board, component_board):
        for number, step in enumerate(one["certificate"][:-1], start=1):
            later = one["certificate"][-1]["cells"][0]
            if step["technique"] != "mine count":
                fails_at(number, with_step(one, number, cells=[*step["cells"], later]))
            twice = [step["cells"][0], *step["cells"]]
            fails_at(number, with_step(one, number, cells=twice), "each named once")
            fails_at(number, with_step(one, number, cells=[]), "each named once")
            fails_at(number, with_step(one, number, cells=[one["first"]]), "was known before")
            fails_at(number, with_step(one, number, cells=["r0c1"]), "expected a cell")


def test_clues_left_out_added_or_named_twice_fail_there(board: Data, component_board: Data) -> None:
    for one in (board, component_board):
        for number, step in enumerate(one["certificate"], start=1):
            clues = step["clues"]
            for clue in clues:
                fewer = [other for other in clues if other != clue]
                fails_at(number, with_step(one, number, clues=fewer))
                fails_at(number, with_step(one, number, clues=[*clues, clue]), "each named once")
            if one["first"] not in clues:
                fails_at(number, with_step(one, number, clues=[*clues, one["first"]]))


def test_a_clue_not_yet_revealed_fails_though_it_would_prove_the_cell() -> None:
    steps = [
        {"technique": "single clue", "are": "mines", "cells": ["r1c3"], "clues": ["r1c2"]},
        {"technique": "single clue", "are": "safe", "cells": ["r1c5"], "clues": ["r1c4"]},
    ]
    board = {**load(generate("5x1x1", 1, need=Need("single clue"))[0])}
    board |= {"layout": "--*--", "first": "r1c1", "certificate": steps}
    fails_at(2, board, "the clue r1c4 is not revealed yet")


def test_a_step_too_many_or_too_few_fails(board: Data) -> None:
    for number in range(len(board["certificate"])):
        fewer = [*board["certificate"][:number], *board["certificate"][number + 1 :]]
        with pytest.raises(CheckError):
            check_board({**board, "certificate": fewer})
    more = [*board["certificate"], board["certificate"][0]]
    fails_at(len(more), {**board, "certificate": more}, "every safe cell is revealed before it")


def test_no_part_of_a_step_can_be_left_out_or_added(board: Data, guess_board: Data) -> None:
    for one in (board, guess_board):
        for number, step in enumerate(one["certificate"], start=1):
            for name in step:
                damaged = with_step(one, number)
                del damaged["certificate"][number - 1][name]
                fails_at(number, damaged)
            fails_at(number, with_step(one, number, why="because"), "a step has no")
            if step["technique"] != "mine count":
                fails_at(number, with_step(one, number, swaps=[]))
            if step["technique"] != "guess":
                fails_at(number, with_step(one, number, risk=0.5))


def test_swaps_show_that_nothing_is_proven_without_the_mine_count(board: Data) -> None:
    numbers = [
        number
        for number, step in enumerate(board["certificate"], start=1)
        if step["technique"] == "mine count"
    ]
    tried = 0
    for number in numbers:
        swaps = board["certificate"][number - 1]["swaps"]
        for i, swap in enumerate(swaps):
            rest = [*swaps[:i], *swaps[i + 1 :]]
            shorter = [*rest, swap[1:]]
            fails_at(number, with_step(board, number, swaps=shorter), "swap")
            twice = [*rest, [*swap, swap[0]]]
            fails_at(number, with_step(board, number, swaps=twice), "each named once")
            known = [*rest, [*swap, board["first"]]]
            fails_at(number, with_step(board, number, swaps=known), "is known")
        if swaps:
            none = with_step(board, number, swaps=[])
            fails_at(number, none, "is open without the mine count")
            tried += 1
    assert tried


# The guess


def test_a_guess_is_at_the_cell_of_least_risk_and_says_how_large_it_is(guess_board: Data) -> None:
    check_board(guess_board)
    number, step = next(
        (number, step)
        for number, step in enumerate(guess_board["certificate"], start=1)
        if step["technique"] == "guess"
    )
    assert step["cells"] == ["r3c3"]
    near = {"cells": ["r3c2"], "risk": step["risk"] + 0.0009842519685039353}
    fails_at(number, with_step(guess_board, number, **near), "r3c3 has a smaller risk")
    more = with_step(guess_board, number, risk=step["risk"] + 1e-8)
    fails_at(number, more, "the guess has a risk of")
    fewer = with_step(guess_board, number, clues=step["clues"][1:])
    fails_at(number, fewer, "expected every clue")
    fails_at(number, with_step(guess_board, number, are="mines"), "one cell that is safe")


def test_a_guess_where_a_cell_is_proven_safe_fails() -> None:
    board = load(generate("9x9x10", 1, seed=1)[0])
    played = Played(board)
    for number, step in enumerate(board["certificate"], start=1):
        if step["are"] == "safe":
            clues = [format_cell(clue, 9) for clue in played.clues]
            guess = {**step, "technique": "guess", "risk": 0.0, "clues": clues}
            one = {**guess, "cells": step["cells"][:1]}
            steps = [*board["certificate"][: number - 1], one]
            fails_at(number, {**board, "certificate": steps}, "is safe: no guess is needed")
        played.play(step)


# Against the oracle


@pytest.mark.parametrize(
    ("size", "count"), [("6x6x8", 40), ("7x7x11", 10), ("8x3x6", 40), ("12x1x3", 20)]
)
def test_techniques_are_those_that_listing_finds(size: str, count: int) -> None:
    seen = set()
    for board in generate(size, count, seed=3, first="r1c1"):
        data = load(board)
        check_board(data)
        ranks = list_ranks(data)
        assert ranks == [NAMES.index(step["technique"]) for step in data["certificate"]]
        seen |= {*ranks}
    assert {0, 5} <= seen or size == "12x1x3"
