"""
The sections of a report: a heading, a picture, a table, and the CSV behind them.

Each function takes the digests and gives a `Section`, or None where the
experiment has nothing to show for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sapper.errors import SapperError
from sapper.lab.experiments.definition import ReportOptions
from sapper.lab.output.reports import plots
from sapper.lab.output.reports.digest import (
    TIME_EDGES,
    Digest,
    format_value,
    value_of,
    varied_parameters,
)
from sapper.lab.output.reports.drawing import COLOURS, Drawing, inline, line_style
from sapper.lab.output.reports.html import csv_link, format_csv
from sapper.lab.output.reports.lines import Lines, find_lines
from sapper.lab.stats.fits import Fit, fit_curve
from sapper.lab.stats.measures import MEASURES, OF_SCORE_GAME
from sapper.lab.stats.statistics import format_interval
from sapper.lab.store.protocol import ExperimentRow, Store

Row = Mapping[str, Any]
_NUMERIC_SWEEPS = ("density", "size", "mines", "cells")


@dataclass(frozen=True)
class Section:
    """One part of the page; ``rows`` are the CSV, ``shown`` what the page's table shows of it."""

    name: str
    title: str
    rows: Sequence[Row]
    picture: Drawing | None = None
    shown: Sequence[Row] = ()
    notes: Sequence[str] = field(default_factory=tuple)

    @property
    def panels(self) -> list[str]:
        """The panels of the picture as parts of a page."""
        return [inline(panel) for panel in self.picture.panels] if self.picture else []

    @property
    def legend(self) -> list[tuple[str, int, str]]:
        """The lines of the picture: name, number of the colour, style; none if there is one."""
        found = self.picture.legend if self.picture else ()
        lines = [(name, number % len(COLOURS), line_style(number)) for name, number in found]
        return lines if len(lines) > 1 else []

    @property
    def csv(self) -> str:
        """The rows as CSV text."""
        return format_csv(self.rows)

    @property
    def link(self) -> str:
        """The CSV as an address."""
        return csv_link(self.csv)


def results(digests: Sequence[Digest], set_size: int) -> Section:
    """Make the table of everything."""
    varied = identity(digests)
    rows, shown = [], []
    for one in digests:
        sets = one.sets(set_size)
        low, high = one.tally.interval
        who = {name: format_value(value_of(one, name)) for name in varied}
        numbers = {
            "games": one.games,
            "wins": one.tally.wins,
            "won_percent": 100 * one.tally.win_rate,
            "won_low": 100 * low,
            "won_high": 100 * high,
            "no_guess_percent": 100 * one.tally.no_guess_rate,
            "no_guess_low": 100 * one.tally.no_guess_interval[0],
            "no_guess_high": 100 * one.tally.no_guess_interval[1],
            "stuck": one.tally.stuck,
            "guesses": one.tally.mean_guesses,
            "guesses_sd": one.tally.guesses_deviation,
            "sets": len(sets),
            "set_mean": 100 * float(sets.mean()) if len(sets) else "",
            "set_sd": 100 * float(sets.std(ddof=1)) if len(sets) > 1 else "",
            "score": one.score,
            "microseconds": one.tally.microseconds,
        }
        rows.append({**who, **numbers})
        shown.append({**who, **_shown_results(one, numbers, set_size)})
    return Section("results", "Results", rows, shown=shown, notes=_RESULT_NOTES)


_RESULT_NOTES = (
    "Intervals are Wilson's, 95 %. Guesses do not count the first click. Means and standard "
    "deviations (sd) of sets are over consecutive games; score is the share of mines "
    "flagged rightly.",
)


def _shown_results(one: Digest, numbers: dict[str, Any], set_size: int) -> dict[str, str]:
    shown = {
        "games": f"{one.games}",
        "won %": f"{numbers['won_percent']:.2f}",
        "95 % interval": format_interval(numbers["won_low"], numbers["won_high"]),
        "no guess %": f"{numbers['no_guess_percent']:.2f}",
        "no guess interval": format_interval(numbers["no_guess_low"], numbers["no_guess_high"]),
        "guesses": f"{one.tally.mean_guesses:.2f} (sd {one.tally.guesses_deviation:.2f})",
        f"sets of {set_size}": (
            f"{numbers['set_mean']:.2f} (sd {numbers['set_sd']:.2f})"
            if numbers["set_sd"] != ""
            else "-"
        ),
        "µs a game": f"{one.tally.microseconds:.1f}",
    }
    if value_of(one, "game") == "score":
        shown["score"] = f"{one.score:.4f}"
    return shown


