"""Tasks come from seeds, and their answers are judged by the engine."""

from __future__ import annotations

import pytest

from oracles.proofs import TruthTable
from sapper import Position, analyse, hint
from sapper.advice import Technique
from sapper.errors import SapperError, UnknownNameError
from sapper.llm import KINDS, Task, implies, make_task


@pytest.mark.parametrize("technique", [str(one) for one in Technique])
def test_task_of_a_technique_needs_it(technique: str) -> None:
    for seed in range(2):
        task = make_task("proofs", seed, "7x7x10", technique=technique)
        found = hint(task.position)
        assert found is not None
        assert found.technique == technique
        assert task == make_task("proofs", seed, "7x7x10", technique=technique)


def test_guess_task_has_nothing_to_prove_and_something_to_choose() -> None:
    for seed in range(5):
        position = make_task("move", seed, "6x6x8", technique="guess").position
        analysis = analyse(position)
        assert analysis.safe == ()
        risks = [analysis.weigh(cell).risk for cell in position.covered]
        assert max(risks) - min(risks) > 0.02


def test_best_move_of_a_guess_earns_everything() -> None:
    task = make_task("move", 3, "4x4x5", technique="guess")
    scores = [
        task.score(f"<move>{task.position.format_cell(cell)}</move>")
        for cell in task.position.covered
    ]
    assert max(one.rewards["risk"] for one in scores) == 1.0
    assert max(one.rewards["value"] for one in scores) == 1.0
    assert min(one.rewards["risk"] for one in scores) < 1.0
    assert {one.rewards["proof"] for one in scores} == {0.0}


@pytest.mark.parametrize("kind", KINDS)
def test_solution_earns_everything(kind: str) -> None:
    for seed in range(12):
        task = make_task(kind, seed, "6x6x7")
        assert task.score(task.solution()).reward == 1.0


def test_solution_of_a_position_without_proofs_names_nothing() -> None:
    position = Position.parse("1./.. 1")
    assert Task("reason", position).solution() == ""
    assert Task("proofs", position).solution() == "<move></move>"


def test_proofs_are_counted_as_named() -> None:
    task = Task("proofs", Position.parse("..1./..2./11../.... 3"))
    numbers = task.score("<move>r3c3 !r3c4 r1c1 r1c3</move>").numbers
    assert (numbers["right"], numbers["wrong"], numbers["missed"]) == (2, 2, 1)
    assert (numbers["precision"], numbers["recall"], numbers["exact"]) == (0.5, 2 / 3, False)
    assert task.score("").numbers["precision"] is None
    one = task.score("<move>r3c3</move>")
    assert one.rewards["proof"] == pytest.approx(1 / 3)
    assert one.sentence == "1 of 3 proven cells named."


def test_implied_claims_are_those_of_the_truth_table() -> None:
    """Every subset of clues of small positions, each claim, with and without the mine count."""
    checked = 0
    for text in ("..1./..2./11../.... 3", "1.1/.../1.1 2", "01./01./01. 1", "2../.../..1 3"):
        position = Position.parse(text)
        numbers = [cell for cell, code in enumerate(position.cells) if code <= 8]
        table = TruthTable(position)
        for subset in range(2 ** len(numbers)):
            clues = [cell for place, cell in enumerate(numbers) if subset >> place & 1]
            used = [cell for cell in clues if cell in table.clues]
            for cell in position.covered:
                for is_mine in (False, True):
                    for count in (False, True):
                        expected = table.proves(used, count, cell, is_mine)
                        found = implies(position, clues, cell, is_mine, with_mine_count=count)
                        assert found == expected, (text, clues, cell, is_mine, count)
                        checked += 1
    assert checked > 1_000


def test_right_answer_for_a_wrong_reason_is_seen() -> None:
    task = Task("reason", Position.parse("..1./..2./11../.... 3"))
    good = task.score("<move>r3c3</move><because>r3c1 r3c2</because>")
    assert (good.rewards["proof"], good.numbers["minimal"]) == (1.0, True)
    wrong = task.score("<move>r3c3</move><because>r1c3</because>")
    assert wrong.numbers["right_for_a_wrong_reason"]
    assert wrong.rewards["proof"] == 0.0
    assert wrong.sentence == "The cell is proven, but not by these numbers."
    much = task.score("<move>r3c3</move><because>r3c1 r3c2 r1c3 r2c3</because>")
    assert much.numbers["sound"]
    assert much.rewards["proof"] == 0.5
    false = task.score("<move>r1c1</move><because>r3c1 r3c2</because>")
    assert not false.numbers["right"]
    two = task.score("<move>r3c3 r4c3</move><because>r3c1 r3c2</because>")
    assert not two.numbers["claimed"]


def test_errors_name_what_is_known() -> None:
    position = Position.parse("..1 1")
    with pytest.raises(UnknownNameError, match="did you mean 'proofs'"):
        Task("proof", position)
    with pytest.raises(UnknownNameError, match="did you mean 'grid'"):
        Task("proofs", position, form="grd")
    with pytest.raises(SapperError, match="no position for a task"):
        make_task("proofs", 1, "1x2x1", technique="component")
