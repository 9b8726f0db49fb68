"""
The documents' figures as pictures: the same axes, ours with intervals, the text's points beside.

`figure_points.py` reads what is drawn. A picture stands alone as SVG for the papers' pages
(`sapper reproduce PAPER --figures FOLDER`) and is a section of the report of its experiment.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import Final

import numpy as np
from matplotlib.axes import Axes

from sapper.game.io.disk import save_text
from sapper.lab.output.reports.digest import format_value
from sapper.lab.output.reports.drawing import (
    Drawing,
    Panel,
    colour,
    dashes,
    draw,
    join_svg,
    plain,
    shorten,
)
from sapper.lab.output.reports.figure_points import FigurePoints, Line, PanelLines, collect_points
from sapper.lab.output.reports.sections import Row, Section
from sapper.lab.output.reports.store_diagram import draw_store
from sapper.lab.papers.published import find_figures
from sapper.lab.papers.published.figures import LOOKS, Figure
from sapper.lab.stats.measures import MEASURES
from sapper.lab.store.protocol import Store

_HEIGHT: Final = 3.1
# The number of the colour that stands for what the text gives.
_PUBLISHED: Final = 7
# A line of more points is drawn without marks, its intervals as a band.
_MOST_MARKS: Final = 40
_SPAN_LETTERS: Final = 24
# What has no order: points stand alone.
_NAMES: Final = ("agent", "series", "on")
_TITLES: Final = {"series": "", "games": "games", "on": "", "agent": "", "cells": "cells",
                  "mine_ratio": "mines / cells", "mine_percent": "mines, % of the cells",
                  "side_ratio": "shorter side / longer side"}  # fmt: skip


def write_figures(name: str, store: Store, folder: Path) -> tuple[list[Path], list[Figure]]:
    """Draw the figures of a paper or table into a folder; also name those without games."""
    written, missing = [], []
    for figure in find_figures(name):
        found = collect_points(figure, store)
        if not found.panels:
            missing.append(figure)
            continue
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{figure.paper}-{figure.id}.svg"
        save_text(path, join_svg(draw_figure(found), figure.columns))
        written.append(path)
    return written, missing


def figure_section(found: FigurePoints) -> Section:
    """Make a figure a part of a report."""
    figure = found.figure
    rows: list[Row] = [
        {"kind": line.fit.kind, **dict(zip(line.fit.names, line.fit.values, strict=True))}
        for panel in found.panels
        for line in panel.lines
        if line.fit is not None
    ]
    notes = [*figure.notes, *(span.says for span in figure.spans), *_fit_words(found)]
    return Section(
        f"figure-{figure.id}",
        f"{figure.place}: {figure.title}",
        [*found.rows, *rows],
        draw_figure(found),
        notes=notes,
    )


def draw_figure(found: FigurePoints) -> Drawing:
    """Draw a figure."""
    figure = found.figure
    numbers = line_numbers(found)
    if figure.kind == "tables":
        return Drawing((draw_store(_names(figure, found)),))
    if figure.kind == "bars":
        groups: dict[str, list[PanelLines]] = {}
        for panel in found.panels:
            groups.setdefault(panel.title, []).append(panel)
        panels = [_draw_bars(figure, title, group) for title, group in groups.items()]
        legend = [(measure_title(name), number) for number, name in enumerate(figure.y)]
        legend += [("published", _PUBLISHED)] if figure.published else []
        return Drawing(tuple(panels), tuple(legend))
    paint = _draw_strips if figure.kind == "strips" else _draw_lines
    panels = [paint(figure, panel, numbers) for panel in found.panels]
    return Drawing(tuple(panels), tuple(numbers.items()) if len(numbers) > 1 else ())


def line_numbers(found: FigurePoints) -> dict[str, int]:
    """Return the number of each line's colour and style."""
    lines = [line for panel in found.panels for line in panel.lines]
    ours = dict.fromkeys(line.name for line in lines if not line.is_published)
    theirs = dict.fromkeys(line.name for line in lines if line.is_published)
    return {name: number for number, name in enumerate(ours)} | dict.fromkeys(theirs, _PUBLISHED)


