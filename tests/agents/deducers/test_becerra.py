"""The constraint model against brute force, component by component."""

from itertools import pairwise

import pytest

from oracles.crafted import draw_layout, play_on, random_layouts
from oracles.placements import solve_components
from sapper import Rules, play_games
from sapper.agents import Agent
from sapper.agents.deducers import CoupledSearch, SinglePoint, SubsetReduction, ZoneSearch
from sapper.agents.guessers import CornerEdgeInterior, RandomGuess
from sapper.agents.openers import RandomCell
from sapper.agents.protocols import NativePart
from sapper.errors import SapperError
from sapper.testing import check_deducer

STAGES = (SinglePoint(), SubsetReduction(), CoupledSearch())


@pytest.mark.parametrize(
    "deducers",
    [STAGES, (CoupledSearch(),), (CoupledSearch("variables"),)],
    ids=["staged", "constraints", "variables"],
)
def test_coupled_search_stops_only_when_brute_force_proves_nothing(
    deducers: tuple[NativePart, ...],
) -> None:
    checked = 0
    for layout, first in random_layouts(400, seed=8):
        game = play_on(layout, *deducers, first=first, guesser=CornerEdgeInterior())
        before = game.position
        for turn in game:
            if turn.role == "guesser" and (found := solve_components(before)) is not None:
                checked += 1
                assert all(not part.safe and not part.mines for part in found)
            before = turn.position
    assert checked > 200


def test_coupled_search_proves_all_of_a_component_in_one_turn() -> None:
    checked = 0
    for layout, first in random_layouts(400, seed=9):
        game = play_on(layout, CoupledSearch(), first=first, guesser=RandomGuess())
        before = game.position
        for turn in game:
            if turn.role == "deducer" and (found := solve_components(before)) is not None:
                checked += 1
                assert set(turn.safe) <= set().union(*(part.safe for part in found))
                assert set(turn.mines) <= set().union(*(part.mines for part in found))
            before = turn.position
    assert checked > 100


def test_subset_reduction_proves_what_one_clue_cannot() -> None:
    # r2c1 has its mine in r1c1 or r1c2, so r2c2 has it there too and r1c3 is safe.
    layout = draw_layout("*..*. ..... .....")
    assert [turn.role for turn in play_on(layout, SinglePoint(), first=10)] == ["opener", "stuck"]
    turns = list(play_on(layout, SubsetReduction(), first=10))
    assert [(turn.safe, turn.mines) for turn in turns if turn.role == "deducer"] == [([2], [])]
    assert {layout.columns, layout.columns + 1} <= set(turns[1].deductions[0].clues) or {
        layout.columns + 3,
        layout.columns + 4,
    } <= set(turns[1].deductions[0].clues)


def test_both_partitions_play_the_same_games() -> None:
    rules = Rules.parse("expert")
    columns = []
    for partition in ("constraints", "variables"):
        search = CoupledSearch(partition)
        agent = Agent(RandomCell(), (search,), CornerEdgeInterior())
        games = play_games(agent, rules, 100, seed=2)
        columns.append((games.won.tolist(), games.cells_revealed.tolist(), games.guesses.tolist()))
    assert columns[0] == columns[1]


def test_stages_are_a_matter_of_speed_only() -> None:
    rules = Rules.parse("intermediate")
    outcomes = [
        play_games(Agent(RandomCell(), deducers, CornerEdgeInterior()), rules, 200, seed=5)
        for deducers in (STAGES, (CoupledSearch(),))
    ]
    assert outcomes[0].won.tolist() == outcomes[1].won.tolist()
    assert outcomes[0].guesses.tolist() == outcomes[1].guesses.tolist()


@pytest.mark.parametrize(
    "deducers",
    [(SubsetReduction(),), (CoupledSearch(),), STAGES, (SinglePoint(), ZoneSearch())],
    ids=["subset", "coupled", "staged", "zone"],
)
def test_agent_without_flags_plays_the_same_games(deducers: tuple[NativePart, ...]) -> None:
    rules = Rules.parse("intermediate")
    with_flags, without = (
        play_games(Agent(RandomCell(), deducers, RandomGuess(), flags), rules, 100, seed=3)
        for flags in (True, False)
    )
    assert with_flags.won.tolist() == without.won.tolist()
    assert with_flags.guesses.tolist() == without.guesses.tolist()


@pytest.mark.parametrize("deducer", [SubsetReduction(), CoupledSearch(), ZoneSearch()], ids=str)
def test_every_deduction_is_true_in_the_score_game_too(deducer: NativePart) -> None:
    rules = Rules.parse("beginner", first_click="any", game="score")
    games = play_games(Agent(RandomCell(), (deducer,), RandomGuess()), rules, 300, seed=4)
    assert len(games) == 300


def test_zone_search_proves_between_single_point_and_coupled_search() -> None:
    rules = Rules.parse("expert", first_click="zero")
    revealed = [
        play_games(Agent(RandomCell(), (deducer,)), rules, 300, seed=6).cells_revealed
        for deducer in (SinglePoint(), ZoneSearch(1), ZoneSearch(2), CoupledSearch())
    ]
    for less, more in pairwise(revealed):
        assert (less <= more).all()
        assert less.sum() < more.sum()


@pytest.mark.parametrize(
    "part",
    [SubsetReduction(), CoupledSearch(), CoupledSearch("variables"), ZoneSearch(1), ZoneSearch(2)],
    ids=str,
)
def test_deducers_keep_the_contract(part: NativePart) -> None:
    check_deducer(part)


def test_deductions_of_the_search_name_their_clues() -> None:
    for layout, first in random_layouts(100, seed=10):
        for turn in play_on(layout, CoupledSearch(), first=first):
            for deduction in turn.deductions:
                assert deduction.clues
                assert all(layout.position().clue(clue) is not None for clue in deduction.clues)


def test_zone_of_an_unknown_size_is_refused() -> None:
    with pytest.raises(SapperError, match="expected a zone of radius 1 or 2, got 3"):
        play_games("becerra/limited-search:radius=3", Rules.parse("beginner"), 1)
