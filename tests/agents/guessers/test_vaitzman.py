"""Guesses that most assignments agree on."""

from __future__ import annotations

from fractions import Fraction

import pytest

from oracles.drawings import layout_of
from oracles.sentences import count_values, read_sentences, resolve
from sapper import Agent, Position, Rules, load_agent
from sapper.agents import Playthrough
from sapper.agents.deducers import (
    SinglePoint,
)
from sapper.agents.guessers import LeastRisk, LikeliestMine, SatisfyingAssignments
from sapper.agents.openers import FixedCell
from sapper.agents.run.play import game_seeds


@pytest.mark.parametrize("counts", ["share", "raw"])
def test_guess_is_one_of_the_cells_that_most_assignments_agree_on(counts: str) -> None:
    agent = load_agent(f"vaitzman/sat-aa:counts={counts}")
    num_guesses = num_flags = num_missed = 0
    for grid in ("8x8x10", "9x7x14"):
        for seed in game_seeds(5, 0, 40).tolist():
            game = Playthrough(agent, Rules.parse(grid, first_click="any"), seed)
            before = game.position
            for turn in game:
                if turn.role == "guesser":
                    best = _best_values(before, counts)
                    if best:
                        num_guesses += 1
                        num_flags += turn.moves[0].kind == "flag"
                        num_missed += (turn.cell, turn.moves[0].kind == "flag") not in best
                before = turn.position
    assert num_guesses > 60
    assert num_flags > 0
    # Where sentences overlap, the order of subtractions decides what is left of them.
    assert num_missed <= 0.02 * num_guesses


def _best_values(position: Position, counts: str) -> set[tuple[int | None, bool]]:
    sentences, _ = resolve(read_sentences(position))
    values = [
        (Fraction(number, total) if counts == "share" else Fraction(number), cell, is_mine)
        for cell, is_mine, number, total in count_values(sentences, 10)
        if total
    ]
    largest = max((value for value, _, _ in values), default=Fraction(0))
    return {(cell, is_mine) for value, cell, is_mine in values if value == largest}


def test_guess_without_a_sentence_is_any_covered_cell() -> None:
    # The wall of mines is proven; behind it nothing is known.
    agent = Agent(FixedCell(), (SinglePoint(),), SatisfyingAssignments())
    layout = layout_of("--*---/--*--*/--*---")
    rules = Rules(6, 3, 4, first_click="any")
    guesses = set()
    for seed in range(40):
        game = Playthrough(agent, rules, seed, layout=layout)
        turn = next(turn for turn in game if turn.role == "guesser")
        assert turn.moves[0].kind == "reveal"
        guesses.add(turn.cell)
    assert guesses == {3, 4, 5, 9, 10, 11, 15, 16, 17}


@pytest.mark.parametrize("name", ["vaitzman/csp-prob", "vaitzman/csp-all"])
def test_guess_is_opened_unless_a_flag_is_asked_for(name: str) -> None:
    assert isinstance(load_agent(name).guesser, LeastRisk)
    assert isinstance(load_agent(f"{name}:guess=flag").guesser, LikeliestMine)
