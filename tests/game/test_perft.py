"""The real game gives the golden perft counts, and brute force gives them too."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from oracles.perft import lines
from sapper import Rules
from sapper.errors import RulesError
from sapper.game.cells import format_cell
from sapper.game.perft import divide, perft

COUNTS: dict[str, list[int]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "perft.json").read_text(encoding="utf-8")
)
CASES = [(size, depth) for size, counts in COUNTS.items() for depth in range(1, len(counts) + 1)]


def brute_divide(rules: Rules, depth: int) -> dict[str, int]:
    firsts = Counter(
        line[0][0] for line in lines(rules.columns, rules.rows, rules.num_mines, depth)
    )
    return {format_cell(cell, rules.columns): firsts[cell] for cell in range(rules.num_cells)}


def breakdown(rules: Rules, depth: int) -> str:
    """Show the counts by first move, the game's and brute force's, for a failing test."""
    found, expected = divide(rules, depth), brute_divide(rules, depth)
    rows = [
        f"  {cell:>6} {found[cell]:>9} {expected[cell]:>9}"
        + ("" if found[cell] == expected[cell] else "   <- differs")
        for cell in expected
    ]
    return "\n".join([f"{rules.size} depth {depth}:", "    cell      game     brute", *rows])


@pytest.mark.parametrize(("size", "depth"), CASES)
def test_perft_gives_the_golden_count(size: str, depth: int) -> None:
    rules = Rules.parse(size, first_click="any")
    if perft(rules, depth) != COUNTS[size][depth - 1]:
        pytest.fail(f"expected {COUNTS[size][depth - 1]} lines\n{breakdown(rules, depth)}")


@pytest.mark.parametrize(("size", "depth"), [case for case in CASES if case[1] <= 3])
def test_brute_force_gives_the_golden_count(size: str, depth: int) -> None:
    rules = Rules.parse(size, first_click="any")
    counted = brute_divide(rules, depth)
    assert sum(counted.values()) == COUNTS[size][depth - 1], breakdown(rules, depth)
    assert divide(rules, depth) == counted, breakdown(rules, depth)


def test_golden_counts_hold_those_everybody_can_check() -> None:
    assert COUNTS["2x2x1"][:3] == [4, 12, 24]
    assert COUNTS["3x3x2"][:3] == [57, 496, 3244]


def test_breakdown_adds_up_and_is_symmetric() -> None:
    rules = Rules(3, 3, 2, first_click="any")
    counts = divide(rules, 2)
    assert sum(counts.values()) == perft(rules, 2)
    assert len({counts[corner] for corner in ("r1c1", "r1c3", "r3c1", "r3c3")}) == 1
    assert perft(Rules(4, 2, 2, first_click="any"), 3) == perft(
        Rules(2, 4, 2, first_click="any"), 3
    )


def test_breakdown_shows_both_counts() -> None:
    assert breakdown(Rules(2, 1, 1, first_click="any"), 1).splitlines() == [
        "2x1x1 depth 1:",
        "    cell      game     brute",
        "    r1c1         1         1",
        "    r1c2         1         1",
    ]


def test_depth_zero_is_the_one_empty_line() -> None:
    assert perft(Rules(2, 2, 1, first_click="any"), 0) == 1
    assert divide(Rules(2, 2, 1, first_click="any"), 0) == {}


def test_perft_needs_a_game_without_first_click_rule() -> None:
    with pytest.raises(RulesError, match="expected first click 'any' and game 'normal' for perft"):
        perft(Rules(2, 2, 1), 1)
    with pytest.raises(RulesError, match="expected a depth of 0 or more, got -1"):
        perft(Rules(2, 2, 1, first_click="any"), -1)
