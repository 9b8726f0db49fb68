"""Pairs in reports: which are compared, on how nearly the same boards, and which p decides."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.experiments_for_tests import play
from sapper.errors import NotationError
from sapper.game.rules import Rules
from sapper.lab import compare
from sapper.lab.experiments import parse_definition
from sapper.lab.output.reports import write_report
from sapper.lab.output.reports.sections import Section
from sapper.lab.stats.comparison import corrected
from sapper.lab.stats.statistics import holm
from sapper.lab.store import open_store

OPENERS = """
name = "openers"
games = 300
seed = 3
[parameters]
agent = ["exact", "becerra/dssp"]
opener = ["corner", "random"]
on = ["beginner", "6x6x7"]
[report]
"""


def pairs_of(compared: str) -> tuple[tuple[str, str], ...]:
    return parse_definition(f"{OPENERS}compare = {compared}").report.compare


def test_condition_is_named_by_a_parameter_within_an_agent_and_across() -> None:
    within = '[["exact:opener=corner", "exact:opener=random"]]'
    assert pairs_of(within) == (("exact:opener=corner", "exact"),)
    across = '[["exact:opener=corner", "becerra/dssp:opener=random"]]'
    assert pairs_of(across) == (("exact:opener=corner", "becerra/dssp"),)


def test_options_that_neither_names_are_alike_and_one_sided_ones_go_with_each() -> None:
    alike = ("exact:opener=corner", "becerra/dssp:opener=corner"), ("exact", "becerra/dssp")
    assert pairs_of('[["exact", "becerra/dssp"]]') == alike
    assert pairs_of('[["exact:opener=corner", "becerra/dssp"]]') == (
        ("exact:opener=corner", "becerra/dssp:opener=corner"),
        ("exact:opener=corner", "becerra/dssp"),
    )


@pytest.mark.parametrize(
    ("compared", "words"),
    [
        ('[["exact:opener=edge", "becerra/dssp"]]', "line 10: unknown agent 'exact:opener=edge'"),
        ('[["exact:opener=cornr", "exact"]]', "did you mean 'exact:opener=corner'"),
        ('[["exact:opener", "exact"]]', "line 10: expected options such as exact:name=value"),
        ('[["random", "exact"]]', "line 10: unknown agent 'random'"),
    ],
)
def test_condition_that_is_not_there_is_reported_with_its_line(compared: str, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        pairs_of(compared)
    assert words in str(caught.value)


@pytest.fixture(scope="module")
def section(tmp_path_factory: pytest.TempPathFactory) -> Section:
    definition = parse_definition(OPENERS)
    path: Path = tmp_path_factory.mktemp("pairs")
    with open_store(str(path / "s.db")) as store:
        play(definition, store)
        experiment = store.find_experiment("openers")
        assert experiment is not None
        found = write_report(store, experiment, path / "page.html", definition)
    (pairs,) = (one for one in found if one.name == "pairs")
    return pairs


def test_agents_of_other_options_are_compared_as_agents(section: Section) -> None:
    who = [(row["on"], {row["first"], row["second"]}) for row in section.rows]
    assert len(who) == 2 * 6  # four agents on each of two grids
    assert ("beginner", {"exact", "exact:opener=corner"}) in who


def test_rows_are_those_of_compare_and_the_corrected_p_decides(section: Section) -> None:
    raw = [row["p_value"] for row in section.rows]
    assert [row["p_holm"] for row in section.rows] == holm(raw)
    assert any(raw_p < 0.05 <= row["p_holm"] for raw_p, row in zip(raw, section.rows, strict=True))
    for row, shown in zip(section.rows, section.shown, strict=True):
        better = "first" if row["difference"] > 0 else "second"
        assert shown["better"] == (better if row["p_holm"] < 0.05 else "undecided")
    assert "12 comparisons at once: p (Holm) is corrected for that, and it decides" in str(
        section.notes
    )


def test_pairs_say_how_many_mines_a_board_the_first_clicks_moved(section: Section) -> None:
    row = next(row for row in section.rows if row["second"] == "becerra/dssp:opener=corner")
    found = compare(row["first"], row["second"], Rules.parse("beginner"), games=300, seed=3)
    assert (row["mines_moved"], row["p_value"]) == (found.mines_moved, found.paired.p_value)
    assert (row["unpaired_low"], row["unpaired_high"]) == found.unpaired_interval
    moved = [row["mines_moved"] for row in section.rows]
    assert 0 < max(moved) < 1  # no more than the one cell that `safe` keeps free
    assert section.shown[0]["mines moved"] == f"{moved[0]:.2g}"


def test_comparison_in_words_says_which_p_decides() -> None:
    # One that is decided alone, and not among ten.
    games = [
        compare("exact", "kvietinskas/naive", "6x6x7", games=60, seed=seed) for seed in range(10)
    ]
    at_once = corrected(games)
    changed = [
        (one, many)
        for one, many in zip(games, at_once, strict=True)
        if one.is_telling and not many.is_telling
    ]
    assert changed
    for one, many in changed:
        assert "Holm" not in str(one)
        assert "by Holm's correction for 10 comparisons p = " in str(many)
        assert "which decides" in str(many)
        assert "; exact is better" in str(one)
        assert "undecided after 60 games" in str(many)
        assert many.to_dict()["p_holm"] == many.deciding_p > 0.05 > many.to_dict()["p_value"]
    assert corrected(games[:1]) == games[:1]