def measure_title(name: str) -> str:
    """Return what stands on the axis of a measure."""
    if not name:
        return ""
    return "looks at the grid, a game" if name == LOOKS else MEASURES[name].shown


def axis_title(figure: Figure) -> str:
    """Return what stands below a figure."""
    return _TITLES.get(figure.x, figure.x.replace("_", " "))


def _fit_words(found: FigurePoints) -> list[str]:
    words = []
    for panel in found.panels:
        for line in panel.lines:
            if line.fit is None:
                continue
            values = zip(line.fit.names, line.fit.values, line.fit.errors, strict=True)
            text = ", ".join(
                f"{name} {value:.4g} (se {error:.2g})" for name, value, error in values
            )
            words.append(f"{line.name or 'fit'}: {text}; {line.fit.formula}")
    return words


def _draw_lines(figure: Figure, panel: PanelLines, numbers: dict[str, int]) -> Panel:
    is_scale = all(isinstance(point.x, float) for line in panel.lines for point in line.points)
    labels = [] if is_scale else _labels([panel])

    def paint(axes: Axes) -> None:
        for line in panel.lines:
            _paint_line(axes, line, numbers[line.name], labels, is_joined=figure.x not in _NAMES)
        if labels:
            axes.set_xticks(range(len(labels)), [plain(one) for one in labels])
        _finish(axes, figure, panel.title, measure_title(panel.measure))

    return draw(_HEIGHT, paint, _alt(figure, panel))


def _paint_line(
    axes: Axes, line: Line, number: int, labels: Sequence[str], *, is_joined: bool
) -> None:
    places = [_place(point.x, labels) for point in line.points]
    values = [point.value for point in line.points]
    if line.is_published:
        axes.plot(places, values, color=colour(number), marker="D", markersize=5,
                  markerfacecolor="none", linewidth=0, zorder=5)  # fmt: skip
        return
    low, high = ([getattr(point, end) for point in line.points] for end in ("low", "high"))
    shade, style = colour(number), dashes(number)
    if len(places) > _MOST_MARKS:
        axes.fill_between(places, low, high, color=shade, alpha=0.15, linewidth=0)
        axes.plot(places, values, color=shade, linewidth=1.2, linestyle=style)
        return
    errors = [
        [max(value - end, 0.0) for value, end in zip(values, low, strict=True)],
        [max(end - value, 0.0) for value, end in zip(values, high, strict=True)],
    ]
    axes.errorbar(
        places, values, yerr=errors, color=shade, marker="o", markersize=3, capsize=2,
        elinewidth=1, linewidth=1.2 if is_joined and not line.fit else 0, linestyle=style,
    )  # fmt: skip
    if line.fit is not None:
        fine = np.linspace(min(places), max(places), 200)
        scale = 1 if line.fit.kind == "cubic" else 100
        axes.plot(fine, scale * line.fit(fine), color=shade, linewidth=1.2, linestyle=style)


def _names(figure: Figure, found: FigurePoints) -> str:
    """Write in words what tables there are."""
    parts = [f"{one.title}: {', '.join(line.name for line in one.lines)}" for one in found.panels]
    return f"{figure.title}. {'; '.join(parts)}."


