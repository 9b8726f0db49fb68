"""The driver: rows, staging, checks, and parts in Python beside native ones."""

from __future__ import annotations

import numpy as np
import pytest

from oracles.drawings import RULES, SINGLE_POINT, layout_of, play_on, row_of
from oracles.parts import (
    AllMines,
    AllSafe,
    AnyAllowed,
    CountsCalls,
    DeducesOffGrid,
    FirstAllowed,
    Silent,
)
from sapper import Agent, Layout, Rules
from sapper.agents import Playthrough, Turn, play_seeds
from sapper.agents.deducers import SinglePoint
from sapper.agents.guessers import RandomGuess
from sapper.agents.openers import FixedCell, RandomCell
from sapper.agents.run.play import game_seeds
from sapper.agents.run.turns import play_turns
from sapper.errors import IllegalMoveError, WrongDeductionError

# Rows


def test_row_counts_what_happened_in_a_game_without_guesses() -> None:
    agent = Agent(FixedCell(4, 0), (SinglePoint(),))
    # 1x5: opening r1c5 shows 0 0 1 from the right, then the mine and its far side follow.
    assert row_of(agent, "-*---") == {
        "game_seed": 5,
        "outcome": 3,
        "won": False,
        "lost": False,
        "stuck": True,
        "guesses": 0,
        "moves": 2,
        "cells_revealed": 3,
        "mines_hit": 0,
        "mines_flagged": 1,
        "first_cell": 4,
        "cut_guesses": 0,
        "forfeit": 0,
        "proven_by_single_point": 1,
    }


def test_first_click_is_not_a_guess() -> None:
    row = row_of(Agent(FixedCell(), (), FirstAllowed()), "--*")
    assert (row["guesses"], row["moves"], row["won"], row["first_cell"]) == (0, 1, True, 0)


def test_first_click_of_the_guesser_is_not_a_guess_either() -> None:
    row = row_of(Agent(guesser=FirstAllowed()), "-*-")
    assert (row["guesses"], row["moves"], row["lost"]) == (1, 2, True)
    assert (row["first_cell"], row["mines_hit"], row["cells_revealed"]) == (0, 1, 1)


def test_guess_after_a_deduction_is_counted() -> None:
    row = row_of(Agent(FixedCell(4, 0), (SinglePoint(),), FirstAllowed()), "-*---")
    assert (row["guesses"], row["moves"], row["won"]) == (1, 3, True)
    assert row["mines_flagged"] == 1


def test_cells_opened_by_a_cascade_are_revealed_by_one_move() -> None:
    row = row_of(Agent(FixedCell(), ()), "----/----/---*")
    assert (row["moves"], row["cells_revealed"], row["won"]) == (1, 11, True)


def test_nanoseconds_are_counted() -> None:
    games = play_seeds(SINGLE_POINT, RULES[0], range(20))
    assert (games.nanoseconds > 0).all()


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_rows_add_up(rules: Rules) -> None:
    games = play_seeds(SINGLE_POINT, rules, game_seeds(1, 0, 300))
    assert ((games.won.astype(int) + games.lost + games.stuck) == 1).all()
    assert (games.cells_revealed <= rules.num_cells - rules.num_mines).all()
    assert (games.mines_hit + games.mines_flagged <= rules.num_mines).all()
    assert (games.first_cell >= 0).all()
    if rules.game == "normal":
        assert ((games.mines_hit > 0) == games.lost).all()
        assert (games.won == (games.cells_revealed == rules.num_cells - rules.num_mines)).all()
    else:
        assert (games.won <= (games.mines_flagged == rules.num_mines)).all()


def test_game_with_a_seed_has_the_layout_of_that_seed() -> None:
    rules = Rules(9, 9, 10, first_click="zero")
    for seed in game_seeds(3, 0, 20).tolist():
        played = Playthrough(SINGLE_POINT, rules, seed)
        list(played)
        first = int(played.result().first_cell[0])
        assert played.layout == Layout.from_seed(rules, seed, first)


