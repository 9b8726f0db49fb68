"""Figures of the documents: points with intervals from a store, the axes of the original."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lab.experiments_for_tests import play
from sapper.errors import NotationError
from sapper.lab.experiments.definition import parse_definition
from sapper.lab.experiments.shipped import find_experiment
from sapper.lab.output.reports.digest import format_value
from sapper.lab.output.reports.drawing import colour, join_svg
from sapper.lab.output.reports.figure_points import FigurePoints, collect_points
from sapper.lab.output.reports.figures import draw_figure, figure_section
from sapper.lab.papers.published import published_figures, published_tables
from sapper.lab.papers.published.figures import Figure, read_figure
from sapper.lab.stats.statistics import wilson_interval
from sapper.lab.store import Store, open_store
from sapper.web.results import write_measured

PLAN = """
name = "sizes"
games = 300
seed = 5
keep = "games+turns"
constants.size = 6
parameters.agent = ["kvietinskas/optimal", "kvietinskas/single-point"]
parameters.density = [0.05, 0.1, 0.15, 0.2, 0.3]
"""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    path: Path = tmp_path_factory.mktemp("figures") / "s.db"
    with open_store(str(path)) as opened:
        play(parse_definition(PLAN), opened, batch_size=None)
        yield opened


def figure(**values: Any) -> Figure:
    given = {"id": "1", "title": "Wins", "place": "here", "experiment": "sizes",
             "x": "mine_ratio", "y": ["win_percent"], **values}  # fmt: skip
    return read_figure("becerra", "a document", given)


def found(store: Store, **values: Any) -> FigurePoints:
    return collect_points(figure(**values), store)


def test_points_are_the_games_of_the_store_with_their_intervals(store: Store) -> None:
    (panel,) = found(store).panels
    assert [line.name for line in panel.lines] == [
        "kvietinskas/optimal", "kvietinskas/single-point",
    ]  # fmt: skip
    experiment = store.find_experiment("sizes")
    assert experiment is not None
    tally = store.tallies(experiment.id)[experiment.conditions[0].id]
    point = panel.lines[0].points[0]
    assert (point.games, point.value) == (300, 100 * tally.wins / 300)
    assert (point.low, point.high) == pytest.approx(
        tuple(100 * end for end in wilson_interval(tally.wins, 300))
    )


def test_density_is_that_of_the_grid_not_the_one_asked_for(store: Store) -> None:
    line = found(store).panels[0].lines[0]
    assert [round(36 * float(point.x)) for point in line.points] == [2, 4, 5, 7, 11]
    asked = found(store, x="density").panels[0].lines[0]
    assert [point.x for point in asked.points] == [0.05, 0.1, 0.15, 0.2, 0.3]


def test_conditions_that_are_alike_make_one_point_of_all_games(store: Store) -> None:
    (line,) = found(store, lines=[], pool="density").panels[0].lines
    assert [point.games for point in line.points] == [600] * 5
    apart = found(store).panels[0].lines
    for number, point in enumerate(line.points):
        assert point.value == pytest.approx(np.mean([one.points[number].value for one in apart]))
        assert point.x == pytest.approx(apart[0].points[number].x)


def test_curves_are_fitted_to_the_points_that_are_drawn(store: Store) -> None:
    logistic = found(store, fit="logistic")
    for line in logistic.panels[0].lines:
        assert line.fit is not None
        middle, steepness = line.fit.values
        assert 0.1 < middle < 0.4 and steepness > 0
    notes = figure_section(logistic).notes
    assert sum("middle" in note for note in notes) == 2
    cubic = found(store, fit="cubic", y=["seconds_per_game"]).panels[0].lines[0]
    assert cubic.fit is not None and len(cubic.fit.values) == 4
    at = np.array([float(point.x) for point in cubic.points])
    exact = np.polyfit(at, [point.value for point in cubic.points], 3)
    assert cubic.fit.values[::-1] == pytest.approx(exact, rel=1e-6)


def test_looks_are_the_turns_of_a_game_but_for_the_opening(store: Store) -> None:
    line = found(store, y=["looks"]).panels[0].lines[0]
    experiment = store.find_experiment("sizes")
    assert experiment is not None
    turns = sum(
        int((columns["part"] > 0).sum())
        for _, columns in store.iter_turns(experiment.conditions[0])
    )
    assert line.points[0].value == pytest.approx(turns / 300)
    assert line.points[0].low < line.points[0].value < line.points[0].high


def test_value_runs_as_games_are_added(store: Store) -> None:
    running = found(store, x="games", where={"density": 0.2}, least_games=20)
    for line in running.panels[0].lines:
        counts = [point.x for point in line.points]
        assert counts[0] == 20 and counts[-1] == 300 and counts == sorted(counts)
        widths = [point.high - point.low for point in line.points]
        assert widths[-1] < widths[0]
    whole = found(store, x="density").panels[0].lines[0].points[3]
    assert running.panels[0].lines[0].points[-1].value == pytest.approx(whole.value)


def test_points_that_the_text_gives_stand_beside_ours(store: Store) -> None:
    given = {"published": [{"x": 0.2, "win_percent": 61.5, "line": "the text"}]}
    made = found(store, **given, spans=[{"x": [0.1, 0.2], "says": "a drop"}])
    (line,) = [one for one in made.panels[0].lines if one.is_published]
    assert [(point.x, point.value) for point in line.points] == [(0.2, 61.5)]
    svg = join_svg(draw_figure(made))
    assert "the text" in svg and "a drop" in svg and "mines / cells" in svg


@pytest.mark.parametrize(
    "values",
    [
        {"kind": "bars", "x": "density", "y": ["win_percent", "no_guess_percent"],
         "panels": ["agent"], "lines": []},
        {"kind": "strips", "x": "density"},
        {"x": "games", "where": {"density": 0.1}, "x_scale": "log"},
        {"y": ["win_percent", "seconds_per_game"]},
    ],
)  # fmt: skip
def test_every_kind_of_figure_is_drawn(store: Store, values: dict[str, Any]) -> None:
    made = found(store, **values)
    picture = draw_figure(made)
    assert len(picture.panels) == (2 if "panels" in values or len(values.get("y", "1")) == 2 else 1)
    for panel in picture.panels:
        assert re.search(r"Wins.*: [\d.]+ at ", panel.alt)
    assert made.rows and {"x", "value", "low", "high", "games"} <= set(made.rows[0])


@pytest.mark.parametrize("kind", ["lines", "bars"])
def test_what_the_text_gives_has_the_colour_that_the_legend_says(store: Store, kind: str) -> None:
    where = {"x": "density", "where": {"agent": "kvietinskas/optimal"}, "lines": []}
    given = {"published": [{"x": 0.2, "win_percent": 61.5, "line": "the text"}]}
    ours = draw_figure(found(store, kind=kind, **where))
    both = draw_figure(found(store, kind=kind, **where, **given))
    (number,) = [number for name, number in both.legend if name in ("published", "the text")]
    assert colour(number) not in join_svg(ours)
    assert both.panels[0].svg.count(colour(number)) > 0
    assert both.panels[0].svg.count(colour(0)) == ours.panels[0].svg.count(colour(0))


@pytest.mark.parametrize("kind", ["lines", "bars"])
def test_places_that_are_no_numbers_have_their_names(store: Store, kind: str) -> None:
    made = found(store, kind=kind, x="agent", lines=[], where={"density": 0.1})
    svg = join_svg(draw_figure(made))
    assert "kvietinskas/optimal" in svg and "kvietinskas/single-point" in svg


def test_what_was_not_played_is_named_not_drawn(store: Store) -> None:
    made = found(store, experiment="nothing")
    assert (made.panels, made.missing) == ((), ("nothing",))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"kind": "pie"}, "expected a kind of"),
        ({"y": ["luck"]}, "expected measures of"),
        ({"fit": "straight"}, "expected a fit of"),
        ({"z": 1}, "unknown key 'z'"),
        ({"experiment": ""}, "expected the experiment"),
        ({"published": [{"x": 1}]}, "expected x and measures"),
    ],
)
def test_wrong_figure_is_an_error_with_its_name(values: dict[str, Any], message: str) -> None:
    with pytest.raises(NotationError, match=f"figure becerra/1: {message}"):
        figure(**values)


@pytest.mark.parametrize("name", list(published_figures()))
def test_every_figure_draws_what_a_table_plays(name: str) -> None:
    figure = published_figures()[name]
    assert figure.place and figure.title
    played = {table.experiment for table in published_tables().values()}
    assert set(figure.experiments) <= played


@pytest.mark.parametrize(
    "name", [name for name, figure in published_figures().items() if figure.experiments]
)
def test_what_a_figure_selects_is_there_as_it_is_written(name: str) -> None:
    """An agent's id in another spelling would select nothing, and nothing would be drawn."""
    for series in published_figures()[name].series:
        found = find_experiment(series.experiment).conditions
        for parameter, wanted in series.where.items():
            written = {format_value(one.to_dict().get(parameter, "")) for one in found}
            assert set(wanted) <= written


