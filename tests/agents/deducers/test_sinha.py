"""Listed solutions: both searches against brute force and the exact engine; the guesses on them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb, prod

import pytest

from oracles import sinha as oracle
from oracles.crafted import play_on, random_layouts
from oracles.reached import iter_reached
from sapper import Position, Rules, analyse, load_agent, play_games
from sapper.agents import Agent
from sapper.agents.deducers import CoupledSearch, SinglePoint, SolutionProofs
from sapper.agents.guessers import LeastScore, SolutionShare
from sapper.agents.openers import RandomCell
from sapper.agents.protocols import NativePart
from sapper.errors import RulesError, SapperError
from sapper.logic.solutions import list_component_solutions, list_solutions
from sapper.testing import check_deducer, check_guesser

METHODS = ("backtracking", "dsscsp")
PRUNINGS = ("complete", "over", "bounds")
SEARCHES = (*(("backtracking", prune) for prune in PRUNINGS), ("dsscsp", "complete"))
VERSIONS = ("v1.0", "v2.0", "v2.5", "v3.0", "v3.5", "v4.0", "v4.5")


def reached(size: str, games: int, *, flags: bool = False) -> Iterator[Position]:
    for seed in range(games):
        for found in iter_reached(Rules.parse(size), seed, flags=flags):
            yield found.position


def as_sets(found) -> list[frozenset[int]]:  # type: ignore[no-untyped-def]
    cells = found.cells.tolist()
    return [
        frozenset(c for c, value in zip(cells, row, strict=True) if value)
        for row in found.placements.tolist()
    ]


@pytest.mark.parametrize("flags", [False, True], ids=["covered", "flags"])
def test_both_searches_list_what_brute_force_finds(flags: bool) -> None:
    checked = 0
    for position in reached("6x5x6", 60, flags=flags):
        if len(oracle.frontier_of(position)) > 11:
            continue
        checked += 1
        expected = set(oracle.solve(position))
        for method, prune in SEARCHES:
            found = list_solutions(position, method, prune=prune)  # type: ignore[arg-type]
            assert found.end == "all"
            assert found.cells.tolist() == oracle.frontier_of(position)
            listed = as_sets(found)
            assert len(listed) == len(set(listed)) == found.count
            assert set(listed) == expected
    assert checked > 100


def test_both_searches_agree_on_beginner_and_with_the_engine_s_count() -> None:
    checked = 0
    for position in reached("beginner", 40):
        plain = list_solutions(position, "backtracking", max_solutions=20_000)
        if plain.end != "all":
            continue
        checked += 1
        quick = list_solutions(position, "dsscsp")
        assert sorted(map(sorted, as_sets(plain))) == sorted(map(sorted, as_sets(quick)))
        assert quick.nodes <= plain.nodes
        sea = len(position.covered) - len(plain.cells)
        left = position.num_mines - sum(code == 10 for code in position.cells)
        ways = sum(
            comb(sea, left - int(mines))
            for mines in plain.placements.sum(axis=1)
            if 0 <= left - int(mines) <= sea
        )
        assert ways == analyse(position).num_placements
    assert checked > 150


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", [1, 2])
def test_limited_search_gives_true_solutions_and_none_twice(method: str, seed: int) -> None:
    cut = 0
    for position in reached("beginner", 15):
        every = list_solutions(position, max_solutions=5000, seed=seed)
        if every.end != "all":
            continue
        some = list_solutions(position, method, max_solutions=20, max_swaps=200, seed=seed)  # type: ignore[arg-type]
        assert some.count <= 20
        assert some.nodes <= 201
        listed = as_sets(some)
        assert len(set(listed)) == len(listed)
        assert set(listed) <= set(as_sets(every))
        cut += some.end == "limit"
    assert cut > 10


def test_random_order_of_values_decides_which_solutions_come_first() -> None:
    position = max(reached("beginner", 10), key=lambda p: list_solutions(p, keep=False).count)
    first = [
        tuple(map(tuple, list_solutions(position, max_solutions=5, seed=s).placements.tolist()))
        for s in range(8)
    ]
    assert len(set(first)) > 1
    by_default = list_solutions(position, max_solutions=5).placements.tolist()
    assert tuple(map(tuple, by_default)) == first[0] != first[1]
    twice = [list_solutions(position, max_solutions=5, seed=3).placements.tolist() for _ in "ab"]
    assert twice[0] == twice[1]


def test_search_is_as_deep_as_the_frontier_is_long_without_recursion() -> None:
    # Every other cell of the second row shows 1, so each has its mine in two cells above.
    clues = "".join("1" if i % 3 == 1 else "0" for i in range(60_000))
    position = Position.parse("." * 60_000 + "/" + clues.replace("0", "F") + " 60000")
    assert len(list_solutions(position, max_solutions=1, keep=False).cells) == 60_000
    for method in METHODS:
        found = list_solutions(position, method, max_solutions=3, keep=False)  # type: ignore[arg-type]
        assert (found.count, found.end) in ((3, "limit"), (0, "all"))


def test_depth_limit_leaves_out_what_lies_deeper() -> None:
    position = Position.parse("......../11111111 3")
    assert list_solutions(position, max_depth=1).count <= list_solutions(position).count
    deep = list_solutions(position, "backtracking", max_depth=3)
    assert (deep.count, deep.end) == (0, "limit")


@pytest.mark.parametrize("method", METHODS)
def test_components_make_up_all_solutions(method: str) -> None:
    several = 0
    for position in reached("beginner", 10):
        apart = list_component_solutions(position, method)  # type: ignore[arg-type]
        whole = list_solutions(position, method, keep=False, max_solutions=10_000)  # type: ignore[arg-type]
        if whole.end != "all":
            continue
        assert prod(part.count for part in apart) == whole.count
        cells = [cell for part in apart for cell in part.cells.tolist()]
        assert sorted(cells) == whole.cells.tolist()
        several += len(apart) > 1
    assert several > 10


def test_clock_ends_a_search() -> None:
    position = Position.parse(".1.F" * 60 + " 120")  # one mine beside each clue: 2^60 solutions
    assert list_solutions(position, "backtracking", seconds=0.01, keep=False).end == "clock"


def test_negative_limits_are_refused() -> None:
    with pytest.raises(RulesError, match="limits of 0"):
        list_solutions(Position.parse("../11 1"), max_solutions=-1)


# The parts


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


@pytest.mark.parametrize(
    "part",
    [
        SolutionShare(),
        SolutionShare("backtracking", 5, 20, per="all"),
        SolutionShare("dsscsp", 3, 0, 4, weights="limit", slack=0.05, by_distance=True),
        SolutionShare(sea="never", ties="first"),
        LeastScore(weights="sea"),
    ],
    ids=str,
)
def test_guessers_keep_the_contract(part: NativePart) -> None:
    check_guesser(part)


def guesses(guesser: NativePart, count: int, seed: int) -> Iterator[tuple[Position, int]]:
    """Yield positions in which a guess was made, and the guess."""
    for layout, first in random_layouts(count, seed=seed):
        game = play_on(layout, SinglePoint(), SolutionProofs(), first=first, guesser=guesser)
        before = game.position
        for turn in game:
            if turn.role == "guesser" and len(oracle.frontier_of(before)) <= 10:
                assert turn.cell is not None
                yield before, turn.cell
            before = turn.position


@pytest.mark.parametrize("sea", ["expected", "density", "half"])
@pytest.mark.parametrize("per", ["component", "all"])
def test_guess_is_a_cell_of_least_risk(sea: str, per: str) -> None:
    checked = 0
    for before, cell in guesses(SolutionShare(sea=sea, per=per), 250, 11):  # type: ignore[arg-type]
        known = oracle.risks(before, sea)
        assert known[cell] == min(known.values())
        checked += 1
    assert checked > 60


def test_manhattan_guess_is_nearest_to_the_border_within_the_slack() -> None:
    moved = 0
    for before, cell in guesses(SolutionShare(slack=0.05, by_distance=True), 400, 12):
        known = oracle.risks(before)
        least = min(known.values())
        good = [c for c, risk in known.items() if risk <= least + Fraction(1, 20)]
        assert cell in good
        nearest = min(oracle.border_distance(before, c) for c in good)
        assert oracle.border_distance(before, cell) == nearest
        moved += known[cell] > least
    assert moved > 3


@pytest.mark.parametrize("form", ["printed", "zero"])
@pytest.mark.parametrize("alpha", [0.0, 0.3, 1.0])
def test_least_score_guess_has_the_least_sc(form: str, alpha: float) -> None:
    checked = 0
    for before, cell in guesses(LeastScore(alpha, form), 150, 13):  # type: ignore[arg-type]
        known = oracle.risks(before)
        share = Fraction(alpha)
        sc = {
            c: share * risk + (1 - share) * oracle.score(before, c, form)
            for c, risk in known.items()
        }
        assert float(sc[cell]) == pytest.approx(float(min(sc.values())), abs=1e-12)
        checked += 1
    assert checked > 30


def test_printed_score_is_least_in_corners() -> None:
    blank = Position.blank(9, 9, 10)
    for form in ("printed", "zero"):
        corner, edge, middle = (oracle.score(blank, cell, form) for cell in (0, 4, 40))
        assert corner < edge < middle
    games = play_games("sinha/least-sc", Rules.parse("beginner"), 200, seed=1)
    assert set(games.first_cell.tolist()) == {0, 8, 72, 80}


@pytest.mark.parametrize("weigh", ["no", "limit", "yes"])
def test_risks_do_not_depend_on_the_split_into_components(weigh: str) -> None:
    rules = Rules.parse("9x9x14")
    found = [
        play_games(f"sinha/v3.0:weigh={weigh},per={per}", rules, 300, seed=2)
        for per in ("component", "all")
    ]
    # The order of several proofs may differ, and with it the number of reveals.
    for column in ("won", "guesses", "cells_revealed", "mines_flagged"):
        assert found[0][column].tolist() == found[1][column].tolist()


def test_exact_weights_play_as_the_exact_engine_s_least_risk() -> None:
    rules = Rules.parse("beginner")
    ours = play_games("sinha/v3.0:weigh=yes", rules, 4000, seed=3).win_rate
    exact = play_games("exact", rules, 4000, seed=3).win_rate
    assert abs(ours - exact) < 0.025


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


def test_pruning_saves_edges_and_loses_no_solution() -> None:
    saved = 0
    for position in reached("beginner", 10):
        plain, over, bounds = (
            list_solutions(position, "backtracking", prune=prune, max_swaps=50_000)  # type: ignore[arg-type]
            for prune in PRUNINGS
        )
        if plain.end == "all":
            assert plain.nodes >= over.nodes >= bounds.nodes
            assert plain.placements.tolist() == over.placements.tolist()
            assert plain.placements.tolist() == bounds.placements.tolist()
            saved += plain.nodes > bounds.nodes
    assert saved > 20


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
