"""Listed solutions: both searches against brute force and the exact engine; the guesses on them."""

from __future__ import annotations

import pytest

from sapper import Rules, load_agent, play_games
from sapper.agents import Agent
from sapper.agents.deducers import CoupledSearch, SinglePoint, SolutionProofs
from sapper.agents.guessers import SolutionShare
from sapper.agents.openers import RandomCell
from sapper.errors import SapperError
from sapper.testing import check_deducer

METHODS = ("backtracking", "dsscsp")
PRUNINGS = ("complete", "over", "bounds")
VERSIONS = ("v1.0", "v2.0", "v2.5", "v3.0", "v3.5", "v4.0", "v4.5")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("per", ["component", "all"])
@pytest.mark.parametrize("max_nodes", [0, 3])
def test_solution_proofs_prove_what_coupled_search_proves(
    method: str, per: str, max_nodes: int
) -> None:
    rules = Rules.parse("9x9x12", first_click="zero")
    ours = SolutionProofs(method, per, max_nodes)  # type: ignore[arg-type]
    found = [
        play_games(Agent(RandomCell(), (SinglePoint(), part)), rules, 150, seed=5)
        for part in (ours, CoupledSearch())
    ]
    assert found[0].cells_revealed.tolist() == found[1].cells_revealed.tolist()
    assert found[0].mines_flagged.tolist() == found[1].mines_flagged.tolist()
    assert found[0].won.any()


@pytest.mark.parametrize("method", METHODS)
def test_solution_proofs_keep_the_contract(method: str) -> None:
    check_deducer(SolutionProofs(method))  # type: ignore[arg-type]


def test_replaced_search_plays_the_same_games() -> None:
    rules = Rules.parse("9x9x16")
    agents = [
        Agent(RandomCell(), (SinglePoint(),), SolutionShare(weights=weights, max_nodes=nodes))
        for weights in ("none", "sea")
        for nodes in (0, 5)
    ]
    listed, counted, weighed, weighed_counted = (
        play_games(agent, rules, 200, seed=4) for agent in agents
    )
    assert listed.same_play(counted)
    assert weighed.same_play(weighed_counted)


def test_backtracking_and_dsscsp_versions_play_the_same_games() -> None:
    rules = Rules.parse("beginner")
    two, three = (play_games(f"sinha/v{v}", rules, 1000, seed=6) for v in ("2.0", "3.0"))
    assert two.same_play(three)


def test_plain_backtracking_without_dss_wins_the_same_games() -> None:
    rules = Rules.parse("beginner")
    one, two = (play_games(f"sinha/v{v}", rules, 500, seed=6) for v in ("1.0", "2.0"))
    for column in ("won", "guesses", "cells_revealed"):
        assert one[column].tolist() == two[column].tolist()


def test_pruning_is_an_option_of_plain_backtracking_alone() -> None:
    rules = Rules.parse("beginner")
    games = [play_games(f"sinha/v2.0:prune={p}", rules, 200, seed=2) for p in PRUNINGS]
    assert games[0].same_play(games[1])
    assert games[0].same_play(games[2])
    with pytest.raises(SapperError, match=r"option of sinha/v3\.0"):
        load_agent("sinha/v3.0:prune=over")


def test_versions_are_composed_as_in_table_3() -> None:
    assert load_agent("sinha/v1.0").deducers == (SolutionProofs("backtracking"),)
    assert load_agent("sinha/v2.0").deducers == (SinglePoint(), SolutionProofs("backtracking"))
    assert load_agent("sinha/v2.5").guesser == SolutionShare("backtracking", 100, 1000, per="all")
    assert load_agent("sinha/v3.5").guesser == SolutionShare("dsscsp", 100, 0, 300)
    assert load_agent("sinha/v4.5").guesser == SolutionShare(
        "dsscsp", 100, 0, 300, slack=0.05, by_distance=True
    )
    for version in VERSIONS:
        assert load_agent(f"sinha/{version}").opener == RandomCell()
    for limited in ("v2.5", "v3.5", "v4.5"):  # a risk of 0 proves nothing there
        assert load_agent(f"sinha/{limited}").deducers == (SinglePoint(),)


def test_clock_loses_games_and_is_off_by_default() -> None:
    rules = Rules.parse("beginner")
    late = play_games("sinha/v3.0:seconds=0.0000001", rules, 50, seed=2)
    assert not late.won.any()
    assert (late.lost | late.stuck).all()
    assert late.lost.any()
    calm = play_games("sinha/v3.0:seconds=3600", rules, 100, seed=1)
    assert calm.same_play(play_games("sinha/v3.0", rules, 100, seed=1))


def test_unknown_choices_are_named() -> None:
    with pytest.raises(SapperError, match=r"expected sea=expected\|density\|half\|never"):
        load_agent("sinha/v3.0:sea=deep")
