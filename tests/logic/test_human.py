from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings

from oracles import human
from oracles.positions import honest_positions
from oracles.reached import iter_reached
from sapper.errors import InconsistentPositionError
from sapper.game import Position, Rules
from sapper.logic import analyse, deduce_like_human

LIMITS = (0, 1, 2, 3, None)


def native(
    position: Position, max_steps: int | None, *, trust_flags: bool = True
) -> dict[int, int]:
    """What is found and in which step, written as the oracle does."""
    found = deduce_like_human(position, max_steps, trust_flags=trust_flags)
    return {cell: -1 - step if is_mine else step for cell, is_mine, step, _ in found}


@settings(max_examples=300)
@given(honest_positions())
def test_every_step_limit_finds_what_the_thesis_finds(position: Position) -> None:
    for trust_flags in (True, False):
        for limit in LIMITS:
            constraints = human.build_constraints(position, trust_flags=trust_flags)
            expected = human.naive_deductive_solve(constraints, limit)
            assert native(position, limit, trust_flags=trust_flags) == expected


@pytest.mark.parametrize("grid", ["6x6x8", "8x8x12", "12x12x28"])
def test_in_play_every_step_limit_finds_what_the_thesis_finds(grid: str) -> None:
    for seed in range(15):
        for i, (position, _) in enumerate(iter_reached(Rules.parse(grid), seed, flags=seed > 7)):
            if i % 3:
                continue
            for limit in LIMITS:
                constraints = human.build_constraints(position)
                assert native(position, limit) == human.naive_deductive_solve(constraints, limit)


def single_point(position: Position) -> dict[int, bool]:
    """The two rules of section 1.5, each clue by itself, until nothing changes."""
    known: dict[int, bool] = {}
    while True:
        fresh: dict[int, bool] = {}
        for cells, left, _ in human.build_constraints(position):
            unknown = cells - known.keys()
            missing = left - sum(known.get(cell, False) for cell in cells)
            if unknown and missing in {0, len(unknown)}:
                fresh |= dict.fromkeys(unknown, missing > 0)
        if not fresh:
            return known
        known |= fresh


def test_no_step_is_the_single_point_strategy_and_more_steps_find_more() -> None:
    for seed in range(6):
        for i, (position, layout) in enumerate(iter_reached(Rules.parse("expert"), seed)):
            if i % 10:
                continue
            found = [deduce_like_human(position, limit) for limit in LIMITS]
            assert {cell: mine for cell, mine, *_ in found[0]} == single_point(position)
            cells = [{cell for cell, *_ in each} for each in found]
            assert all(fewer <= more for fewer, more in pairwise(cells))
            analysis = analyse(position)
            for cell, is_mine, _, clues in found[-1]:
                assert is_mine == (cell in layout.mines)
                assert cell in (analysis.mines if is_mine else analysis.safe)
                assert clues


def test_a_finding_follows_from_its_clues_alone() -> None:
    for position, _ in iter_reached(Rules.parse("8x8x12"), 3):
        for cell, is_mine, _, clues in deduce_like_human(position):
            kept = bytes(
                code if code > 8 or c in clues else 11 for c, code in enumerate(position.cells)
            )
            # Clues that are not named become shown mines: they say nothing, but
            # count for the clues beside them, which is put right here.
            cells = bytearray(kept)
            for clue in clues:
                blanked = sum(kept[n] == 11 != position.cells[n] for n in position.neighbours(clue))
                cells[clue] += blanked
            if max((cells[clue] for clue in clues), default=0) > 8:
                continue
            only = Position(position.columns, position.rows, position.num_mines, bytes(cells))
            assert (cell, is_mine) in [(c, m) for c, m, *_ in deduce_like_human(only)]


def test_contradicting_clues_are_an_error() -> None:
    with pytest.raises(InconsistentPositionError, match="clues contradict each other"):
        deduce_like_human(Position.parse("1.0 1"))
