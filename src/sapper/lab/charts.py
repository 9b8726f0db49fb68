"""
The league as a picture and as a page.

SVG, drawn without a display and the same bytes for the same results; the page is
one HTML file that needs no network.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import matplotlib as mpl
from jinja2 import Environment, PackageLoader, select_autoescape
from matplotlib.figure import Figure

from sapper.errors import SapperError
from sapper.lab.reports.drawing import plain
from sapper.lab.summary import Summary

_COLOUR = "#3b6ea5"
_SVG_SETTINGS: Any = {"svg.hashsalt": "sapper", "svg.fonttype": "none", "font.family": "sans-serif"}


def league_svg(rows: Sequence[Summary]) -> str:
    """Draw win rates with 95 % intervals, a panel per difficulty, best first."""
    if not rows:
        raise SapperError("expected at least one result to draw, got none")
    grids = list(dict.fromkeys(row.on for row in rows))
    most = max(sum(row.on == on for row in rows) for on in grids)
    with mpl.rc_context(_SVG_SETTINGS):
        figure = Figure(figsize=(9, len(grids) * (1.1 + 0.28 * most)), layout="constrained")
        panels = figure.subplots(len(grids), 1, squeeze=False)[:, 0]
        for axes, on in zip(panels, grids, strict=True):
            shown = [row for row in rows if row.on == on][::-1]
            rates = [100 * row.tally.win_rate if row.tally.games else 0.0 for row in shown]
            pairs = list(zip(rates, (row.tally.interval for row in shown), strict=True))
            low = [max(rate - 100 * interval[0], 0.0) for rate, interval in pairs]
            high = [max(100 * interval[1] - rate, 0.0) for rate, interval in pairs]
            axes.barh(
                [plain(row.agent) for row in shown],
                rates,
                xerr=[low, high],
                color=_COLOUR,
                error_kw={"capsize": 3, "elinewidth": 1},
            )
            axes.set_title(
                f"{plain(on)}, first click {shown[0].rules.first_click}, "
                f"{shown[0].tally.games} games",
                loc="left",
            )
            axes.set_xlabel("won %, with 95 % interval")
            axes.set_xlim(0, None)
            axes.spines[["top", "right"]].set_visible(False)
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue()


def save_league_chart(rows: Sequence[Summary], path: Path) -> None:
    """Write the chart as an SVG file."""
    _write(path, league_svg(rows))


def save_league_page(rows: Sequence[Summary], path: Path) -> None:
    """Write chart and table as one HTML file."""
    environment = Environment(
        loader=PackageLoader("sapper.lab", "templates"),
        autoescape=select_autoescape(default=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    svg = league_svg(rows)
    page = environment.get_template("league.html").render(
        rows=[row.to_dict() for row in rows],
        svg=svg[svg.index("<svg") :],
        made=datetime.now(UTC).strftime("%Y-%m-%d %H:%M"),
    )
    _write(path, page)


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SapperError(f"cannot write {str(path)!r}: {error.strerror}") from None
