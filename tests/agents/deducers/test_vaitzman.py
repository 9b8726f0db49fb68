"""Backtracking, sentences, satisfying assignments and MiniCard against slow twins."""

from __future__ import annotations

import pytest

from oracles.reached import iter_mixed, proven
from oracles.sentences import prove_in_groups, read_sentences, resolve
from sapper import Agent, Position, Rules
from sapper.agents import Playthrough
from sapper.agents.deducers import (
    Backtracking,
    Exact,
    MiniCard,
    SentenceGroups,
    SinglePoint,
    SubsetReduction,
)
from sapper.agents.guessers import SatisfyingAssignments
from sapper.agents.openers import RandomCell
from sapper.agents.run.play import game_seeds
from sapper.testing import check_deducer, check_guesser

GRIDS = ("8x8x10", "12x9x22", "7x1x2", "5x5x12")


@pytest.mark.parametrize("order", ["most-constrained", "reading"])
@pytest.mark.parametrize("flags", [True, False])
def test_backtracking_proves_what_the_engine_proves_without_the_mine_count(
    order: str, flags: bool
) -> None:
    for position in iter_mixed(30, flags=flags):
        ours = proven(Backtracking(order), position)  # type: ignore[arg-type]  # both are values
        assert ours == proven(Exact(mine_count=False), position), str(position)


def test_backtracking_says_nothing_where_no_assignment_fits() -> None:
    assert proven(Backtracking(), Position.parse("3./FF 3")) == ([], [1])
    # Two flags around a 1: one of them was guessed wrongly.
    assert proven(Backtracking(), Position.parse("1./FF 3")) == ([], [])


def test_backtracking_is_quick_on_a_long_component_in_any_order() -> None:
    # 200 cells in a row under 200 clues: far cells must not be tried again and again.
    width = 200
    position = Position.parse(f"{'.' * width}/{'2' + '3' * (width - 2) + '2'} 200")
    for order in ("most-constrained", "reading"):
        safe, mines = proven(Backtracking(order), position)
        assert (safe, len(mines)) == ([], width)


def test_resolution_is_the_texts_except_for_the_order_of_subtractions() -> None:
    num_positions = num_different = 0
    for position in iter_mixed(30):
        _, known = resolve(read_sentences(position))
        ours = tuple(map(set, proven(SubsetReduction(), position)))
        num_positions += 1
        num_different += ours != (set(known.safe), set(known.mines))
    assert num_positions > 1000
    # A sentence that contains two others that overlap can lose only one of them.
    assert num_different < 0.02 * num_positions


@pytest.mark.parametrize("size", [2, 4, 8])
def test_groups_prove_what_the_text_proves(size: int) -> None:
    num_groups = 0
    for position in iter_mixed(40):
        sentences, known = resolve(read_sentences(position))
        if known.safe or known.mines:
            continue
        text = prove_in_groups(sentences, size)
        safe, mines = map(set, proven(SentenceGroups(size), position))
        num_groups += bool(text.safe or text.mines)
        # What was proven may prove more at the second look.
        assert text.safe <= safe, str(position)
        assert text.mines <= mines, str(position)
    assert num_groups >= 3


def test_sentences_never_prove_more_than_exact_deduction_without_mine_count() -> None:
    for position in iter_mixed(30):
        safe, mines = map(set, proven(Exact(mine_count=False), position))
        ours = tuple(map(set, proven(SentenceGroups(), position)))
        assert ours[0] <= safe
        assert ours[1] <= mines


def test_larger_groups_prove_more() -> None:
    # Expert games until a guess: how many cells groups of each size prove.
    rules = Rules.parse("expert", first_click="zero")
    counts = []
    for size in (1, 2, 8, 25):
        agent = Agent(RandomCell(), (SinglePoint(), SubsetReduction(), SentenceGroups(size)))
        won = 0
        for seed in game_seeds(2, 0, 60).tolist():
            game = Playthrough(agent, rules, seed)
            list(game)
            won += int(game.result().cells_revealed[0])
        counts.append(won)
    assert counts == sorted(counts)
    assert counts[0] < counts[2]


def test_parts_keep_their_contracts() -> None:
    for part in (Backtracking(), Backtracking("reading"), SentenceGroups(), MiniCard()):
        check_deducer(part)
    check_guesser(SatisfyingAssignments())
