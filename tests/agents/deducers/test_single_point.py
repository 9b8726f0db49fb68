"""The single-point deducers: what each proves, and what the naive ones miss."""

import pytest

from oracles.crafted import Script, draw_layout, play_on, random_layouts
from oracles.placements import read_constraints
from sapper import Position, Rules, play_games
from sapper.agents import Agent
from sapper.agents.deducers import (
    CellularAutomaton,
    DoubleSet,
    NaiveSinglePoint,
    PrintedSinglePoint,
    QueuedSinglePoint,
    SinglePoint,
)
from sapper.agents.guessers import RandomGuess
from sapper.agents.openers import RandomCell
from sapper.agents.protocols import NativePart
from sapper.agents.run.turns import deduce
from sapper.testing import check_deducer

FAMILY = [
    SinglePoint(),
    CellularAutomaton(),
    CellularAutomaton(last_mine_only=True),
    NaiveSinglePoint(),
    QueuedSinglePoint(),
    DoubleSet(),
]


def one_step(position: Position, *, last_mine_only: bool) -> tuple[set[int], set[int]]:
    """Return what single clues prove in this very position."""
    safe: set[int] = set()
    mines: set[int] = set()
    for cells, missing in read_constraints(position):
        if missing == 0:
            safe |= cells
        elif missing == len(cells) and (len(cells) == 1 or not last_mine_only):
            mines |= cells
    return safe, mines


@pytest.mark.parametrize("last_mine_only", [False, True])
def test_automaton_proves_in_a_step_what_the_step_before_shows_and_no_more(
    last_mine_only: bool,
) -> None:
    steps = 0
    for layout, first in random_layouts(1000, seed=5):
        game = play_on(layout, CellularAutomaton(last_mine_only), first=first)
        before = game.position
        for turn in game:
            if turn.role == "deducer":
                steps += 1
                expected = one_step(before, last_mine_only=last_mine_only)
                assert (set(turn.safe), set(turn.mines)) == expected
            elif turn.role == "stuck":
                assert one_step(before, last_mine_only=last_mine_only) == (set(), set())
            before = turn.position
    assert steps > 200


def test_mine_marked_in_a_step_frees_a_cell_only_in_the_next() -> None:
    layout = draw_layout("*.. ... ...")
    automaton = [t for t in play_on(layout, CellularAutomaton(), first=8) if t.role == "deducer"]
    assert [(t.safe, t.mines) for t in automaton] == []  # the cascade has opened everything
    layout = draw_layout("..*. .... ....")
    at_once = play_on(layout, SinglePoint(), first=8)
    in_steps = play_on(layout, CellularAutomaton(), first=8)
    assert [(t.safe, t.mines) for t in at_once if t.role == "deducer"] == [([3], [2])]
    assert [(t.safe, t.mines) for t in in_steps if t.role == "deducer"] == [([], [2]), ([3], [])]


def test_original_rule_marks_no_two_mines_of_one_clue() -> None:
    layout = draw_layout("** .. .. .. *. ..")
    general = list(play_on(layout, CellularAutomaton(), first=4))
    original = list(play_on(layout, CellularAutomaton(last_mine_only=True), first=4))
    assert [turn.role for turn in general] == ["opener", "deducer", "stuck"]
    assert sorted(general[1].mines) == [0, 1]
    assert [turn.role for turn in original] == ["opener", "stuck"]


def test_automaton_and_both_sets_end_where_the_rules_are_exhausted() -> None:
    for layout, first in random_layouts(300, seed=6):
        ends = set()
        for deducer in (SinglePoint(), CellularAutomaton(), DoubleSet()):
            game = play_on(layout, deducer, first=first)
            list(game)
            # Flags differ only where a won game ends before the last ones are set.
            ends.add(str(game.position) if game.outcome == "stuck" else game.outcome)
        assert len(ends) == 1


