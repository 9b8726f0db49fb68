"""Guesses by listed solutions and by scores."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from oracles import sinha as oracle
from oracles.crafted import play_on, random_layouts
from sapper import Position, Rules, play_games
from sapper.agents.deducers import SinglePoint, SolutionProofs
from sapper.agents.guessers import LeastScore, SolutionShare
from sapper.agents.protocols import NativePart
from sapper.testing import check_guesser


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
