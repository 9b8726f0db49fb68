"""The plots of a report; each takes digests and gives SVG."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from sapper.lab.fits import Fit
from sapper.lab.measures import SHOWN
from sapper.lab.paired import Paired
from sapper.lab.reports.digest import TIME_EDGES, Digest, format_value, value_of
from sapper.lab.reports.drawing import colour, dashes, draw, legend, plain
from sapper.lab.statistics import Z95

_MOST_LINES = 24
Label = Callable[[Digest], str]


def grouped_bars(digests: Sequence[Digest], group: str, place: Label) -> str:
    """Draw won and won without a guess, grouped bars with 95 % intervals."""
    groups = list(dict.fromkeys(format_value(value_of(one, group)) for one in digests))
    places = list(dict.fromkeys(place(one) for one in digests))
    height = 0.8 / len(groups)

    def paint(panels: list[Axes]) -> None:
        for axes, no_guess in zip(panels, (False, True), strict=True):
            for number, name in enumerate(groups):
                shown = [one for one in digests if format_value(value_of(one, group)) == name]
                where = [places.index(place(one)) + (number + 0.5) * height - 0.4 for one in shown]
                rates, errors = _rates(shown, no_guess=no_guess)
                axes.barh(
                    where, rates, height * 0.92, xerr=errors, color=colour(number),
                    label=plain(name),
                    error_kw={"elinewidth": 1, "capsize": 2},
                )  # fmt: skip
            axes.set_yticks(range(len(places)), [plain(name) for name in places])
            axes.invert_yaxis()
            axes.set_xlim(0, None)
            axes.set_xlabel("%, with 95 % interval")
            axes.set_title("won without a guess" if no_guess else "won")
        if len(groups) > 1:
            legend(panels[0])

    size = 1.2 + 0.22 * max(len(places) * len(groups), 3) + 0.2 * len(groups)
    return draw(10, min(size, 60), 2, paint, columns=2)


def swept_lines(digests: Sequence[Digest], x: str, label: Label, fits: dict[str, Fit]) -> str:
    """Draw win rates over a swept parameter, with 95 % intervals and fitted curves."""
    names = list(dict.fromkeys(label(one) for one in digests))

    def paint(panels: list[Axes]) -> None:
        for axes, no_guess in zip(panels, (False, True), strict=True):
            for number, name in enumerate(names):
                shown = sorted(
                    (one for one in digests if label(one) == name),
                    key=lambda one: float(value_of(one, x)),
                )
                place = [float(value_of(one, x)) for one in shown]
                rates, errors = _rates(shown, no_guess=no_guess)
                fit = None if no_guess else fits.get(name)
                axes.errorbar(
                    place, rates, yerr=errors, color=colour(number), label=plain(name), marker="o",
                    markersize=3, capsize=2, linewidth=0 if fit else 1.2, elinewidth=1,
                )  # fmt: skip
                if fit is not None:
                    fine = np.linspace(min(place), max(place), 200)
                    axes.plot(fine, 100 * fit(fine), color=colour(number), linewidth=1.2,
                              linestyle=dashes(number))  # fmt: skip
            axes.set_xlabel(x.replace("_", " "))
            axes.set_ylabel("%")
            axes.set_ylim(0, None)
            axes.set_title("won without a guess" if no_guess else "won")
        legend(panels[0])

    return draw(10, 4.2 + 0.12 * len(names), 2, paint, columns=2)


def measured_lines(digests: Sequence[Digest], x: str, label: Label, measures: Sequence[str]) -> str:
    """Draw the means of measures over a swept parameter, a panel each, with 95 % intervals."""
    names = list(dict.fromkeys(label(one) for one in digests))

    def paint(panels: list[Axes]) -> None:
        for axes, measure in zip(panels, measures, strict=True):
            title, scale = SHOWN[measure]
            for number, name in enumerate(names):
                shown = sorted(
                    (one for one in digests if label(one) == name),
                    key=lambda one: float(value_of(one, x)),
                )
                found = [one.measure(measure) for one in shown]
                axes.errorbar(
                    [float(value_of(one, x)) for one in shown],
                    [scale * one.value for one in found],
                    yerr=[scale * Z95 * one.error for one in found],
                    color=colour(number), label=name, marker="o", markersize=2.5, capsize=2,
                    linewidth=1.2, elinewidth=1, linestyle=dashes(number),
                )  # fmt: skip
            axes.set_xlabel(x.replace("_", " "))
            axes.set_ylim(0, None)
            axes.set_title(title)
        legend(panels[0])

    columns = min(len(measures), 3)
    rows = -(-len(measures) // columns)
    return draw(5 * columns, 3.6 * rows + 0.12 * len(names), len(measures), paint, columns=columns)


def convergence(digests: Sequence[Digest], label: Label) -> str:
    """Draw the win rate after so many games: all of them, and without the first 100."""

    def paint(panels: list[Axes]) -> None:
        for axes, start in zip(panels, (1, 100), strict=True):
            for number, one in enumerate(digests[:_MOST_LINES]):
                places, rates = one.convergence()
                keep = places >= start
                axes.plot(
                    places[keep], 100 * rates[keep], color=colour(number), linewidth=1,
                    linestyle=dashes(number), label=plain(label(one)),
                )  # fmt: skip
            axes.set_xscale("log")
            axes.set_xlabel("games")
            axes.set_ylabel("won %")
            axes.set_title("all games" if start == 1 else "from the 100th game on")
        legend(panels[0])

    return draw(10, 4.2 + 0.12 * min(len(digests), _MOST_LINES), 2, paint, columns=2)


def distributions(digests: Sequence[Digest], label: Label) -> str:
    """Draw how guesses and time are spread over games."""
    middles = np.sqrt(TIME_EDGES[1:] * TIME_EDGES[:-1]) / 1000

    def paint(panels: list[Axes]) -> None:
        of_guesses, of_time = panels
        furthest = 1
        for number, one in enumerate(digests[:_MOST_LINES]):
            guesses, times = one.guesses, one.times
            last = int(np.flatnonzero(np.cumsum(guesses) >= 0.999 * one.games)[0])
            furthest = max(furthest, last)
            of_guesses.plot(
                100 * guesses / one.games, color=colour(number), linewidth=1,
                linestyle=dashes(number), marker=".",
                label=plain(label(one)),
            )  # fmt: skip
            of_time.plot(
                middles, 100 * times[1 : len(TIME_EDGES)] / one.games, color=colour(number),
                linewidth=1, linestyle=dashes(number),
            )  # fmt: skip
        of_guesses.set_xlim(-0.5, furthest + 0.5)
        of_guesses.set_xlabel("guesses, the first click not counted")
        of_guesses.set_ylabel("% of games")
        of_guesses.set_title("guesses")
        of_time.set_xscale("log")
        shares = [one.times[1 : len(TIME_EDGES)] / one.games for one in digests]
        spread = np.flatnonzero(np.max(shares, axis=0) > 0.001)
        if len(spread):
            of_time.set_xlim(middles[max(spread[0] - 1, 0)], middles[min(spread[-1] + 1, 99)])
        of_time.set_xlabel("µs a game, ten steps a decade")
        of_time.set_title("time")
        legend(of_guesses)

    return draw(10, 4.2 + 0.12 * min(len(digests), _MOST_LINES), 2, paint, columns=2)


def differences(pairs: Sequence[tuple[str, Paired]]) -> str:
    """Draw the difference of two agents on the same boards, with 95 % intervals."""

    def paint(panels: list[Axes]) -> None:
        (axes,) = panels
        values = [100 * pair.difference for _, pair in pairs]
        low = [100 * (pair.difference - pair.difference_low) for _, pair in pairs]
        high = [100 * (pair.difference_high - pair.difference) for _, pair in pairs]
        axes.errorbar(
            values, range(len(pairs)), xerr=[low, high], fmt="o", markersize=4, capsize=3,
            color=colour(0),
        )  # fmt: skip
        axes.axvline(0, color="#999", linewidth=1)
        axes.set_yticks(range(len(pairs)), [plain(name) for name, _ in pairs])
        axes.invert_yaxis()
        axes.set_xlabel("difference of won %, first less second, with 95 % interval")

    return draw(10, 1.4 + 0.3 * len(pairs), 1, paint)


def heat_map(
    values: NDArray[np.float64], columns: Sequence[str], rows: Sequence[str], what: str,
    names: tuple[str, str],
) -> str:  # fmt: skip
    """Draw a number for each pair of two parameters."""

    def paint(panels: list[Axes]) -> None:
        (axes,) = panels
        axes.imshow(values, cmap="viridis", aspect="auto")
        axes.set_xticks(range(len(columns)), columns)
        axes.set_yticks(range(len(rows)), rows)
        axes.set_xlabel(names[0])
        axes.set_ylabel(names[1])
        axes.set_title(what)
        middle = (np.nanmin(values) + np.nanmax(values)) / 2
        for (row, column), value in np.ndenumerate(values):
            if not np.isnan(value):
                shade = "white" if value < middle else "black"
                axes.text(column, row, f"{value:.3g}", ha="center", va="center", color=shade)

    return draw(1.5 + 0.9 * len(columns), 1.2 + 0.5 * len(rows), 1, paint)


def _rates(digests: Sequence[Digest], *, no_guess: bool) -> tuple[list[float], list[list[float]]]:
    rates, low, high = [], [], []
    for one in digests:
        rate = one.tally.no_guess_rate if no_guess else one.tally.win_rate
        bounds = one.tally.no_guess_interval if no_guess else one.tally.interval
        rates.append(100 * rate)
        low.append(max(100 * (rate - bounds[0]), 0.0))
        high.append(max(100 * (bounds[1] - rate), 0.0))
    return rates, [low, high]
