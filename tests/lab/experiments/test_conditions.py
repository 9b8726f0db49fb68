"""Parameters become conditions."""

from __future__ import annotations

from sapper.lab.experiments import parse_definition

GOOD = """
name = "good"
games = 100
[constants]
first_click = "zero"
[parameters]
agent = ["random", "kvietinskas/single-point"]
on = ["beginner", "12x7x9"]
"""


def keys(text: str) -> list[str]:
    return [condition.key for condition in parse_definition(text).conditions]


def test_parameters_with_lists_make_conditions() -> None:
    assert keys(GOOD) == [
        "random on 9x9x10 first=zero game=normal",
        "random on 12x7x9 first=zero game=normal",
        "kvietinskas/single-point on 9x9x10 first=zero game=normal",
        "kvietinskas/single-point on 12x7x9 first=zero game=normal",
    ]


def test_densities_become_numbers_of_mines() -> None:
    text = (
        'name = "d"\ngames = 1\n[parameters]\nagent = ["random"]\n'
        'size = [9, "10x4"]\ndensity = [0.1, 0.25]'
    )
    sizes = [condition.rules.size for condition in parse_definition(text).conditions]
    assert sizes == ["9x9x8", "9x9x20", "10x4x4", "10x4x10"]


def test_options_of_agents_are_parameters_of_their_own() -> None:
    text = (
        'name = "o"\ngames = 1\n[constants]\non = "beginner"\n[parameters]\n'
        'agent = ["kvietinskas/single-point"]\nflags = [true, false]\nfirst = ["r1c1", "r4c4"]'
    )
    agents = [str(condition.agent) for condition in parse_definition(text).conditions]
    assert agents == [
        "kvietinskas/single-point:first=r1c1",
        "kvietinskas/single-point:first=r4c4",
        "kvietinskas/single-point:first=r1c1,flags=no",
        "kvietinskas/single-point:first=r4c4,flags=no",
    ]


def test_combinations_can_be_left_out() -> None:
    text = GOOD + '[[leave_out]]\nagent = "random"\non = ["12x7x9"]\n'
    assert "random on 12x7x9 first=zero game=normal" not in keys(text)
    assert len(keys(text)) == 3
