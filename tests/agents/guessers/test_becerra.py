"""Guesses by place and by counted placements."""

from collections import Counter
from fractions import Fraction
from random import Random as PythonRandom

import pytest

from oracles.crafted import play_on, random_layouts
from oracles.placements import Component, solve_components
from sapper import Position, Rules, analyse, play_games
from sapper.agents import Agent
from sapper.agents.deducers import CoupledSearch, SinglePoint
from sapper.agents.guessers import CornerEdgeInterior, PlacementShare, ZoneShare
from sapper.agents.protocols import NativePart
from sapper.game.layout import Layout
from sapper.testing import check_guesser


def place(cell: int, columns: int, rows: int) -> str:
    ends = (cell % columns in (0, columns - 1)) + (cell // columns in (0, rows - 1))
    return ("interior", "edge", "corner")[ends]


@pytest.mark.parametrize(
    "part",
    [
        CornerEdgeInterior(),
        PlacementShare(),
        PlacementShare("limit"),
        PlacementShare("sea"),
        PlacementShare(crap_shoots_first=False),
        ZoneShare(1),
        ZoneShare(2),
    ],
    ids=str,
)
def test_guessers_keep_the_contract(part: NativePart) -> None:
    check_guesser(part)


def test_place_guess_takes_corners_then_edges_then_the_frontier() -> None:
    ranks = {"corner": 0, "edge": 1, "interior": 2}
    for layout, first in random_layouts(200, seed=11):
        game = play_on(layout, SinglePoint(), first=first, guesser=CornerEdgeInterior())
        before = game.position
        for turn in game:
            if turn.role == "guesser":
                assert turn.cell is not None
                best = min(ranks[place(c, layout.columns, layout.rows)] for c in before.covered)
                assert ranks[place(turn.cell, layout.columns, layout.rows)] == best
                if best == 2:
                    by_clue = [c for c in before.covered if touches_clue(before, c)]
                    assert turn.cell in by_clue or not by_clue
            before = turn.position


def touches_clue(position: Position, cell: int) -> bool:
    return any(position.clue(c) is not None for c in position.neighbours(cell))


def is_crap_shoot(position: Position, part: Component) -> bool:
    """Return whether two placements with as many mines look the same from outside."""
    if len(part.placements) != 2 or len({len(mines) for mines in part.placements}) != 1:
        return False
    first, second = part.placements
    return all(
        len(first & set(position.neighbours(c))) == len(second & set(position.neighbours(c)))
        for c in position.covered
        if c not in part.cells
    )


def check_share_guess(before: Position, cell: int, found: list[Component]) -> str:
    """Check a guess against brute force; say what kind it was."""
    shoots = [part for part in found if is_crap_shoot(before, part)]
    if shoots:
        assert any(cell in part.cells for part in shoots)
        safer = any(part.share_safe(c) > Fraction(1, 2) for part in found for c in part.cells)
        return "crap-shoot before a safer cell" if safer else "crap-shoot"
    constrained = {c for part in found for c in part.cells}
    sea = [c for c in before.covered if c not in constrained]
    best = max((part.share_safe(c) for part in found for c in part.cells), default=None)
    left = max(before.mines_left - sum(part.mean_mines for part in found), 0)
    if best is None or (sea and best <= 1 - left / len(sea)):
        assert cell in sea
        return "sea"
    assert any(part.share_safe(cell) == best for part in found if cell in part.cells)
    return "share"


def test_share_guess_follows_the_counted_placements() -> None:
    kinds: Counter[str] = Counter()
    for layout, first in random_layouts(600, seed=12):
        game = play_on(layout, CoupledSearch(), first=first, guesser=PlacementShare())
        before = game.position
        for turn in game:
            found = solve_components(before, is_reduced=True)
            if turn.role == "guesser" and found is not None:
                assert turn.cell is not None
                kinds[check_share_guess(before, turn.cell, found)] += 1
            before = turn.position
    assert set(kinds) == {"crap-shoot", "crap-shoot before a safer cell", "sea", "share"}


def test_weighed_share_guess_has_the_least_risk() -> None:
    guesser = PlacementShare("sea", crap_shoots_first=False)
    checked = 0
    for layout, first in random_layouts(400, seed=13):
        game = play_on(layout, CoupledSearch(), first=first, guesser=guesser)
        before = game.position
        for turn in game:
            if turn.role == "guesser":
                assert turn.cell is not None
                risk = analyse(before).risk.ravel()
                least = min(risk[c] for c in before.covered)
                assert risk[turn.cell] == pytest.approx(least, abs=1e-9)
                checked += 1
            before = turn.position
    assert checked > 200


def test_sea_guess_inside_overlaps_the_constraints_most() -> None:
    # All mines are in the inner 5x5 of 9x9, so that the sea has no corner and no edge.
    inner = [9 * row + column for row in range(2, 7) for column in range(2, 7)]
    random = PythonRandom(1)
    checked = 0
    for _ in range(600):
        layout = Layout(9, 9, tuple(random.sample(inner, 16)))
        game = play_on(layout, CoupledSearch(), guesser=PlacementShare())
        before = game.position
        for turn in game:
            frontier = {c for c in before.covered if touches_clue(before, c)}
            sea = set(before.covered) - frontier
            if turn.role == "guesser" and turn.cell in sea:
                checked += 1
                overlap = {c: len(frontier & set(before.neighbours(c))) for c in sea}
                assert overlap[turn.cell] == max(overlap.values())
            before = turn.position
    assert checked > 10


def test_zone_guess_without_a_clue_is_any_cell() -> None:
    games = play_games(Agent(guesser=ZoneShare()), Rules(5, 5, 3), 500, seed=2)
    assert len(set(games.first_cell.tolist())) == 25
