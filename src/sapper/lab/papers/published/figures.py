"""
The figures of the documents, as data beside the tables.

A figure says what stands on its axes and which stored games are drawn; points come
from a store (`sapper.lab.output.reports.figure_points`), pictures from the points
(`sapper.lab.output.reports.figures`). In TOML::

    [[figure]]
    id = "5.3"
    title = "Win percentage over mine density, 81 cells"
    place = "figure 5.3, section 5.3.1"
    kind = "lines"
    experiment = "becerra-fig-5.3"
    x = "mine_ratio"
    y = ["win_percent"]
    fit = "logistic"

What else a figure may have:

``kind``
    ``lines``; ``bars``, where several measures stand in front of each other;
    ``strips``, where a bar ends at the lower of two lines and a strip reaches to the higher;
    ``tables``, which draws the tables of the store and has no axes.
``x``
    A parameter of the conditions; ``mine_ratio``, ``mine_percent``, ``side_ratio`` or
    ``cells`` of the grid; ``games``, for the value as games are added; or ``series``.
``lines``, ``panels``
    The parameters that tell lines apart, ``agent`` unless given, and panels.
``pool``
    Conditions that are alike in this, on a line, make one point of all their games.
``where``
    The values that a condition must have, by parameter.
``series``
    Selections of several experiments, each with ``name``, ``experiment`` and ``where``.
``published``
    Points that the text gives: ``x``, the measures, and the ``line`` and ``panel`` they
    belong to.
``data``
    A file beside this one with times that were measured, for what no stored game says: a point a
    row, with ``figure``, ``panel``, ``line``, ``x``, the measure, ``low``, ``high`` and ``games``.
``spans``
    What the text says of a part of an axis: ``x`` or ``y`` with two ends, and ``says``.
``x_range``, ``y_range``, ``x_scale``, ``y_scale``, ``columns``, ``least_games``, ``notes``
    The axes of the original, ``log`` scales, panels in a row, the games from which ``games``
    is drawn, and lines that stand below the picture.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from importlib.resources import files
from typing import Any, Final

from sapper.errors import NotationError
from sapper.lab.stats.fits import FITS
from sapper.lab.stats.measures import PER_GAME

KINDS: Final = ("lines", "bars", "strips", "tables")
SCALES: Final = ("linear", "log")
# What the naive agent of Kvietinskas looks at: of turns, so no measure of a game.
LOOKS: Final = "looks"
DRAWN: Final = (*PER_GAME, LOOKS)


@dataclass(frozen=True)
class Series:
    """Conditions of one experiment that are drawn under a name."""

    experiment: str
    name: str = ""
    where: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class PublishedPoint:
    """A point that the text gives, by measure."""

    x: float | str
    values: Mapping[str, float]
    line: str = "published"
    panel: str = ""


@dataclass(frozen=True)
class Span:
    """What the text says of a part of an axis."""

    axis: str
    low: float
    high: float
    says: str


@dataclass(frozen=True)
class Figure:
    """A figure of a document: its axes, the games drawn, and what the text gives of it."""

    paper: str
    document: str
    id: str
    title: str
    place: str
    kind: str
    series: tuple[Series, ...]
    x: str = ""
    y: tuple[str, ...] = ()
    lines: tuple[str, ...] = ("agent",)
    panels: tuple[str, ...] = ()
    pool: str = ""
    fit: str = ""
    data: str = ""
    published: tuple[PublishedPoint, ...] = ()
    spans: tuple[Span, ...] = ()
    x_range: tuple[float, float] | None = None
    y_range: tuple[float, float] | None = None
    x_scale: str = "linear"
    y_scale: str = "linear"
    columns: int = 3
    least_games: int = 10
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What files and pages know it by."""
        return f"{self.paper}/{self.id}"

    @property
    def experiments(self) -> tuple[str, ...]:
        """The experiments whose games it draws."""
        return tuple(dict.fromkeys(one.experiment for one in self.series if one.experiment))

    def measured(self) -> list[dict[str, str]]:
        """Read its points where they are data, not games."""
        text = files(__package__).joinpath(self.data).read_text(encoding="utf-8")
        return [row for row in csv.DictReader(text.splitlines()) if row["figure"] == self.id]


_ENTRY: Final = {field.name for field in fields(Figure)} - {"paper", "document"} | {
    "experiment",
    "where",
}


def read_figure(paper: str, document: str, entry: Mapping[str, Any]) -> Figure:
    """Read a figure of a paper's file; a wrong one is an error that names it."""
    who = f"figure {paper}/{entry.get('id', '?')}"
    if unknown := set(entry) - _ENTRY:
        raise NotationError(f"{who}: unknown key {min(unknown)!r}; known are {sorted(_ENTRY)}")
    values = {key: value for key, value in entry.items() if key not in ("experiment", "where")}
    where = entry.get("where", {})
    given = entry.get("series") or [{"experiment": entry.get("experiment", "")}]
    values["series"] = tuple(_read_series(one, entry.get("experiment", ""), where) for one in given)
    for key in ("y", "lines", "panels", "notes"):
        if key in values:
            found = values[key]
            values[key] = (found,) if isinstance(found, str) else tuple(found)
    for key in ("x_range", "y_range"):
        if key in values:
            low, high = values[key]
            values[key] = float(low), float(high)
    values["published"] = tuple(_read_point(who, one) for one in entry.get("published", ()))
    values["spans"] = tuple(_read_span(who, one) for one in entry.get("spans", ()))
    axes = set() if values.get("kind") == "tables" else {"x", "y"}
    if missing := ({"id", "title", "place"} | axes) - set(values):
        raise NotationError(f"{who}: expected the key {min(missing)!r}")
    figure = Figure(**{"kind": "lines", **values}, paper=paper, document=document)
    _check(who, figure)
    return figure


def _check(who: str, figure: Figure) -> None:
    for what, got, known in (
        ("a kind", (figure.kind,), KINDS),
        ("a fit", (figure.fit,), ("", *FITS)),
        ("a scale", (figure.x_scale, figure.y_scale), SCALES),
        ("measures", figure.y, DRAWN),
    ):
        if wrong := [one for one in got if one not in known]:
            raise NotationError(f"{who}: expected {what} of {known}, got {wrong[0]!r}")
    if figure.kind == "tables" or figure.data:
        return
    if not all(one.experiment for one in figure.series):
        raise NotationError(f"{who}: expected the experiment whose games are drawn")


def _read_series(entry: Mapping[str, Any], experiment: str, where: Mapping[str, Any]) -> Series:
    wanted = {**where, **entry.get("where", {})}
    return Series(
        entry.get("experiment", experiment),
        entry.get("name", ""),
        {
            key: tuple(map(str, value if isinstance(value, list) else [value]))
            for key, value in wanted.items()
        },
    )


def _read_point(who: str, entry: Mapping[str, Any]) -> PublishedPoint:
    values = {key: float(entry[key]) for key in entry if key not in ("x", "line", "panel")}
    if "x" not in entry or not values or set(values) - set(DRAWN):
        raise NotationError(f"{who}: expected x and measures of a published point, got {entry!r}")
    return PublishedPoint(
        entry["x"], values, entry.get("line", "published"), entry.get("panel", "")
    )


def _read_span(who: str, entry: Mapping[str, Any]) -> Span:
    axis = "x" if "x" in entry else "y"
    if set(entry) != {axis, "says"}:
        raise NotationError(f"{who}: expected x or y, and says, of a span, got {entry!r}")
    low, high = entry[axis]
    return Span(axis, float(low), float(high), entry["says"])