def _draw_bars(figure: Figure, title: str, panels: Sequence[PanelLines]) -> Panel:
    """Draw a bar for each place, and those of further measures narrower in front of it."""
    labels = _labels(panels)

    def paint(axes: Axes) -> None:
        for front, panel in enumerate(panels):
            width = 0.8 if front == 0 else 0.5
            for line in panel.lines:
                number = _PUBLISHED if line.is_published else front
                for point in line.points:
                    error = [[max(point.value - point.low, 0)], [max(point.high - point.value, 0)]]
                    axes.bar(
                        labels.index(format_value(point.x)), point.value, width,
                        color=colour(number), alpha=0.45 if front == 0 else 1.0,
                        yerr=None if line.is_published else error,
                        error_kw={"elinewidth": 1, "capsize": 2},
                    )  # fmt: skip
        axes.set_xticks(range(len(labels)), [plain(one) for one in labels], rotation=60,
                        ha="right", rotation_mode="anchor")  # fmt: skip
        _finish(axes, figure, title, measure_title(figure.y[0]))

    alt = " ".join(_alt(figure, panel) for panel in panels)
    return draw(_HEIGHT + 0.06 * max(map(len, labels)), paint, alt)


def _draw_strips(figure: Figure, panel: PanelLines, numbers: dict[str, int]) -> Panel:
    """Draw a bar to the lower of two lines, and a strip from there to the higher."""
    labels = _labels([panel])
    lines = [line for line in panel.lines if not line.is_published]

    def paint(axes: Axes) -> None:
        for place, label in enumerate(labels):
            found = [
                (point.value, line.name)
                for line in lines
                for point in line.points
                if format_value(point.x) == label
            ]
            (low, under), (high, over) = min(found), max(found)
            axes.bar(place, low, 0.8, color=colour(numbers[under]), alpha=0.45)
            axes.bar(place, high - low, 0.8, low, color=colour(numbers[over]))
        axes.set_xticks(range(len(labels)), [plain(one) for one in labels], rotation=60)
        _finish(axes, figure, panel.title, measure_title(panel.measure))

    return draw(_HEIGHT, paint, _alt(figure, panel))


def _finish(axes: Axes, figure: Figure, title: str, ylabel: str) -> None:
    axes.set_xlabel(axis_title(figure))
    axes.set_ylabel(ylabel)
    axes.set_title(plain(shorten(title)))
    # A scale that is set takes the names of an axis away.
    if figure.x_scale != "linear":
        axes.set_xscale(figure.x_scale)
    if figure.y_scale != "linear":
        axes.set_yscale(figure.y_scale)
    if figure.x_range is not None:
        axes.set_xlim(*figure.x_range)
    if figure.y_range is not None:
        axes.set_ylim(*figure.y_range)
    elif figure.y_scale == "linear" and figure.fit != "cubic":
        axes.set_ylim(0, None)
    for span in figure.spans:
        shade = axes.axvspan if span.axis == "x" else axes.axhspan
        shade(span.low, span.high, color="#888888", alpha=0.12, linewidth=0)
        x, y = (span.low, 0.98) if span.axis == "x" else (0.02, span.high)
        across = axes.get_xaxis_transform() if span.axis == "x" else axes.get_yaxis_transform()
        axes.text(x, y, plain(fill(span.says, _SPAN_LETTERS)), fontsize="xx-small", va="top",
                  transform=across)  # fmt: skip


def _labels(panels: Sequence[PanelLines]) -> list[str]:
    """Name the places of an axis that is no scale."""
    points = [point for panel in panels for line in panel.lines for point in line.points]
    return list(dict.fromkeys(format_value(point.x) for point in points))


def _place(x: float | str, labels: Sequence[str]) -> float:
    return labels.index(format_value(x)) if labels else float(x)


def _alt(figure: Figure, panel: PanelLines) -> str:
    """Write in words what a panel shows: of each line the first and the last point."""
    parts = []
    for line in panel.lines:
        first, last = line.points[0], line.points[-1]
        ends = f"{first.value:.4g} at {format_value(first.x)}"
        if last is not first:
            ends += f", {last.value:.4g} at {format_value(last.x)}"
        parts.append(f"{line.name or 'value'}: {ends}")
    head = ". ".join(filter(None, (figure.title, panel.title, measure_title(panel.measure))))
    return f"{head}. {'; '.join(parts)}."
