"""Both searches for solutions against brute force."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, prod

import pytest

from oracles import sinha as oracle
from oracles.reached import iter_reached
from sapper import Position, Rules, analyse
from sapper.errors import RulesError
from sapper.logic.solutions import list_component_solutions, list_solutions

METHODS = ("backtracking", "dsscsp")
PRUNINGS = ("complete", "over", "bounds")
SEARCHES = (*(("backtracking", prune) for prune in PRUNINGS), ("dsscsp", "complete"))


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
