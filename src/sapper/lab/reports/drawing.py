"""SVG without a display: the same bytes for the same results."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

_SETTINGS: Final[Any] = {
    "svg.hashsalt": "sapper",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "axes.titlesize": "medium",
}
# Distinct in print and to the colour-blind (Okabe and Ito 2008).
COLOURS: Final = (
    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#8c8c00", "#444444",
)  # fmt: skip

_DASHES: Final = ("-", "--", ":")


def plain(text: str) -> str:
    """Write a name so that it is drawn as it is: a dollar sign would begin a formula."""
    return text.replace("$", r"\$")


def colour(number: int) -> str:
    """Return the colour of a line or bar."""
    return COLOURS[number % len(COLOURS)]


def dashes(number: int) -> str:
    """Return the dashes of a line, which tell lines of one colour apart."""
    return _DASHES[number // len(COLOURS) % len(_DASHES)]


def legend(axes: Axes) -> None:
    """Put the names of the lines or bars below the panels."""
    axes.figure.legend(
        *axes.get_legend_handles_labels(), loc="outside lower center", ncols=2, fontsize="small"
    )


def draw(
    width: float, height: float, panels: int, paint: Callable[[list[Axes]], None], columns: int = 1
) -> str:
    """Paint panels and give the picture as SVG text, without the XML heading."""
    with mpl.rc_context(_SETTINGS):
        figure = Figure(figsize=(width, height), layout="constrained")
        rows = -(-panels // columns)
        grid = figure.subplots(rows, columns, squeeze=False).ravel().tolist()
        for axes in grid[panels:]:
            axes.set_visible(False)
        paint(grid[:panels])
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    return text[text.index("<svg") :]
