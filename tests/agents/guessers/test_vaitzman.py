"""Guesses that most assignments agree on."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from oracles.drawings import layout_of
from oracles.sentences import count_values, read_sentences, resolve
from sapper import Agent, Position, Rules, load_agent
from sapper.agents import Playthrough, play_seeds
from sapper.agents.deducers import (
    SinglePoint,
)
from sapper.agents.guessers import LeastRisk, LikeliestMine, SatisfyingAssignments
from sapper.agents.openers import FixedCell
from sapper.agents.patterns import pattern_file, read_patterns
from sapper.agents.run.play import game_seeds
from sapper.errors import NotationError
from sapper.game.codes import COVERED
from sapper.lab.training.patterns import codes_of


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


@pytest.mark.parametrize(("weight", "alone"), [(1, "sat-aa"), (0, "sat-pdb:value=safe")])
def test_a_rule_that_has_all_the_weight_plays_alone(weight: int, alone: str) -> None:
    rules, seeds = Rules.parse("8x8x10", first_click="any"), game_seeds(9, 0, 300)
    both = load_agent(f"vaitzman/sat-all:value=safe,weight={weight}")
    games = [play_seeds(agent, rules, seeds) for agent in (both, load_agent(f"vaitzman/{alone}"))]
    for column in ("won", "moves", "guesses"):
        assert games[0][column].tolist() == games[1][column].tolist()


def test_claims_of_both_rules_are_added_up_by_weight() -> None:
    """A cell that both rules speak for beats one that only the stronger claim is for."""
    rules, seeds = Rules.parse("8x8x10", first_click="any"), game_seeds(9, 0, 300)
    agents = [f"vaitzman/sat-all:value=safe{option}" for option in ("", ",weight=0.5")]
    larger, added = (play_seeds(load_agent(agent), rules, seeds)["moves"] for agent in agents)
    assert larger.tolist() != added.tolist()


def test_weight_outside_0_to_1_is_refused() -> None:
    for weight in ("1.5", "-0.5"):
        with pytest.raises(NotationError, match="expected a weight from 0 to 1"):
            load_agent(f"vaitzman/sat-all:weight={weight}")


def test_learned_valuation_is_of_the_counted_configurations_and_names_covered_cells() -> None:
    learned, counted = (
        read_patterns(pattern_file(database)) for database in ("learned", "sampled")
    )
    assert learned.keys.tolist() == counted.keys.tolist()
    cells = codes_of(learned.keys)
    assert (np.take_along_axis(cells, learned.moves[:, None].astype(int), 1) == COVERED).all()


def test_learned_valuation_wins_more_than_the_counted_one() -> None:
    rules, seeds = Rules.parse("8x8x10", first_click="any"), game_seeds(9, 0, 3000)
    counted, learned = (
        play_seeds(load_agent(f"vaitzman/sat-pdb{option}"), rules, seeds).wins
        for option in ("", ":patterns=learned")
    )
    assert learned > counted + 100
