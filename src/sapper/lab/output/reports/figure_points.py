"""
The points of a document's figure, from stored games: value, interval and number of games.

`sapper.lab.papers.published.figures` says what a figure draws. Win rates have Wilson's
intervals, means those of the normal curve, 95 % both; games of conditions that make one
point together are taken as games of one condition.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sapper.errors import SapperError
from sapper.lab.output.board_numbers import rules_of
from sapper.lab.output.reports.digest import format_value
from sapper.lab.output.reports.lines import label_values
from sapper.lab.papers.published.figures import LOOKS, Figure, Series
from sapper.lab.papers.reproduction import count_looks
from sapper.lab.stats.fits import Fit, fit_cubic, fit_curve
from sapper.lab.stats.measures import MEASURES, PER_GAME
from sapper.lab.stats.statistics import Z95, wilson_interval
from sapper.lab.store.protocol import ConditionRow, Store
from sapper.lab.store.schema import columns_of, tables
from sapper.lab.tallies import Tally

# Sums that a store keeps say these, so that no game has to be read.
_OF_SUMS: Final = {"win_percent": "wins", "no_guess_percent": "wins_without_guess"}
# Points of a curve over the number of games.
_RUNNING_POINTS: Final = 80


@dataclass(frozen=True)
class Point:
    """One point: where it stands, the value with its 95 % interval, and its games."""

    x: float | str
    value: float
    low: float
    high: float
    games: int


@dataclass(frozen=True)
class Line:
    """The points of one name, in order, and the curve through them."""

    name: str
    points: tuple[Point, ...]
    is_published: bool = False
    fit: Fit | None = None


@dataclass(frozen=True)
class PanelLines:
    """The lines of a panel, all of one measure."""

    title: str
    measure: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class FigurePoints:
    """A figure with its points; ``missing`` names the experiments that no game was found of."""

    figure: Figure
    panels: tuple[PanelLines, ...]
    missing: tuple[str, ...] = ()

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The points as rows of a table."""
        return [
            {
                "panel": panel.title, "line": line.name, "measure": panel.measure, "x": point.x,
                "value": point.value, "low": point.low, "high": point.high, "games": point.games,
            }
            for panel in self.panels
            for line in panel.lines
            for point in line.points
        ]  # fmt: skip


@dataclass
class _Sum:
    """What the games of a point come to."""

    games: int = 0
    places: float = 0.0
    label: str = ""
    totals: dict[str, float] = field(default_factory=dict)
    squares: dict[str, float] = field(default_factory=dict)

    def add(self, x: float | str, games: int, totals: Mapping[str, tuple[float, float]]) -> None:
        self.games += games
        if isinstance(x, str):
            self.label = x
        else:
            self.places += x * games
        for name, (total, squares) in totals.items():
            self.totals[name] = self.totals.get(name, 0.0) + total
            self.squares[name] = self.squares.get(name, 0.0) + squares

    def point(self, measure: str) -> Point:
        x = self.label or self.places / self.games
        mean = self.totals[measure] / self.games
        if measure in _OF_SUMS:
            low, high = wilson_interval(round(self.totals[measure] / 100), self.games)
            return Point(x, mean, 100 * low, 100 * high, self.games)
        spread = max(self.squares[measure] / self.games - mean**2, 0.0) / max(self.games - 1, 1)
        error, scale = Z95 * math.sqrt(spread), scale_of(measure)
        return Point(x, scale * mean, scale * (mean - error), scale * (mean + error), self.games)


def scale_of(measure: str) -> float:
    """Return how many of the unit that is drawn make one."""
    return 1.0 if measure == LOOKS else MEASURES[measure].scale


def collect_points(figure: Figure, store: Store) -> FigurePoints:
    """Read the points of a figure from a store, or from its own data."""
    if figure.kind == "tables":
        return FigurePoints(figure, tuple(_tables()))
    if figure.data:
        return FigurePoints(figure, tuple(_measured(figure)))
    sums: dict[tuple[str, str, str], _Sum] = {}
    running: dict[tuple[str, str], tuple[Point, ...]] = {}
    missing = []
    for series in figure.series:
        found = list(_conditions(series, store))
        if not found:
            missing.append(series.experiment)
        for row, tally in found:
            values = quantities(row, series)
            place = _label(values, figure.panels), _line_name(figure, series, values)
            if figure.x == "games":
                running[place] = _running(figure, row, store)
                continue
            x = values.get(figure.x, "")
            at = x if isinstance(x, int | float) and not isinstance(x, bool) else format_value(x)
            key = values.get(figure.pool or figure.x, "")
            one = sums.setdefault((*place, format_value(key)), _Sum())
            one.add(at, tally.games, _totals(figure, row, tally, store))
    panels = _running_panels(figure, running) if running else _panels(figure, sums)
    return FigurePoints(figure, tuple(panels), tuple(dict.fromkeys(missing)))


def quantities(row: ConditionRow, series: Series) -> dict[str, Any]:
    """Return what a figure may draw a condition over: its parameters, and what its grid is."""
    values = dict(row.parameters)
    columns, rows, mines = (int(values[name]) for name in ("columns", "rows", "mines"))
    share = mines / (columns * rows)
    return {
        **values,
        "series": series.name,
        "mine_ratio": share,
        "mine_percent": 100 * share,
        "side_ratio": min(columns, rows) / max(columns, rows),
    }


