"""A document's figure as data for the page, which draws it itself in its own colours."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from sapper.lab.output.reports.digest import format_value
from sapper.lab.output.reports.figure_points import FigurePoints, Line
from sapper.lab.output.reports.figures import axis_title, line_numbers, measure_title

_CURVE_POINTS: Final = 40
_DIGITS: Final = 5


def figure_data(found: FigurePoints) -> dict[str, Any]:
    """Return what the page needs: axes, lines of points, and the curves through them."""
    figure, numbers = found.figure, line_numbers(found)
    return {
        "name": figure.name,
        "paper": figure.paper,
        "document": figure.document,
        "title": figure.title,
        "place": figure.place,
        "kind": figure.kind,
        "x": axis_title(figure),
        "x_range": figure.x_range,
        "y_range": figure.y_range,
        "x_scale": figure.x_scale,
        "y_scale": figure.y_scale,
        "notes": list(figure.notes),
        "spans": [
            {"axis": one.axis, "low": one.low, "high": one.high, "says": one.says}
            for one in figure.spans
        ],
        "panels": [
            {
                "title": panel.title,
                "y": measure_title(panel.measure),
                "lines": [_line(line, numbers[line.name]) for line in panel.lines],
            }
            for panel in found.panels
        ],
    }


def _line(line: Line, number: int) -> dict[str, Any]:
    """Write a line; a point is place, value, both ends of its interval, and games."""
    data = {
        "name": line.name,
        "number": number,
        "published": line.is_published,
        "points": [
            [
                _short(point.x) if isinstance(point.x, float) else format_value(point.x),
                *map(_short, (point.value, point.low, point.high)),
                point.games,
            ]
            for point in line.points
        ],
    }
    if line.fit is not None:
        places = [float(point.x) for point in line.points]
        fine = np.linspace(min(places), max(places), _CURVE_POINTS)
        scale = 1 if line.fit.kind == "cubic" else 100
        data["curve"] = [
            [_short(x), _short(scale * y)]
            for x, y in zip(fine.tolist(), line.fit(fine).tolist(), strict=True)
        ]
    return data


def _short(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}")