# Wrong deductions


def test_wrong_safe_cell_is_an_error_naming_seed_and_position() -> None:
    agent = Agent(FixedCell(), (Silent(), AllSafe()))
    with pytest.raises(WrongDeductionError) as caught:
        play_on(agent, "--*-")
    assert str(caught.value) == (
        "deducer 'all_safe' proved r1c3 safe, but it is a mine: "
        "game seed 5, agent seed 0, position '01.. 1'"
    )


def test_wrong_mine_is_an_error_naming_seed_and_position() -> None:
    agent = Agent(FixedCell(1, 0), (AllMines(),))
    with pytest.raises(WrongDeductionError) as caught:
        play_on(agent, "*--*")
    assert str(caught.value) == (
        "deducer 'all_mines' proved r1c3 a mine, but it is safe: "
        "game seed 5, agent seed 0, position 'F1.. 2'"
    )


def test_wrong_deduction_about_the_first_cell_is_an_error() -> None:
    agent = Agent(deducers=(AllSafe(),))
    with pytest.raises(WrongDeductionError, match="proved r1c1 safe, but it is a mine"):
        play_seeds(agent, Rules(1, 1, 1, first_click="any"), [3])
    with pytest.raises(WrongDeductionError, match="proved r1c1 safe, but it is a mine"):
        play_turns(agent, Rules(1, 1, 1, first_click="any"), [3])
    with pytest.raises(WrongDeductionError, match="proved r1c1 safe, but it is a mine"):
        play_on(agent, "*-")


def test_wrong_deduction_names_the_seed_of_its_game() -> None:
    agent = Agent(RandomCell(), (AllSafe(),))
    seeds = game_seeds(8, 0, 50)
    with pytest.raises(WrongDeductionError) as caught:
        play_seeds(agent, Rules(4, 4, 8), seeds, agent_seed=6)
    seed = int(str(caught.value).split("game seed ")[1].split(",")[0])
    assert seed in seeds.tolist()
    with pytest.raises(WrongDeductionError) as again:
        play_seeds(agent, Rules(4, 4, 8), [seed], agent_seed=6)
    assert str(again.value) == str(caught.value)


def test_unchecked_wrong_deduction_loses_the_game() -> None:
    agent = Agent(FixedCell(), (AllSafe(),))
    played = play_on(agent, "--*-", check_deductions=False)
    assert played.outcome == "lost"


def test_unchecked_wrong_flag_leaves_the_game_stuck() -> None:
    agent = Agent(FixedCell(1, 0), (AllMines(),), RandomGuess())
    played = play_on(agent, "*--*", check_deductions=False)
    assert played.outcome == "stuck"
    assert played.result().mines_flagged.tolist() == [2]


def test_deduction_off_the_grid_is_an_error() -> None:
    with pytest.raises(IllegalMoveError, match="expected a deduction about cells on the grid"):
        play_on(Agent(FixedCell(), (DeducesOffGrid(),)), "--*-")


# Flags


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_without_flags_nothing_is_marked_and_no_proven_mine_revealed(rules: Rules) -> None:
    agent = Agent(RandomCell(), (SinglePoint(),), RandomGuess(), flags=False)
    for seed in range(25):
        proven: set[int] = set()
        for turn in Playthrough(agent, rules, seed):
            assert turn.position.flagged == []
            assert {move.kind for move in turn.moves} <= {"reveal"}
            assert not {move.cell for move in turn.moves} & proven
            proven |= set(turn.mines)


def test_flags_do_not_change_how_a_normal_game_is_played() -> None:
    with_flags = play_seeds(SINGLE_POINT, RULES[0], game_seeds(2, 0, 200))
    without = play_seeds(
        Agent(RandomCell(), (SinglePoint(),), RandomGuess(), flags=False),
        RULES[0],
        game_seeds(2, 0, 200),
    )
    assert without.mines_flagged.sum() == 0
    for name in ("won", "lost", "stuck", "guesses", "cells_revealed", "first_cell"):
        assert np.array_equal(with_flags[name], without[name]), name


