"""In the figures of the papers' pages no label or legend touches another."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox

ROOT = Path(__file__).resolve().parents[2]


def texts_of(figure: Figure) -> dict[str, Bbox]:
    """Find where titles, names of axes, ticks (those of an axis together) and legends stand."""
    canvas: Any = FigureCanvasAgg(figure)
    renderer = canvas.get_renderer()
    figure.draw(renderer)
    found: dict[str, Bbox] = {}
    for number, axes in enumerate(figure.axes):
        for name, text in (
            ("title", axes.title),
            ("left title", axes._left_title),  # type: ignore[attr-defined]
            ("x", axes.xaxis.label),
            ("y", axes.yaxis.label),
        ):
            if text.get_text():
                found[f"{name} {number}"] = text.get_window_extent(renderer)
        for name, axis in (("xticks", axes.xaxis), ("yticks", axes.yaxis)):
            low, high = sorted(axis.get_view_interval())
            # Labels out of sight and labels of shared axes are not drawn.
            shown = [
                tick.label1
                for tick in axis.get_major_ticks()
                if low <= tick.get_loc() <= high
                and tick.label1.get_text()
                and tick.label1.get_visible()
            ]
            if shown:
                boxes = [one.get_window_extent(renderer) for one in shown]
                found[f"{name} {number}"] = Bbox.union(boxes)
    for number, legend in enumerate(figure.legends):
        found[f"legend {number}"] = legend.get_window_extent(renderer)
    return found


@pytest.mark.parametrize("draw", ["convergence", "steps_figures"])
def test_labels_and_legends_do_not_touch(
    draw: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "research"))
    import kvietinskas_data
    import kvietinskas_figures as figures

    made: list[Figure] = []
    monkeypatch.setattr(Figure, "savefig", lambda self, *_, **__: made.append(self))
    tables: list[Any] = [kvietinskas_data.Table("kvietinskas-2")] if draw == "steps_figures" else []
    getattr(figures, draw)(*tables)
    assert made
    for figure in made:
        found = texts_of(figure)
        assert any(name.startswith("legend") for name in found)
        for one, other in combinations(found, 2):
            assert Bbox.intersection(found[one], found[other]) is None, (one, other)