def roles_after_guess(deducer: NativePart, text: str, first: int, guess: int) -> tuple[str, str]:
    """Return the position after a scripted guess and who moves next."""
    game = play_on(draw_layout(text), deducer, first=first, guesser=Script((guess,)))
    for turn in game:
        if turn.role == "guesser":
            after = game.next_turn()
            return str(turn.position), after.role if after else game.outcome
    raise AssertionError("nothing was guessed")


@pytest.mark.parametrize(
    ("deducer", "next_role"),
    [
        (DoubleSet(), "deducer"),
        (QueuedSinglePoint(), "deducer"),
        (NaiveSinglePoint(), "guesser"),
    ],
)
def test_naive_misses_a_clue_that_a_guess_beside_it_completes(
    deducer: NativePart, next_role: str
) -> None:
    # r3c1 shows 2 and has two unknown neighbours left once r3c2 is revealed.
    assert roles_after_guess(deducer, "**. **. ...", first=6, guess=7) == (
        ".../.../22. 4",
        next_role,
    )


@pytest.mark.parametrize(
    ("deducer", "next_role"),
    [
        (DoubleSet(), "deducer"),
        (NaiveSinglePoint(), "deducer"),
        (QueuedSinglePoint(), "guesser"),
    ],
)
def test_queued_misses_a_clue_that_proves_something_from_the_start(
    deducer: NativePart, next_role: str
) -> None:
    # r3c3 shows 3 and has three neighbours, but only its neighbours are looked at.
    assert roles_after_guess(deducer, "... .** .*.", first=6, guess=8) == (
        ".../.../2.3 3",
        next_role,
    )


@pytest.mark.parametrize("deducer", FAMILY, ids=str)
def test_agent_without_flags_plays_the_same_games(deducer: NativePart) -> None:
    rules = Rules.parse("intermediate")
    with_flags, without = (
        play_games(Agent(RandomCell(), (deducer,), RandomGuess(), flags), rules, 200, seed=3)
        for flags in (True, False)
    )
    assert with_flags.won.tolist() == without.won.tolist()
    assert with_flags.guesses.tolist() == without.guesses.tolist()


@pytest.mark.parametrize("deducer", FAMILY, ids=str)
def test_every_deduction_is_true_in_the_score_game_too(deducer: NativePart) -> None:
    rules = Rules.parse("beginner", first_click="any", game="score")
    games = play_games(Agent(RandomCell(), (deducer,), RandomGuess()), rules, 300, seed=4)
    assert len(games) == 300


@pytest.mark.parametrize(
    "part",
    [CellularAutomaton(), CellularAutomaton(last_mine_only=True), DoubleSet()],
    ids=str,
)
def test_deducers_keep_the_contract(part: NativePart) -> None:
    check_deducer(part)


def test_naive_falls_below_double_set_on_the_same_boards() -> None:
    rules = Rules.parse("beginner", first_click="safe")
    naive, queued, double = (
        play_games(agent, rules, 5000, seed=1).won.mean()
        for agent in ("becerra/naive-sp", "becerra/naive-sp:order=mines-first", "becerra/dssp")
    )
    assert naive < double - 0.02
    assert queued < double


def test_naive_as_printed_looks_at_no_clue_twice_and_so_wins_next_to_nothing() -> None:
    # r2c1 is probed before r3c3 and r3c4, so that its 1 proves nothing yet, and never again.
    once = deduce(PrintedSinglePoint(), Position.parse("0110/01../0111 1"))
    both = deduce(SinglePoint(), Position.parse("0110/01../0111 1"))
    assert both.mines and not once.mines
    games = play_games("becerra/naive-sp:order=printed", Rules.parse("beginner"), 400, seed=1)
    assert games.won.mean() < 0.02


@pytest.mark.parametrize("part", [SinglePoint(), NaiveSinglePoint(), DoubleSet()], ids=repr)
def test_clue_with_eight_covered_cells_around_it_proves_eight_mines(part: NativePart) -> None:
    found = deduce(part, Position.parse(".../.8./... 8"))
    assert (found.safe, found.mines) == ((), (0, 1, 2, 3, 5, 6, 7, 8))
