"""Backtracking, sentences, satisfying assignments and MiniCard against slow twins."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction

import pytest

from oracles.drawings import layout_of
from oracles.reached import iter_reached
from oracles.sentences import count_values, prove_in_groups, read_sentences, resolve
from sapper import Agent, Position, Rules, load_agent
from sapper.agents import Playthrough
from sapper.agents.deducers import (
    Backtracking,
    Exact,
    MiniCard,
    SentenceGroups,
    SinglePoint,
    SubsetReduction,
    Window,
)
from sapper.agents.guessers import LeastRisk, LikeliestMine, RandomGuess, SatisfyingAssignments
from sapper.agents.openers import FixedCell, RandomCell
from sapper.agents.protocols import Deducer, NativePart
from sapper.agents.run.play import game_seeds
from sapper.agents.run.turns import deduce
from sapper.errors import MissingExtraError, NotationError
from sapper.testing import check_deducer, check_guesser

GRIDS = ("8x8x10", "12x9x22", "7x1x2", "5x5x12")


def positions(num_games: int, *, flags: bool = True) -> Iterator[Position]:
    """Play games on several grids and give every position on the way."""
    for grid in GRIDS:
        for seed in range(num_games):
            for reached in iter_reached(Rules.parse(grid, first_click="any"), seed, flags=flags):
                yield reached.position


def proven(deducer: NativePart | Deducer, position: Position) -> tuple[set[int], set[int]]:
    found = deduce(deducer, position)
    return set(found.safe), set(found.mines)


# Backtracking


@pytest.mark.parametrize("order", ["most-constrained", "reading"])
@pytest.mark.parametrize("flags", [True, False])
def test_backtracking_proves_what_the_engine_proves_without_the_mine_count(
    order: str, flags: bool
) -> None:
    for position in positions(30, flags=flags):
        ours = proven(Backtracking(order), position)  # type: ignore[arg-type]  # both are values
        assert ours == proven(Exact(mine_count=False), position), str(position)


def test_backtracking_says_nothing_where_no_assignment_fits() -> None:
    assert proven(Backtracking(), Position.parse("3./FF 3")) == (set(), {1})
    # Two flags around a 1: one of them was guessed wrongly.
    assert proven(Backtracking(), Position.parse("1./FF 3")) == (set(), set())


def test_backtracking_is_quick_on_a_long_component_in_any_order() -> None:
    # 200 cells in a row under 200 clues: far cells must not be tried again and again.
    width = 200
    position = Position.parse(f"{'.' * width}/{'2' + '3' * (width - 2) + '2'} 200")
    for order in ("most-constrained", "reading"):
        safe, mines = proven(Backtracking(order), position)
        assert (safe, len(mines)) == (set(), width)


# Sentences


def test_resolution_is_the_texts_except_for_the_order_of_subtractions() -> None:
    num_positions = num_different = 0
    for position in positions(30):
        _, known = resolve(read_sentences(position))
        ours = proven(SubsetReduction(), position)
        num_positions += 1
        num_different += ours != (set(known.safe), set(known.mines))
    assert num_positions > 1000
    # A sentence that contains two others that overlap can lose only one of them.
    assert num_different < 0.02 * num_positions


@pytest.mark.parametrize("size", [2, 4, 8])
def test_groups_prove_what_the_text_proves(size: int) -> None:
    num_groups = 0
    for position in positions(40):
        sentences, known = resolve(read_sentences(position))
        if known.safe or known.mines:
            continue
        text = prove_in_groups(sentences, size)
        safe, mines = proven(SentenceGroups(size), position)
        num_groups += bool(text.safe or text.mines)
        # What was proven may prove more at the second look.
        assert text.safe <= safe, str(position)
        assert text.mines <= mines, str(position)
    assert num_groups >= 3


def test_sentences_never_prove_more_than_exact_deduction_without_mine_count() -> None:
    for position in positions(30):
        safe, mines = proven(Exact(mine_count=False), position)
        ours = proven(SentenceGroups(), position)
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


# Satisfying assignments


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


def test_parts_keep_their_contracts() -> None:
    for part in (Backtracking(), Backtracking("reading"), SentenceGroups(), MiniCard()):
        check_deducer(part)
    check_guesser(SatisfyingAssignments())


# MiniCard


@pytest.mark.parametrize("mine_count", [False, True])
def test_solver_and_engine_prove_the_same(mine_count: bool) -> None:
    pytest.importorskip("pysat")
    for position in positions(8):
        ours = proven(MiniCard(mine_count), position)
        assert ours == proven(Exact(mine_count), position), str(position)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("mine_count", [False, True])
def test_solver_and_engine_prove_the_same_on_ten_thousand_positions(mine_count: bool) -> None:
    pytest.importorskip("pysat")
    num_positions = 0
    for grid, num_games in (("8x8x10", 120), ("16x16x40", 25), ("30x16x99", 20), ("9x9x35", 100)):
        for seed in range(num_games):
            rules = Rules.parse(grid, first_click="zero" if grid != "9x9x35" else "any")
            for reached in iter_reached(rules, seed, flags=True):
                num_positions += 1
                ours = proven(MiniCard(mine_count), reached.position)
                assert ours == proven(Exact(mine_count), reached.position), str(reached.position)
    assert num_positions >= 10_000


def test_solver_behind_a_window_proves_what_the_engine_proves_there() -> None:
    pytest.importorskip("pysat")
    for mine_count in (False, True):
        for position in list(positions(1))[::5]:
            ours = Window(MiniCard(mine_count), 4, 4, mine_count)
            theirs = Window(Exact(mine_count), 4, 4, mine_count)
            assert proven(ours, position) == proven(theirs, position), str(position)


def test_agent_with_a_solver_plays_and_counts_mines_only_if_asked() -> None:
    pytest.importorskip("pysat")
    assert load_agent("vaitzman/sat-aa:deducer=pysat,mine_count=yes").deducers == (
        SinglePoint(),
        MiniCard(mine_count=True),
    )
    with pytest.raises(NotationError, match="expected mine_count=yes with deducer=pysat"):
        load_agent("vaitzman/sat-pdb:mine_count=yes")
    agent = Agent(RandomCell(), (MiniCard(),), RandomGuess())
    game = Playthrough(agent, Rules.parse("beginner"), 3)
    assert list(game)[-1].outcome in ("won", "lost")


@pytest.mark.parametrize("name", ["vaitzman/csp-prob", "vaitzman/csp-all"])
def test_guess_is_opened_unless_a_flag_is_asked_for(name: str) -> None:
    assert isinstance(load_agent(name).guesser, LeastRisk)
    assert isinstance(load_agent(f"{name}:guess=flag").guesser, LikeliestMine)


@pytest.mark.parametrize("text", ["F1F/... 3", "FF/F. 3", "010 0", "8.. 1"])
def test_solver_proves_nothing_where_no_layout_fits_or_nothing_is_asked(text: str) -> None:
    assert list(MiniCard().deduce(Position.parse(text), ())) == []


def test_solver_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    with pytest.raises(MissingExtraError, match=r"sapper\[sat\]"):
        list(MiniCard().deduce(Position.parse("1. 1"), ()))
