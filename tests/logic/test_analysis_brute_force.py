"""The engine against every layout of small positions, and against fractions on large ones."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles.census import brute_force, clue_chances, rational_risks
from oracles.positions import honest_positions, positions
from oracles.reached import iter_reached
from sapper.errors import InconsistentPositionError
from sapper.game import Position, Rules
from sapper.logic import analyse


def check_position(position: Position, *, trust_flags: bool = True) -> None:
    truth = brute_force(position, trust_flags=trust_flags)
    if not truth.num_placements:
        with pytest.raises(InconsistentPositionError, match="no placement of mines fits: "):
            analyse(position, trust_flags=trust_flags)
        return
    analysis = analyse(position, trust_flags=trust_flags)
    assert analysis.safe == truth.safe
    assert analysis.mines == truth.mines
    assert analysis.num_placements == truth.num_placements
    assert analysis.log_placements == pytest.approx(math.log(truth.num_placements), abs=1e-12)
    for cell in truth.unknown:
        assert abs(analysis.risk.flat[cell] - float(truth.risk(cell))) < 1e-13


@settings(max_examples=800, deadline=None)
@given(positions(), st.booleans())
def test_every_finding_equals_brute_force(position: Position, trust_flags: bool) -> None:
    check_position(position, trust_flags=trust_flags)


@pytest.mark.slow
@settings(max_examples=20_000, deadline=None)
@given(positions(), st.booleans())
def test_every_finding_equals_brute_force_on_many(position: Position, trust_flags: bool) -> None:
    check_position(position, trust_flags=trust_flags)


@pytest.mark.parametrize("rules", ["5x4x4", "4x4x5", "6x3x3"])
@pytest.mark.parametrize("first_click", ["any", "safe", "zero"])
def test_positions_reached_by_play_equal_brute_force(rules: str, first_click: str) -> None:
    for seed in range(25):
        for reached in iter_reached(Rules.parse(rules, first_click=first_click), seed, flags=True):
            check_position(reached.position)


@settings(max_examples=200, deadline=None)
@given(honest_positions(), st.booleans(), st.data())
def test_clue_chances_equal_brute_force(
    position: Position, trust_flags: bool, data: st.DataObject
) -> None:
    unknown = brute_force(position, trust_flags=trust_flags).unknown
    if not unknown:
        return
    cell = data.draw(st.sampled_from(unknown))
    chances = analyse(position, trust_flags=trust_flags).clue_chances(cell)
    truth = clue_chances(position, cell, trust_flags=trust_flags)
    assert chances == pytest.approx([float(chance) for chance in truth], abs=1e-13)


@pytest.mark.parametrize("on", ["beginner", "intermediate", "expert"])
def test_risks_equal_fractions_on_full_size_positions(on: str) -> None:
    compared = 0
    for seed in range(3):
        for i, reached in enumerate(iter_reached(Rules.parse(on, first_click="zero"), seed)):
            risks = rational_risks(reached.position, most_nodes=5_000) if i % 12 == 0 else None
            if risks is None:
                continue
            compared += 1
            analysis = analyse(reached.position)
            assert analysis.safe == tuple(sorted(c for c, r in risks.items() if r == 0))
            assert analysis.mines == tuple(sorted(c for c, r in risks.items() if r == 1))
            for cell, risk in risks.items():
                assert analysis.risk.flat[cell] == pytest.approx(float(risk), rel=1e-13)
    assert compared >= 3