def test_without_flags_a_game_with_only_proven_mines_left_is_stuck() -> None:
    agent = Agent(FixedCell(1, 0), (SinglePoint(),), RandomGuess(), flags=False)
    row = row_of(agent, "*-", game="score")
    assert (row["stuck"], row["mines_hit"], row["cells_revealed"]) == (True, 0, 1)


# Stages


def test_later_deducer_is_asked_only_when_earlier_ones_prove_nothing() -> None:
    agent = Agent(FixedCell(4, 0), (Silent(), SinglePoint(), AllMines()), FirstAllowed())
    turns = [(turn.role, turn.part) for turn in play_on_turns(agent, "-*---")]
    assert turns == [
        ("opener", "fixed_cell"),
        ("deducer", "single_point"),
        ("deducer", "all_mines"),
        ("stuck", ""),
    ]


def play_on_turns(agent: Agent, drawing: str) -> list[Turn]:
    layout = layout_of(drawing)
    rules = Rules(layout.columns, layout.rows, len(layout.mines), first_click="any")
    return list(Playthrough(agent, rules, 5, layout=layout, check_deductions=False))


def test_each_deducer_counts_its_own_cells() -> None:
    agent = Agent(RandomCell(), (SinglePoint(), SinglePoint(), Silent()), RandomGuess())
    games = play_seeds(agent, RULES[0], game_seeds(1, 0, 50))
    assert games.proven_by_single_point.sum() > 0
    assert games.proven_by_single_point_2.sum() == 0  # the first leaves it nothing
    assert games.proven_by_silent.sum() == 0


def test_deducers_are_told_which_cells_changed() -> None:
    agent = Agent(RandomCell(), (CountsCalls(), SinglePoint()), RandomGuess())
    for rules in RULES:
        play_seeds(agent, rules, game_seeds(4, 0, 20))
        play_seeds(
            Agent(RandomCell(), (SinglePoint(), CountsCalls()), AnyAllowed()),
            rules,
            game_seeds(4, 0, 20),
        )


def test_game_without_a_guesser_ends_stuck() -> None:
    games = play_seeds(Agent(RandomCell(), (SinglePoint(),)), RULES[0], game_seeds(1, 0, 200))
    assert games.stuck.any()
    assert (games.guesses == 0).all()
    assert not games.lost.any()


def test_agent_without_any_part_is_stuck_at_once() -> None:
    (row,) = play_seeds(Agent(), RULES[0], [1])
    assert (row["stuck"], row["moves"], row["first_cell"]) == (True, 0, -1)


# The score game


def test_score_game_goes_on_after_a_mine() -> None:
    row = row_of(Agent(FixedCell(), (), FirstAllowed()), "*-*", game="score")
    assert (row["lost"], row["mines_hit"], row["cells_revealed"], row["moves"]) == (
        True,
        2,
        1,
        3,
    )


def test_score_game_can_be_won_by_deduction() -> None:
    row = row_of(Agent(FixedCell(1, 0), (SinglePoint(),)), "*-*", game="score")
    assert (row["won"], row["mines_flagged"], row["moves"]) == (True, 2, 3)


def test_deducers_know_a_shown_mine() -> None:
    agent = Agent(FixedCell(), (SinglePoint(),), FirstAllowed())
    row = row_of(agent, "*---", game="score")
    # The mine is shown; r1c2 shows 1, so r1c3 is safe, and opens the rest.
    assert (row["guesses"], row["proven_by_single_point"], row["cells_revealed"]) == (1, 1, 3)


def test_what_is_proven_is_counted_for_the_deducer_that_proved_it() -> None:
    agent = Agent(RandomCell(), (Silent(), SinglePoint()), RandomGuess())
    games = play_seeds(agent, Rules.parse("beginner"), game_seeds(1, 0, 20))
    first, second = (games.columns[name] for name in games.columns if name.startswith("proven_by_"))
    assert first.sum() == 0
    assert second.sum() > 20