def bars(digests: Sequence[Digest], lines: Lines) -> Section | None:
    """Compare conditions side by side."""
    if len(digests) > 120:
        return None
    rows = [_rate_row(one, [*lines.by, *(lines.panels or ["on"])]) for one in digests]
    title = f"Win rates by {lines.by[0].replace('_', ' ')}"
    return Section("bars", title, rows, plots.grouped_bars(digests, lines))


def _swept(digests: Sequence[Digest], options: ReportOptions) -> tuple[str, list[str]]:
    """Find the number that lines are drawn over, and what tells the lines apart."""
    x = options.x or _find_sweep(digests)
    if not x or any(not isinstance(value_of(one, x), int | float) for one in digests):
        return "", []
    follows = {"density", "mines", "size", "cells", "on"} if x in _NUMERIC_SWEEPS else {x}
    others = [name for name in identity(digests) if name not in follows] or ["agent"]
    if x == "density" and len({value_of(one, "cells") for one in digests}) > 1:
        others.append("cells")
    return x, others


def measures(digests: Sequence[Digest], options: ReportOptions) -> Section | None:
    """Draw what the file asks for over a swept parameter; of the score game, its score."""
    x, others = _swept(digests, options)
    drawn = options.measures
    if not drawn and all(value_of(one, "game") == "score" for one in digests):
        drawn = OF_SCORE_GAME
    if not x or not drawn or not all(one.has_games for one in digests):
        return None
    rows: list[Row] = []
    for one in digests:
        row: dict[str, Any] = {name: format_value(value_of(one, name)) for name in [*others, x]}
        row["games"] = one.games
        for name in drawn:
            found = one.measure(name)
            row |= {name: found.value, f"{name}_error": found.error}
        rows.append(row)
    titles = [MEASURES[name].shown for name in drawn]
    title = f"{'; '.join(titles)}: over {x.replace('_', ' ')}"
    lines = find_lines(digests, others, options.group)
    split, note = lines.split(digests)
    picture = plots.measured_lines(split, x, lines, drawn)
    return Section(
        "measures", title[0].upper() + title[1:], rows, picture, notes=[note] if note else []
    )


def sweep(digests: Sequence[Digest], options: ReportOptions) -> list[Section]:
    """Draw lines over a swept parameter, fitted if the file says so."""
    x, others = _swept(digests, options)
    if not x:
        return []
    lines = find_lines(digests, others, options.group)
    fits, notes = _fit(digests, x, lines, options.fit)
    split, note = lines.split(digests)
    rows = [_rate_row(one, [*others, x]) for one in digests]
    title = f"Win rates over {x.replace('_', ' ')}"
    picture = plots.swept_lines(split, x, lines, fits)
    found = [Section("sweep", title, rows, picture, notes=[*notes, note] if note else notes)]
    if fits:
        found.append(_fit_section(fits))
    return found


def convergence(digests: Sequence[Digest], lines: Lines) -> Section:
    """Show how the win rates settle."""
    varied = identity(digests)
    rows = [
        {**{name: format_value(value_of(one, name)) for name in varied}, "games": int(games),
         "won_percent": 100 * float(rate)}
        for one in digests
        for games, rate in zip(*one.convergence(), strict=True)
    ]  # fmt: skip
    split, note = lines.split(digests)
    title = "Convergence with the number of games"
    picture = plots.convergence(split, lines)
    return Section("convergence", title, rows, picture, notes=[note] if note else [])


def distributions(digests: Sequence[Digest], lines: Lines) -> Section:
    """Show how guesses and time are spread."""
    varied = identity(digests)
    rows: list[Row] = []
    for one in digests:
        who = {name: format_value(value_of(one, name)) for name in varied}
        guesses, times = one.guesses, one.times
        rows.extend(
            {**who, "what": "guesses", "from": int(number), "games": int(guesses[number])}
            for number in np.flatnonzero(guesses)
        )
        rows.extend(
            {**who, "what": "nanoseconds", "from": int(TIME_EDGES[number - 1]) if number else 0,
             "games": int(times[number])}
            for number in np.flatnonzero(times)
        )  # fmt: skip
    split, note = lines.split(digests)
    picture = plots.distributions(split, lines)
    return Section("distributions", "Guesses and time", rows, picture, notes=[note] if note else [])


