"""
The league as a picture and as a page.

SVG, drawn without a display and, but for the date, the same bytes for the same results;
the page is one HTML file that needs no network. Both name the rules.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
from matplotlib.figure import Figure

from sapper.errors import SapperError
from sapper.game.io.disk import save_text
from sapper.game.words import count
from sapper.lab.league import Summary
from sapper.lab.output.played import Played
from sapper.lab.output.reports.drawing import Bar, Panel, draw_bars, inline, plain
from sapper.lab.output.reports.html import csv_link, format_csv, render_page
from sapper.lab.stats.comparison import Comparison
from sapper.lab.stats.moved_mines import describe_boards
from sapper.lab.stats.statistics import format_interval, format_p

_COLOUR = "#0072b2"
_SVG_SETTINGS: Any = {"svg.hashsalt": "sapper", "svg.fonttype": "none", "font.family": "sans-serif"}


def league_svg(rows: Sequence[Summary]) -> str:
    """Draw win rates with 95 % intervals, a panel per difficulty, best first."""
    if not rows:
        raise SapperError("expected at least one result to draw, got none")
    grids = list(dict.fromkeys(row.on for row in rows))
    most = max(sum(row.on == on for row in rows) for on in grids)
    with mpl.rc_context(_SVG_SETTINGS):
        figure = Figure(figsize=(9, 0.7 + len(grids) * (1.1 + 0.28 * most)), layout="constrained")
        head = "\n".join(map(plain, played_by(rows).lines))
        figure.suptitle(head, x=0.01, ha="left", fontsize="small")
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
                f"{shown[0].rules.game} game, {count(shown[0].tally.games, 'game')}",
                loc="left",
            )
            axes.set_xlabel("won %, with 95 % interval")
            axes.set_xlim(0, None)
            axes.spines[["top", "right"]].set_visible(False)
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue()


def played_by(rows: Sequence[Summary]) -> Played:
    """Return what the agents of a league played."""
    conditions = ((row.on, row.rules, row.tally.games) for row in rows)
    return Played.of(conditions, rows[0].seed, rows[0].agent_seed)


def league_panels(rows: Sequence[Summary]) -> list[Panel]:
    """Draw the same as panels of a page, one per difficulty."""
    panels = []
    for on in dict.fromkeys(row.on for row in rows):
        shown = [row for row in rows if row.on == on and row.tally.games]
        bars = [(f"{row.agent}  {100 * row.tally.win_rate:.2f}", [_bar(row)]) for row in shown]
        said = "; ".join(name for name, _ in bars) or "nothing was played"
        alt = f"Bars of games won in percent on {on}, best first: {said}."
        panels.append(draw_bars(bars, "won %, with 95 % interval", on, alt))
    return panels


def _bar(row: Summary) -> Bar:
    rate, (low, high) = row.tally.win_rate, row.tally.interval
    return Bar(100 * rate, max(100 * (rate - low), 0.0), max(100 * (high - rate), 0.0))


def save_league_chart(rows: Sequence[Summary], path: Path) -> None:
    """Write the chart as an SVG file."""
    save_text(path, league_svg(rows))


def save_league_page(
    rows: Sequence[Summary],
    path: Path,
    compared: Sequence[Comparison] = (),
    clocked: Sequence[str] = (),
) -> None:
    """
    Write chart and table as one HTML file, with the pairs of agents that were compared.

    ``clocked`` are agents whose games a clock may decide.
    """
    if not rows:
        raise SapperError("expected at least one result to show, got none")
    played = played_by(rows)
    data = [{**row.to_dict(), "grid": row.rules.size} for row in rows]
    has_forfeits = any(row.tally.forfeits for row in rows)
    page = render_page(
        "league.html",
        played=played,
        boards=describe_boards((row.rules for row in rows), [one.mines_moved for one in compared]),
        panels=[inline(panel) for panel in league_panels(rows)],
        shown=[_shown(row, has_forfeits=has_forfeits) for row in data],
        link=csv_link(format_csv(played.complete(data))),
        has_forfeits=has_forfeits,
        clocked=clocked,
        compared=[_shown_pair(one) for one in compared],
    )
    save_text(path, page)


def _shown_pair(one: Comparison) -> dict[str, str]:
    """Write a comparison for the page's table."""
    pair, scale = one.paired, 100 if one.measure == "won" else 1
    interval = format_interval(
        scale * pair.difference_low, scale * pair.difference_high, signed=True
    )
    better = one.first if pair.difference > 0 else one.second
    return {
        "on": one.on,
        "first": one.first,
        "second": one.second,
        "games": str(pair.games),
        "only one agent won": f"{pair.only_first} : {pair.only_second}",
        "difference": f"{scale * pair.difference:+.2f} ({interval})",
        "p": format_p(one.deciding_p).removeprefix("= "),
        "better": better if one.is_telling else "undecided",
    }


_NUMBERS: Final = (
    "won %", "95 % interval", "won without a guess %", "stuck %", "guesses a game", "ms a game",
)  # fmt: skip


def _shown(row: Mapping[str, Any], *, has_forfeits: bool) -> dict[str, str]:
    """Write a result for the page's table; forfeits are games lost without a legal move."""
    games = row["games"]
    who = {"on": str(row["on"]), "agent": str(row["agent"]), "games": str(games)}
    names = [*_NUMBERS, *(["score"] if row["game"] == "score" else [])]
    names += ["forfeits"] if has_forfeits else []
    if not games:
        return who | dict.fromkeys(names, "-")
    values = (
        f"{100 * row['win_rate']:.2f}",
        format_interval(100 * row["win_rate_low"], 100 * row["win_rate_high"]),
        f"{100 * row['wins_without_guess'] / games:.2f}",
        f"{100 * row['stuck'] / games:.2f}",
        f"{row['guesses_per_game']:.2f}",
        f"{1000 * row['deciding_seconds'] / games:.3f}",
        *([f"{row['score'] or 0:.4f}"] if row["game"] == "score" else []),
        *([str(row["forfeits"])] if has_forfeits else []),
    )
    return who | dict(zip(names, values, strict=True))
