"""Reports of the score game: score, random moves and time over density or size."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np
import pytest

from lab.experiments_for_tests import play, stored_games
from sapper.errors import NotationError
from sapper.lab.experiments import parse_definition
from sapper.lab.experiments.shipped import find_experiment, shipped_names
from sapper.lab.output.reports import write_report
from sapper.lab.stats.measures import PER_GAME
from sapper.lab.store import open_store

ROOT = Path(__file__).resolve().parents[4]
OVER = {
    "density": "size = 6\n[parameters]\ndensity = [0, 0.2, 0.5, 1]",
    "size": "density = 0.3\n[parameters]\nsize = [4, 6, 8]",
}
TEXT = """
name = "score"
games = 60
[constants]
game = "score"
first_click = "any"
{grids}
agent = ["cooper/basic", "cooper/basic:global=yes"]
"""


@pytest.mark.parametrize("x", OVER)
def test_score_moves_and_time_are_drawn_over(x: str, tmp_path: Path) -> None:
    definition = parse_definition(TEXT.format(grids=OVER[x]))
    with open_store(str(tmp_path / "s.db")) as store:
        play(definition, store, batch_size=None)
        experiment = store.find_experiment("score")
        assert experiment is not None
        found = write_report(store, experiment, tmp_path / "page.html", definition)
        games = stored_games(store, "score")
    (section,) = [one for one in found if one.name == "measures"]
    assert section.title.endswith(f": over {x.replace('_', ' ')}")
    assert section.title.startswith("Score")
    for shown in ("score", "random moves, the first counted", "µs a game", "cooper/basic:global"):
        assert any(shown in text for text in (*section.panels, str(section.legend)))
    rows = list(csv.DictReader(io.StringIO(section.csv)))
    assert len(rows) == len(definition.conditions)
    for row, condition in zip(rows, definition.conditions, strict=True):
        assert row["agent"] == str(condition.agent)
        for name in ("score", "guesses_with_first", "seconds_per_game"):
            values = PER_GAME[name](games[condition.key], condition.rules)
            assert float(row[name]) == pytest.approx(float(values.mean()))
            error = float(np.std(values, ddof=1)) / np.sqrt(60)
            assert float(row[f"{name}_error"]) == pytest.approx(error, abs=1e-9, rel=1e-3)


def test_first_pick_counts_unless_nothing_was_picked(tmp_path: Path) -> None:
    definition = parse_definition(TEXT.format(grids=OVER["density"]))
    with open_store(str(tmp_path / "s.db")) as store:
        play(definition, store, batch_size=None)
        games = stored_games(store, "score")
    moves = {
        (str(one.agent), one.rules.num_mines): PER_GAME["guesses_with_first"](
            games[one.key], one.rules
        )
        for one in definition.conditions
    }
    assert set(moves["cooper/basic", 0]) == {1.0}
    assert set(moves["cooper/basic", 36]) == {36.0}
    assert set(moves["cooper/basic:global=yes", 0]) == {0.0}
    assert set(moves["cooper/basic:global=yes", 36]) == {0.0}
    assert moves["cooper/basic:global=yes", 7].min() >= 1


def test_score_without_mines_is_one(tmp_path: Path) -> None:
    definition = parse_definition(TEXT.format(grids=OVER["density"]))
    with open_store(str(tmp_path / "s.db")) as store:
        play(definition, store, batch_size=None)
        games = stored_games(store, "score")
    one = definition.conditions[0]
    assert one.rules.num_mines == 0
    assert set(PER_GAME["score"](games[one.key], one.rules)) == {1.0}


def test_unknown_measure_is_named_with_the_nearest() -> None:
    text = TEXT.format(grids=OVER["density"]) + '[report]\nmeasures = ["scor"]\n'
    with pytest.raises(NotationError, match="unknown measure 'scor'; did you mean 'score'"):
        parse_definition(text)


@pytest.mark.parametrize("name", [one for one in shipped_names() if one.startswith("cooper-")])
def test_experiments_of_the_paper_can_be_played(name: str) -> None:
    definition = find_experiment(name)
    assert {one.rules.game for one in definition.conditions} == {"score"}
    assert definition.report.measures == ("score", "guesses_with_first", "seconds_per_game")
    if definition.report.x == "density":
        densities = sorted({float(one.parameters["density"]) for one in definition.conditions})
        assert densities == pytest.approx([number / 20 for number in range(21)])