def test_figure_of_times_is_drawn_from_its_data_on_the_scale_of_its_measure(store: Store) -> None:
    figure = published_figures()["kvietinskas/7.4"]
    rows = figure.measured()
    assert rows
    points = collect_points(figure, store)
    assert {panel.title for panel in points.panels} == {row["panel"] for row in rows}
    drawn = {
        (panel.title, line.name, point.x): point
        for panel in points.panels
        for line in panel.lines
        for point in line.points
    }
    assert len(drawn) == len(rows)
    for row in rows:
        point = drawn[row["panel"], row["line"], float(row["x"])]
        assert point.value == pytest.approx(1e6 * float(row["seconds_per_game"]))  # in µs
        assert point.low <= point.value <= point.high


def test_processes_split_their_time_into_parts_that_add_up(store: Store) -> None:
    by_medium = {"7.3": "CSV file", "7.4": ""}
    whole = {
        (row["panel"] or by_medium[name], row["x"]): float(row["seconds_per_game"])
        for name in by_medium
        for row in published_figures()[f"kvietinskas/{name}"].measured()
        if row["line"] == "1 process"
    }
    parts: dict[tuple[str, str], float] = {}
    for row in published_figures()["kvietinskas/7.4-split"].measured():
        place = row["panel"], row["x"]
        parts[place] = parts.get(place, 0.0) + float(row["seconds_per_game"])
    assert parts == pytest.approx(whole, rel=0.002)  # the file has four digits


