"""
The tables of the store as a picture: a box a table, a line from each row's owner to the row.

A column called ``condition_id`` says which row of ``condition`` owns the row. Tables stand to
the right of those that own their rows.

References:
    [1] K. Kvietinskas 2021, section 7.3.2, figure 7.5: the tables of the thesis's database.
"""

from __future__ import annotations

import io
from typing import Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.patches import Rectangle
from sqlalchemy import Table

from sapper.lab.output.reports.drawing import SETTINGS, Panel, colour
from sapper.lab.store.schema import columns_of, depth_of, metadata, owner_of, tables

_WIDTH: Final = 1.95  # inches of a box, of the room between boxes, and of a line of words
_ROOM: Final = 0.55
_LINE: Final = 0.155
_GAP: Final = 0.3


def draw_store(alt: str) -> Panel:
    """Draw the tables."""
    places = _places()
    width = max(x for x, _ in places.values()) + _WIDTH
    low = min(y - _height(metadata.tables[name]) for name, (_, y) in places.items())
    with mpl.rc_context(SETTINGS):
        canvas = Canvas(figsize=(width + 0.1, 0.1 - low))
        axes = canvas.add_axes((0, 0, 1, 1))
        axes.set_xlim(-0.05, width + 0.05)
        axes.set_ylim(low - 0.05, 0.05)
        axes.axis("off")
        for name in places:
            _draw_box(axes, metadata.tables[name], places)
        out = io.StringIO()
        canvas.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    return Panel(text[text.index("<svg") :], alt)


def _height(table: Table) -> float:
    return _LINE * (len(table.columns) + 1.6)


def _places() -> dict[str, tuple[float, float]]:
    """Place the upper left corner of every table: a column of boxes for each depth."""
    found: dict[str, tuple[float, float]] = {}
    tops: dict[int, float] = {}
    for table in tables():
        depth = depth_of(table)
        top = tops.get(depth, 0.0)
        found[table.name] = (depth * (_WIDTH + _ROOM), top)
        tops[depth] = top - _height(table) - _GAP
    return found


def _draw_box(axes: Axes, table: Table, places: dict[str, tuple[float, float]]) -> None:
    x, y = places[table.name]
    height = _height(table)
    axes.add_patch(Rectangle((x, y - height), _WIDTH, height, fill=False, edgecolor="#000000"))
    head = y - 1.3 * _LINE
    axes.plot([x, x + _WIDTH], [head, head], color="#000000", linewidth=0.8)
    axes.text(x + 0.06, y - 0.7 * _LINE, table.name, fontsize="small", weight="bold", va="center")
    for number, (column, words) in enumerate(zip(table.columns, columns_of(table), strict=True)):
        line = head - (number + 0.65) * _LINE
        weight = "bold" if column.primary_key else "normal"
        axes.text(x + 0.06, line, words, fontsize="x-small", va="center", weight=weight)
        if owner := owner_of(column.name):
            _join(axes, places[owner], (x, line), list(places).index(owner))


def _join(axes: Axes, owner: tuple[float, float], here: tuple[float, float], number: int) -> None:
    """Draw a line from the head of the owner's box to a column, with an elbow of its own."""
    (left, top), (x, y) = owner, here
    begin, level = left + _WIDTH, top - 0.65 * _LINE
    elbow = x - _ROOM * (0.25 + 0.08 * number)
    axes.plot([begin, elbow, elbow, x], [level, level, y, y], color=colour(number), linewidth=1)
    axes.plot([x], [y], marker=">", markersize=4, color=colour(number))