def _conditions(series: Series, store: Store) -> Iterator[tuple[ConditionRow, Tally]]:
    experiment = store.find_experiment(series.experiment)
    if experiment is None:
        return
    tallies = store.tallies(experiment.id)
    for row in experiment.conditions:
        is_wanted = all(
            format_value(row.parameters.get(name, "")) in wanted
            for name, wanted in series.where.items()
        )
        if is_wanted and (tally := tallies.get(row.id, Tally())).games:
            yield row, tally


def _label(values: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return label_values(values, names)


def _line_name(figure: Figure, series: Series, values: Mapping[str, Any]) -> str:
    of_series = series.name if figure.x != "series" else ""
    return ", ".join(filter(None, (of_series, _label(values, figure.lines))))


def _totals(
    figure: Figure, row: ConditionRow, tally: Tally, store: Store
) -> dict[str, tuple[float, float]]:
    """Return sum and sum of squares of each measure."""
    found = {
        name: (100.0 * getattr(tally, _OF_SUMS[name]), 0.0) for name in figure.y if name in _OF_SUMS
    }
    if LOOKS in figure.y:
        found[LOOKS] = _moments(count_looks(store, row)[1])
    if of_games := [name for name in figure.y if name not in found]:
        rules = rules_of(row)
        values: dict[str, list[NDArray[np.float64]]] = {name: [] for name in of_games}
        for _, games in store.iter_games(row):
            for name in of_games:
                values[name].append(PER_GAME[name](games, rules))
        if not values[of_games[0]]:
            raise SapperError(f"only the sums of {row.key!r} were kept, which have no {of_games}")
        found |= {name: _moments(np.concatenate(parts)) for name, parts in values.items()}
    return found


def _moments(values: NDArray[np.float64]) -> tuple[float, float]:
    return float(values.sum()), float((values**2).sum())


def _running(figure: Figure, row: ConditionRow, store: Store) -> tuple[Point, ...]:
    """Return the first measure after a growing number of games."""
    rules = rules_of(row)
    name = figure.y[0]
    values = np.concatenate([PER_GAME[name](games, rules) for _, games in store.iter_games(row)])
    first = min(figure.least_games, len(values))
    places = np.unique(np.geomspace(first, len(values), _RUNNING_POINTS).round().astype(int))
    sums = np.cumsum(values)
    found = []
    for count in places.tolist():
        low, high = wilson_interval(round(sums[count - 1] / 100), count)
        mean = float(sums[count - 1] / count)
        found.append(Point(float(count), mean, 100 * low, 100 * high, count))
    return tuple(found)


def _running_panels(
    figure: Figure, running: Mapping[tuple[str, str], tuple[Point, ...]]
) -> Iterator[PanelLines]:
    for title in dict.fromkeys(panel for panel, _ in running):
        lines = [Line(name, found) for (panel, name), found in running.items() if panel == title]
        yield PanelLines(title, figure.y[0], tuple(lines))


def _panels(figure: Figure, sums: Mapping[tuple[str, str, str], _Sum]) -> Iterator[PanelLines]:
    for title in dict.fromkeys(panel for panel, _, _ in sums):
        for measure in figure.y:
            lines: dict[str, list[Point]] = {}
            for (panel, name, _), one in sums.items():
                if panel == title:
                    lines.setdefault(name, []).append(one.point(measure))
            drawn = [_fitted(figure, _line(name, found)) for name, found in lines.items()]
            yield PanelLines(title, measure, (*drawn, *_published(figure, title, measure)))


def _tables() -> Iterator[PanelLines]:
    """Yield a panel for each table of the store, a line without points for each column."""
    for table in tables():
        yield PanelLines(table.name, "", tuple(Line(name, ()) for name in columns_of(table)))


def _measured(figure: Figure) -> Iterator[PanelLines]:
    """Yield the panels of a figure whose points are data: a line's points are in order."""
    (measure,) = figure.y
    scale = scale_of(measure)
    panels: dict[str, dict[str, list[Point]]] = {}
    for row in figure.measured():
        value, low, high = (scale * float(row[name]) for name in (measure, "low", "high"))
        point = Point(float(row["x"]), value, low, high, int(row["games"]))
        panels.setdefault(row["panel"], {}).setdefault(row["line"], []).append(point)
    for title, lines in panels.items():
        yield PanelLines(title, measure, tuple(_line(name, one) for name, one in lines.items()))


def _line(name: str, points: list[Point]) -> Line:
    """Put points in order; those with a name instead of a place stay as they are."""
    if all(isinstance(point.x, float) for point in points):
        points = sorted(points, key=lambda point: float(point.x))
    return Line(name, tuple(points))


def _fitted(figure: Figure, line: Line) -> Line:
    if not figure.fit:
        return line
    places = [float(point.x) for point in line.points]
    try:
        if figure.fit == "cubic":
            fit = fit_cubic(places, [point.value for point in line.points])
        else:
            wins = [round(point.value * point.games / 100) for point in line.points]
            fit = fit_curve(figure.fit, places, wins, [point.games for point in line.points])
    except (SapperError, np.linalg.LinAlgError):
        return line
    return replace(line, fit=fit)


def _published(figure: Figure, panel: str, measure: str) -> Iterator[Line]:
    here = [one for one in figure.published if one.panel in ("", panel) and measure in one.values]
    for name in dict.fromkeys(one.line for one in here):
        points = []
        for one in here:
            if one.line == name:
                value = scale_of(measure) * one.values[measure]
                points.append(Point(one.x, value, value, value, 0))
        yield Line(name, tuple(points), is_published=True)