def test_diagram_has_the_tables_and_columns_that_a_new_store_has(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    with open_store(str(path)) as opened:
        points = collect_points(published_figures()["kvietinskas/7.5"], opened)
    with closing(sqlite3.connect(path)) as database:
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master "
                                                    "WHERE type = 'table'")]  # fmt: skip
        columns = {
            name: [row[1] for row in database.execute(f"PRAGMA table_info({name})")]
            for name in names
            if not name.startswith("sqlite_")
        }
    drawn = {
        panel.title: [line.name.partition(" → ")[0] for line in panel.lines]
        for panel in points.panels
    }
    del columns["about"]  # says in words what each of the others is, to whoever opens the file
    assert drawn == columns
    owners = {
        (panel.title, line.name.partition(" → ")[2])
        for panel in points.panels
        for line in panel.lines
    }
    assert {("condition", "experiment"), ("task", "condition"), ("game_block", "task")} <= owners
    picture = join_svg(draw_figure(points))
    for name in columns:
        assert f">{name}<" in picture


def test_figures_that_need_no_games_are_written_for_the_page_without_a_store(
    tmp_path: Path,
) -> None:
    write_measured((), tmp_path)
    figures = {
        one["name"]: one
        for path in tmp_path.glob("*.json")
        for one in json.loads(path.read_text("utf-8"))["figures"]
    }
    times = {f"kvietinskas/{number}" for number in ("7.3", "7.4", "7.4-split")}
    assert set(figures) == times | {"kvietinskas/7.5"}
    assert all(panel["lines"] for one in figures.values() for panel in one["panels"])
    assert {panel["y"] for name in times for panel in figures[name]["panels"]} == {"µs a game"}
