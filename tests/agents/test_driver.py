"""The driver: rows, staging, checks, and parts in Python beside native ones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from oracles import determinism
from oracles.parts import (
    AllMines,
    AllSafe,
    AnyAllowed,
    AnyAllowedOfMany,
    ChordGuess,
    CountsCalls,
    DeducesOffGrid,
    FirstAllowed,
    FirstAllowedOfMany,
    FlagFirst,
    OffGrid,
    PythonFixedCell,
    PythonRandomCell,
    Raises,
    Silent,
    TooFew,
)
from oracles.single_point import SlowSinglePoint
from sapper import Agent, Game, Games, Layout, Rules, load_agent
from sapper.agents import Playthrough, Turn, play_seeds
from sapper.agents.deducers import SinglePoint
from sapper.agents.guessers import RandomGuess
from sapper.agents.openers import FixedCell, RandomCell
from sapper.agents.play import game_seeds
from sapper.errors import IllegalMoveError, RulesError, SapperError, WrongDeductionError

SINGLE_POINT = Agent(RandomCell(), (SinglePoint(),), RandomGuess())
RULES = [
    Rules(9, 9, 10),
    Rules(6, 4, 5, first_click="any"),
    Rules(5, 5, 4, first_click="zero", game="score"),
    Rules(7, 1, 2),
    Rules(1, 7, 2, game="score"),
    Rules(4, 4, 0),
    Rules(2, 2, 4, first_click="any", game="score"),
]


def layout_of(drawing: str) -> Layout:
    rows = drawing.split("/")
    mines = [i for i, letter in enumerate("".join(rows)) if letter == "*"]
    return Layout(len(rows[0]), len(rows), tuple(mines))


def play_on(
    agent: Agent, drawing: str, *, game: str = "normal", check_deductions: bool = True
) -> Playthrough:
    layout = layout_of(drawing)
    rules = Rules(layout.columns, layout.rows, len(layout.mines), first_click="any", game=game)
    played = Playthrough(agent, rules, 5, layout=layout, check_deductions=check_deductions)
    list(played)
    return played


def row_of(agent: Agent, drawing: str, *, game: str = "normal") -> dict[str, object]:
    (row,) = play_on(agent, drawing, game=game).result()
    del row["nanoseconds"]
    return row


# Rows


def test_row_counts_what_happened_in_a_game_without_guesses() -> None:
    agent = Agent(FixedCell(4, 0), (SinglePoint(),))
    # 1x5: opening r1c5 shows 0 0 1 from the right, then the mine and its far side follow.
    assert row_of(agent, "-*---") == {
        "game_seed": 5,
        "won": False,
        "lost": False,
        "stuck": True,
        "guesses": 0,
        "moves": 2,
        "cells_revealed": 3,
        "mines_hit": 0,
        "mines_flagged": 1,
        "first_cell": 4,
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


# Parts in Python


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("flags", [True, False])
def test_single_point_in_python_proves_the_same_turn_by_turn(rules: Rules, flags: bool) -> None:
    native = Agent(RandomCell(), (SinglePoint(),), RandomGuess(), flags=flags)
    slow = Agent(RandomCell(), (SlowSinglePoint(),), RandomGuess(), flags=flags)
    for seed in game_seeds(11, 0, 40).tolist():
        turns = zip(Playthrough(native, rules, seed), Playthrough(slow, rules, seed), strict=True)
        for ours, theirs in turns:
            assert ours.role == theirs.role
            assert set(ours.safe) == set(theirs.safe)
            assert set(ours.mines) == set(theirs.mines)
            assert ours.position == theirs.position
            assert ours.outcome == theirs.outcome


def test_python_deducer_gives_the_rows_of_the_native_one() -> None:
    for rules in RULES:
        seeds = game_seeds(13, 0, 100)
        native = play_seeds(SINGLE_POINT, rules, seeds)
        slow = play_seeds(Agent(RandomCell(), (SlowSinglePoint(),), RandomGuess()), rules, seeds)
        assert np.array_equal(native.proven_by_single_point, slow.proven_by_slow_single_point)
        for name in dict(native):
            # The order within a turn decides which reveals a cascade saves.
            if name not in ("nanoseconds", "moves", "proven_by_single_point"):
                assert np.array_equal(native[name], slow[name]), name


def test_python_opener_gives_the_first_cell() -> None:
    rules = Rules(5, 4, 3)
    agent = Agent(PythonFixedCell(3, 2), (SinglePoint(),))
    native = Agent(FixedCell(3, 2), (SinglePoint(),))
    seeds = game_seeds(1, 0, 50)
    assert play_seeds(agent, rules, seeds).same_play(play_seeds(native, rules, seeds))


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize(
    "guesser", [FirstAllowed(), FirstAllowedOfMany(), AnyAllowed(), AnyAllowedOfMany()]
)
def test_rows_do_not_depend_on_how_many_games_wait_together(rules: Rules, guesser: object) -> None:
    agent = Agent(RandomCell(), (SinglePoint(),), guesser)  # type: ignore[arg-type]  # any kind
    seeds = game_seeds(5, 0, 60)
    alone = play_seeds(agent, rules, seeds, width=1)
    for width in (3, 256):
        assert play_seeds(agent, rules, seeds, width=width).same_play(alone)
    one_by_one = Games.concat(play_seeds(agent, rules, [seed]) for seed in seeds.tolist())
    assert one_by_one.same_play(alone)


def test_guess_many_answers_as_guess_does() -> None:
    seeds = game_seeds(6, 0, 80)
    for rules in RULES:
        for one, many in (
            (FirstAllowed(), FirstAllowedOfMany()),
            (AnyAllowed(), AnyAllowedOfMany()),
        ):
            first = play_seeds(Agent(RandomCell(), (SinglePoint(),), one), rules, seeds)
            second = play_seeds(
                Agent(RandomCell(), (SinglePoint(),), many),
                rules,
                seeds,
            )
            assert first.same_play(second)


def test_playthrough_gives_the_row_of_the_run() -> None:
    for agent in (SINGLE_POINT, Agent(guesser=AnyAllowed()), Agent(PythonRandomCell())):
        for rules in RULES:
            seeds = game_seeds(7, 0, 15)
            games = play_seeds(agent, rules, seeds, agent_seed=9)
            rows = []
            for seed in seeds.tolist():
                played = Playthrough(agent, rules, seed, agent_seed=9)
                list(played)
                rows.append(played.result())
            assert Games.concat(rows).same_play(games)


def test_guesser_may_flag() -> None:
    row = row_of(Agent(FixedCell(1, 0), (), FlagFirst()), "*-*", game="score")
    assert (row["won"], row["mines_flagged"], row["guesses"], row["moves"]) == (True, 2, 0, 3)


def test_agent_that_only_flags_ends_stuck() -> None:
    row = row_of(Agent(guesser=FlagFirst()), "*-*")
    assert (row["stuck"], row["moves"], row["first_cell"]) == (True, 3, -1)


@pytest.mark.parametrize(
    ("agent", "error", "message"),
    [
        (Agent(guesser=OffGrid(-1)), IllegalMoveError, "expected a guess at a covered cell"),
        (Agent(guesser=OffGrid(99)), IllegalMoveError, "got cell number 99 in position"),
        (Agent(guesser=OffGrid(2**40)), IllegalMoveError, "expected a guess at a covered cell"),
        (Agent(OffGrid(-1)), RulesError, "expected the opener to choose a cell on the grid"),
        (Agent(OffGrid(81)), RulesError, "got cell number 81"),
        (Agent(FixedCell(9, 0)), RulesError, "expected a first cell on a grid of 9x9, got r1c10"),
        (Agent(FixedCell(), (), OffGrid(0)), IllegalMoveError, "not proven to be a mine, got r1c1"),
        (Agent(guesser=ChordGuess()), SapperError, "expected a guess to reveal or flag a cell"),
        (Agent(guesser=TooFew()), SapperError, "expected 1 guesses, got 0"),
        (Agent(guesser=Raises()), ZeroDivisionError, "broken on purpose"),
        (Agent(opener=Raises()), SapperError, "expected the opener Raises to have a method 'open'"),  # type: ignore[arg-type]  # the point
        (Agent(deducers=(Raises(),)), SapperError, "the deducer Raises to have a method 'deduce'"),  # type: ignore[arg-type]  # the point
        (Agent(guesser=AllSafe()), SapperError, "the guesser AllSafe to have a method 'guess'"),  # type: ignore[arg-type]  # the point
    ],
)
def test_broken_part_is_an_error_that_says_why(
    agent: Agent, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        play_seeds(agent, RULES[0], [1])
    with pytest.raises(error):
        list(Playthrough(agent, RULES[0], 1))


def test_core_survives_an_error_in_a_part() -> None:
    for _ in range(50):
        with pytest.raises(ZeroDivisionError):
            play_seeds(Agent(guesser=Raises()), RULES[0], range(10))
    assert len(play_seeds(SINGLE_POINT, RULES[0], range(10))) == 10


# The agent's random stream


def test_random_agent_draws_as_the_page_says() -> None:
    rules = Rules(4, 3, 3, game="score", first_click="any")
    agent = load_agent("random")
    for seed in range(30):
        draw = determinism.make_draw(determinism.agent_stream(2, seed))
        game = Game(rules, seed=seed)
        for number, turn in enumerate(Playthrough(agent, rules, seed, agent_seed=2)):
            covered = game.position.covered
            cell = draw(rules.num_cells) if number == 0 else covered[draw(len(covered))]
            assert turn.cell == cell
            game.reveal(cell)
            assert turn.position == game.position


def test_python_parts_are_handed_the_words_of_the_page() -> None:
    rules = Rules(4, 3, 3, game="score", first_click="any")
    agent = Agent(PythonRandomCell(), (), AnyAllowed())
    for seed in range(30):
        words = determinism.iter_words(determinism.agent_stream(2, seed))
        covered: Sequence[int] = range(rules.num_cells)
        for turn in Playthrough(agent, rules, seed, agent_seed=2):
            assert turn.cell == covered[determinism.make_draw(next(words))(len(covered))]
            covered = turn.position.covered


def test_agent_seed_changes_the_agent_and_not_the_layout() -> None:
    rules = Rules(9, 9, 10)
    agent = Agent(FixedCell(), (SinglePoint(),), RandomGuess())
    seeds = game_seeds(1, 0, 100)
    one, other = (play_seeds(agent, rules, seeds, agent_seed=seed) for seed in (1, 2))
    assert not one.same_play(other)
    for seed in range(5):
        layouts = [Playthrough(agent, rules, seed, agent_seed=s) for s in (1, 2)]
        for played in layouts:
            list(played)
        assert layouts[0].layout == layouts[1].layout


# The 0.999 quantile of chi-square by degrees of freedom, from a table.
CHI_SQUARE_999 = {8: 26.124, 63: 103.442}


def chi_square(counts: Sequence[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.mark.parametrize(
    "agent",
    [
        Agent(RandomCell()),
        Agent(guesser=RandomGuess()),
        Agent(PythonRandomCell()),
        Agent(guesser=AnyAllowed()),
    ],
)
def test_first_cell_is_uniform(agent: Agent) -> None:
    rules = Rules(8, 8, 0)
    games = play_seeds(agent, rules, game_seeds(1, 0, 6400))
    counts = np.bincount(games.first_cell, minlength=64)
    assert chi_square(counts.tolist()) < CHI_SQUARE_999[63]


def test_guess_is_uniform_over_the_cells_left() -> None:
    rules = Rules(5, 2, 9, first_click="any", game="score")
    layout = Layout(5, 2, tuple(range(1, 10)))
    agent = Agent(FixedCell(), (), RandomGuess())
    counts = [0] * 10
    for seed in game_seeds(2, 0, 1800).tolist():
        played = Playthrough(agent, rules, seed, layout=layout)
        played.next_turn()
        turn = played.next_turn()
        assert turn is not None
        assert turn.cell is not None
        counts[turn.cell] += 1
    assert counts[0] == 0
    assert chi_square(counts[1:]) < CHI_SQUARE_999[8]
