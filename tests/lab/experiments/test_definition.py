"""Experiment files: what they mean, and what is said when they are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapper.errors import NotationError
from sapper.lab.experiments import load_definition, parse_definition

GOOD = """
name = "good"
games = 100
[constants]
first_click = "zero"
[parameters]
agent = ["random", "kvietinskas/single-point"]
on = ["beginner", "12x7x9"]
"""


def test_defaults_are_those_of_the_guide() -> None:
    definition = parse_definition(GOOD)
    assert (definition.seed, definition.agent_seed, definition.keep) == (0, 0, "games")
    assert definition.set_size == 100
    assert definition.total_games == 400


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("games = 100", "gmaes = 100", "line 3: unknown key 'gmaes'; did you mean 'games'?"),
        ("games = 100", "", "expected the key 'games'"),
        ("games = 100", "games = 0", "line 3: expected games as a whole number from 1"),
        ("games = 100", 'games = "many"', "line 3: expected games as a whole number"),
        ("games = 100", "games = 100\nseed = -1", "line 4: expected seed as a whole number"),
        (
            "games = 100",
            'games = 1\nkeep = "game"',
            "line 4: unknown value of keep 'game'; did you mean 'games'?",
        ),
        ('name = "good"', 'name = "Good!"', "line 2: expected a name of at most 200 small letters"),
        (
            '"beginner"',
            '"begginer"',
            "line 8: unknown difficulty 'begginer'; did you mean 'beginner'?",
        ),
        ('"12x7x9"', '"12x7x999"', "12x7"),
        ('"12x7x9"', '"12x7"', "line 8: expected columns x rows x mines"),
        ("agent = [", "agents = [", "line 7: unknown parameter 'agents'; did you mean 'agent'?"),
        ('"random"', '"randm"', "line 7: unknown agent 'randm'; did you mean 'random'?"),
        ('"zero"', '"zeroo"', "line 5: unknown first click 'zeroo'; did you mean 'zero'?"),
        (
            "first_click",
            "first_clik",
            "line 5: unknown parameter 'first_clik'; did you mean 'first_click'?",
        ),
        ("on = [", "no = [", "line 8: unknown parameter 'no'"),
        ('on = ["beginner", "12x7x9"]', "", "expected the grid as 'on'"),
        ('on = ["beginner", "12x7x9"]', 'on = "beginner"', "line 8: expected a list of values"),
        ('on = ["beginner", "12x7x9"]', 'on = ["beginner", "beginner"]', "got it twice"),
        (
            'on = ["beginner", "12x7x9"]',
            "size = [9]\ndensity = [2.0]",
            "line 9: expected a density from 0 to 1",
        ),
        ('on = ["beginner", "12x7x9"]', "size = [9]\ndensity = [0.1, 0.101]", "the same games"),
        (
            'on = ["beginner", "12x7x9"]',
            'on = ["beginner"]\nflags = [true]',
            "line 9: random has no option 'flags'",
        ),
        ('"zero"', '"zero"\nagent = "random"', "line 6: 'agent' is a parameter as well"),
        ('"zero"', '"zero', "line 5: expected TOML"),
        ("[constants]", "[constant]", "line 4: unknown key 'constant'; did you mean 'constants'?"),
    ],
)
def test_mistake_is_reported_with_line_and_nearest_word(old: str, new: str, said: str) -> None:
    text = GOOD.replace(old, new, 1)
    assert text != GOOD
    with pytest.raises(NotationError) as error:
        parse_definition(text, "good.toml")
    assert str(error.value).startswith("good.toml, line ")
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            '[[leave_out]]\nagnt = "random"',
            "line 10: unknown parameter 'agnt'; did you mean 'agent'?",
        ),
        (
            '[[leave_out]]\nagent = "random"\n[[leave_out]]\non = "expert"',
            "line 12: unknown value of on 'expert'",
        ),
        (
            '[[leave_out]]\nagent = ["random", "kvietinskas/single-point"]',
            "every combination is left out",
        ),
        (
            '[report]\nfit = "logistik"',
            "line 10: unknown value of fit 'logistik'; did you mean 'logistic'?",
        ),
        ('[report]\nx = "densty"', "line 10: unknown parameter 'densty'; did you mean 'density'?"),
        ('[report]\ncompare = ["random"]', "line 10: expected pairs of agents"),
        ('[report]\ncompare = [["random", "rnadom"]]', "line 10: unknown agent 'rnadom'"),
        ('[report]\nfits = "logistic"', "line 10: unknown key 'fits'; did you mean 'fit'?"),
    ],
)
def test_mistake_in_the_rest_is_reported(more: str, said: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_definition(GOOD + more, "good.toml")
    assert said in str(error.value)


def test_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="cannot read the experiment"):
        load_definition(tmp_path / "none.toml")


def test_an_experiment_checks_what_agents_prove() -> None:
    text = 'name = "a"\ngames = 1\n[parameters]\nagent = ["random"]\non = ["5x5x3"]\n'
    assert parse_definition(text, "a.toml").check_deductions