def turns(store: Store, experiment: ExperimentRow) -> Section | None:
    """Sum the turns up by part, where they were kept."""
    rows: list[Row] = []
    for condition in experiment.conditions:
        sums: dict[int, np.ndarray] = {}
        for _, columns in store.iter_turns(condition):
            for part in np.unique(columns["part"]).tolist():
                here = columns["part"] == part
                names = ("cells_proven_safe", "cells_proven_mines", "nanoseconds")
                found = np.array([here.sum(), *(columns[name][here].sum() for name in names)])
                sums[part] = sums.get(part, 0) + found
        for part, (count, safe, mines, spent) in sorted(sums.items()):
            rows.append(
                {
                    "agent": condition.parameters["agent"],
                    "on": condition.parameters["on"],
                    "part": condition.parts[part] if part >= 0 else "other",
                    "turns": int(count),
                    "proven safe a turn": f"{safe / count:.2f}",
                    "proven mines a turn": f"{mines / count:.2f}",
                    "µs a turn": f"{spent / count / 1000:.2f}",
                }
            )
    return Section("turns", "Turns by part", rows, shown=rows) if rows else None


def identity(digests: Sequence[Digest]) -> list[str]:
    """Name the parameters by which people know the conditions."""
    varied = varied_parameters(digests)
    return varied or ["agent", "on"]


def _rate_row(one: Digest, names: Sequence[str]) -> Row:
    low, high = one.tally.interval
    without_low, without_high = one.tally.no_guess_interval
    return {
        **{name: format_value(value_of(one, name)) for name in names},
        "games": one.games,
        "won_percent": 100 * one.tally.win_rate,
        "won_low": 100 * low,
        "won_high": 100 * high,
        "no_guess_percent": 100 * one.tally.no_guess_rate,
        "no_guess_low": 100 * without_low,
        "no_guess_high": 100 * without_high,
    }


def _find_sweep(digests: Sequence[Digest]) -> str:
    """Find a number that takes three values or more."""
    varied = varied_parameters(digests)
    for name in [*_NUMERIC_SWEEPS, *varied]:
        values = {value_of(one, name) for one in digests}
        is_number = all(
            isinstance(value, int | float) and not isinstance(value, bool) for value in values
        )
        if name in varied and is_number and len(values) > 2:
            return name
    return ""


def _fit(
    digests: Sequence[Digest], x: str, lines: Lines, kind: str
) -> tuple[dict[str, Fit], list[str]]:
    if not kind:
        return {}, []
    fits, notes = {}, []
    for name in dict.fromkeys(plots.fit_name(one, lines) for one in digests):
        shown = [one for one in digests if plots.fit_name(one, lines) == name]
        places = [float(value_of(one, x)) for one in shown]
        try:
            fits[name] = fit_curve(
                kind, places, [one.tally.wins for one in shown], [one.games for one in shown]
            )
        except (SapperError, np.linalg.LinAlgError) as error:
            notes.append(f"{name}: no {kind} fit, {error}")
    return fits, notes


def _fit_section(fits: dict[str, Fit]) -> Section:
    rows: list[Row] = []
    shown: list[Row] = []
    for name, fit in fits.items():
        row: dict[str, Any] = {"line": name, "kind": fit.kind}
        text: dict[str, str] = {"line": name}
        for key, value, error in zip(fit.names, fit.values, fit.errors, strict=True):
            row |= {key: value, f"{key}_error": error}
            text[key] = f"{value:.5g} (se {error:.2g})"
        rows.append({**row, "deviance": fit.deviance, "freedom": fit.freedom})
        shown.append({**text, "deviance / freedom": f"{fit.deviance:.1f} / {fit.freedom}"})
    formula = next(iter(fits.values())).formula
    return Section("fits", "Fitted curves", rows, shown=shown, notes=(formula,))
