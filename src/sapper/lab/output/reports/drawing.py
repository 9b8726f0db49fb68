"""
SVG without a display: the same bytes for the same results.

A picture is panels of one width and the names of its lines. Each panel is an SVG of its
own that can stand alone; a page lays as many side by side as fit and shows the names as
text, so that nothing shrinks on a narrow screen and nothing overlaps. `inline` makes a
panel take the page's colours, light or dark.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

SETTINGS: Final[Any] = {
    "svg.hashsalt": "sapper",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "axes.titlesize": "medium",
    "legend.frameon": False,
}
# The hues of Okabe and Ito 2008, which the colour-blind can tell apart, made dark enough
# for white paper and light enough for the dark page: a test measures the contrast.
COLOURS: Final = (
    "#0072b2", "#b87400", "#00855f", "#b8528c", "#d55e00", "#2b8fc9", "#7a7a00", "#444444",
)  # fmt: skip
DARK_COLOURS: Final = (
    "#4ba9e0", "#e69f00", "#1fbf93", "#e08fbd", "#ff8b45", "#8fd0f5", "#c9c945", "#c4c4c4",
)  # fmt: skip
LINE_STYLES: Final = ("solid", "dashed", "dotted")
_DASHES: Final = {"solid": "-", "dashed": "--", "dotted": ":"}

# A panel is so wide that its letters are as large as the page's on a phone of 390 pixels.
PANEL_WIDTH: Final = 4.4
_LONGEST_LABEL: Final = 56


@dataclass(frozen=True)
class Panel:
    """One SVG, and what it shows in words for those who cannot see it."""

    svg: str
    alt: str


@dataclass(frozen=True)
class Drawing:
    """Panels, and the names of the lines or bars with their numbers."""

    panels: tuple[Panel, ...]
    legend: tuple[tuple[str, int], ...] = ()


def plain(text: str) -> str:
    """Write a name so that it is drawn as it is: a dollar sign would begin a formula."""
    return text.replace("$", r"\$")


def colour(number: int) -> str:
    """Return the colour of a line or bar."""
    return COLOURS[number % len(COLOURS)]


def line_style(number: int) -> str:
    """Name the style of a line, by which lines of one colour differ."""
    return LINE_STYLES[number // len(COLOURS) % len(LINE_STYLES)]


def dashes(number: int) -> str:
    """Return the style of a line as the plotting library writes it."""
    return _DASHES[line_style(number)]


def shorten(text: str) -> str:
    """Shorten a label that would not fit a panel; the tables have it in full."""
    return text if len(text) <= _LONGEST_LABEL else text[: _LONGEST_LABEL - 1] + "…"


def draw(height: float, paint: Callable[[Axes], None], alt: str) -> Panel:
    """Paint a panel."""
    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(PANEL_WIDTH, height), layout="constrained")
        paint(figure.subplots())
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    return Panel(text[text.index("<svg") :], alt)


@dataclass(frozen=True)
class Bar:
    """A bar: its length, the errors to both sides, and its number in the legend."""

    length: float
    low: float
    high: float
    number: int = 0


def draw_bars(groups: Sequence[tuple[str, Sequence[Bar]]], xlabel: str, title: str,
              alt: str) -> Panel:  # fmt: skip
    """Draw bars under their names, which thus may be as long as the panel is wide."""
    step, label = 0.17, 0.24  # inches of a bar, and of a name
    height = sum(label + step * len(bars) + 0.05 for _, bars in groups)

    def paint(axes: Axes) -> None:
        place = 0.0
        for name, bars in groups:
            axes.text(0, place + label - 0.05, plain(shorten(name)), fontsize="small", va="bottom",
                      transform=axes.get_yaxis_transform())  # fmt: skip
            place += label
            for bar in bars:
                axes.barh(place + step / 2, bar.length, step * 0.9, xerr=[[bar.low], [bar.high]],
                          color=colour(bar.number),
                          error_kw={"elinewidth": 1, "capsize": 2})  # fmt: skip
                place += step
            place += 0.05
        axes.set_ylim(height, 0)
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
        axes.set_xlim(0, None)
        axes.set_xlabel(xlabel)
        axes.set_title(plain(title))

    return draw(height + 0.85, paint, alt)


# What the library writes: black for ink, white for paper, our colours for lines.
_GROUP_ID = re.compile(r'<g id="[^"]*"')
_SIZE = re.compile(r'(<svg[^>]*?) width="[^"]*"')
_HEIGHT = re.compile(r'(<svg[^>]*?) height="[^"]*"')
_PAPER = re.compile(r"fill: #ffffff\b")


def inline(panel: Panel) -> str:
    """Write a panel as a part of a page: in its colours, at its width, with its words."""
    svg = _HEIGHT.sub(r"\1", _SIZE.sub(r"\1", panel.svg, count=1), count=1)
    svg = _PAPER.sub("fill: none", _GROUP_ID.sub("<g", svg))
    svg = svg.replace("#000000", "currentColor")
    for number, shade in enumerate(COLOURS):
        svg = svg.replace(shade, f"var(--c{number})")
    words = escape(panel.alt, quote=True)
    return svg.replace("<svg ", f'<svg role="img" aria-label="{words}" ', 1)


_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_FONT = "font: 10px sans-serif"


def join_svg(picture: Drawing, columns: int = 3) -> str:
    """Lay a picture out as one SVG that stands alone: panels in rows, their legend below."""
    boxes = [_BOX.search(panel.svg) for panel in picture.panels]
    sizes = [(float(box[1]), float(box[2])) for box in boxes if box is not None]
    columns = min(columns, len(sizes))
    width, height = columns * max(wide for wide, _ in sizes), max(high for _, high in sizes)
    parts = []
    for i, (panel, (wide, high)) in enumerate(zip(picture.panels, sizes, strict=True)):
        place = f'x="{i % columns * wide:g}" y="{i // columns * height:g}"'
        svg = _HEIGHT.sub(r"\1", _SIZE.sub(r"\1", panel.svg, count=1), count=1)
        parts.append(svg.replace("<svg ", f'<svg {place} width="{wide:g}" height="{high:g}" ', 1))
    bottom = -(-len(sizes) // columns) * height
    across = max(1, int(width // 240))
    for i, (name, number) in enumerate(picture.legend):
        x, y = i % across * width / across + 10, bottom + 14 + i // across * 16
        style = f"stroke: {colour(number)}; stroke-width: 2; stroke-dasharray: {_gaps(number)}"
        parts.append(f'<path d="M {x:g} {y - 3:g} h 24" style="{style}"/>')
        parts.append(f'<text x="{x + 30:g}" y="{y:g}" style="{_FONT}">{escape(name)}</text>')
    tall = bottom + 16 * -(-len(picture.legend) // across) + 6
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="{width:g}" height="{tall:g}" viewBox="0 0 {width:g} {tall:g}">'
        f'<rect width="{width:g}" height="{tall:g}" fill="#ffffff"/>{"".join(parts)}</svg>'
    )


def _gaps(number: int) -> str:
    return {"solid": "none", "dashed": "7 3", "dotted": "2 2"}[line_style(number)]
