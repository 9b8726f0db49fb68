"""The plots of a report; each takes digests and returns a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from matplotlib.axes import Axes

from sapper.lab.output.reports.digest import TIME_EDGES, Digest, value_of
from sapper.lab.output.reports.drawing import (
    Bar,
    Drawing,
    Panel,
    colour,
    dashes,
    draw,
    draw_bars,
    plain,
    shorten,
)
from sapper.lab.output.reports.lines import Lines
from sapper.lab.stats.fits import Fit
from sapper.lab.stats.measures import MEASURES
from sapper.lab.stats.paired import Paired
from sapper.lab.stats.statistics import Z95

_HEIGHT = 3.1
Drawn = dict[str, list[Digest]]


def grouped_bars(digests: Sequence[Digest], lines: Lines) -> Drawing:
    """Draw won and won without a guess as bars with 95 % intervals, under their places."""
    places: Drawn = {}
    for one in digests:
        places.setdefault(lines.panel(one) or str(value_of(one, "on")), []).append(one)
    panels = []
    for no_guess in (False, True):
        groups = [
            (name, [_bar(one, lines, no_guess=no_guess) for one in shown])
            for name, shown in places.items()
        ]
        title = "won without a guess" if no_guess else "won"
        alt = f"Bars of games {title}, in percent: {_range(digests, lines, no_guess=no_guess)}"
        panels.append(draw_bars(groups, "%, with 95 % interval", title, alt))
    return Drawing(tuple(panels), lines.legend(digests))


def swept_lines(drawn: Drawn, x: str, lines: Lines, fits: dict[str, Fit]) -> Drawing:
    """Draw win rates over a swept parameter, with 95 % intervals and fitted curves."""
    panels = []
    for place, digests in drawn.items():
        for no_guess in (False, True):

            def paint(axes: Axes, shown: Sequence[Digest] = digests, no: bool = no_guess) -> None:
                for name, ones in _by_line(shown, lines).items():
                    number = lines.numbers[name]
                    places = [float(value_of(one, x)) for one in _sorted(ones, x)]
                    rates, errors = _rates(_sorted(ones, x), no_guess=no)
                    fit = None if no else fits.get(fit_name(ones[0], lines))
                    axes.errorbar(
                        places, rates, yerr=errors, color=colour(number), marker="o", markersize=3,
                        capsize=2, linewidth=0 if fit else 1.2, elinewidth=1,
                        linestyle=dashes(number),
                    )  # fmt: skip
                    if fit is not None:
                        fine = np.linspace(min(places), max(places), 200)
                        axes.plot(fine, 100 * fit(fine), color=colour(number), linewidth=1.2,
                                  linestyle=dashes(number))  # fmt: skip
                axes.set_xlabel(x.replace("_", " "))
                axes.set_ylabel("%")
                axes.set_ylim(0, None)

            what = "won without a guess" if no_guess else "won"
            alt = f"Games {what}, in percent, over {x.replace('_', ' ')}"
            found = _range(digests, lines, no_guess=no_guess)
            panels.append(_titled(what, place, paint, f"{alt}: {found}"))
    return Drawing(tuple(panels), lines.legend([one for ones in drawn.values() for one in ones]))


def fit_name(one: Digest, lines: Lines) -> str:
    """Name a fitted curve: its line, and its panel where there are several."""
    panel = lines.panel(one)
    return f"{lines.name(one)}, {panel}" if panel else lines.name(one)


def measured_lines(drawn: Drawn, x: str, lines: Lines, measures: Sequence[str]) -> Drawing:
    """Draw the means of measures over a swept parameter, a panel each, with 95 % intervals."""
    panels = []
    for place, digests in drawn.items():
        for measure in measures:
            kind = MEASURES[measure]

            def paint(
                axes: Axes,
                shown: Sequence[Digest] = digests,
                measure: str = measure,
                scale: float = kind.scale,
            ) -> None:
                for name, ones in _by_line(shown, lines).items():
                    found = [one.measure(measure) for one in _sorted(ones, x)]
                    number = lines.numbers[name]
                    axes.errorbar(
                        [float(value_of(one, x)) for one in _sorted(ones, x)],
                        [scale * one.value for one in found],
                        yerr=[scale * Z95 * one.error for one in found],
                        color=colour(number), marker="o", markersize=2.5, capsize=2,
                        linewidth=1.2, elinewidth=1, linestyle=dashes(number),
                    )  # fmt: skip
                axes.set_xlabel(x.replace("_", " "))
                axes.set_ylim(0, None)

            names = ", ".join(_by_line(digests, lines))
            title = kind.shown
            alt = f"{title[0].upper() + title[1:]} over {x.replace('_', ' ')}: lines of {names}."
            panels.append(_titled(title, place, paint, alt))
    return Drawing(tuple(panels), lines.legend([one for ones in drawn.values() for one in ones]))


def convergence(drawn: Drawn, lines: Lines) -> Drawing:
    """Draw the win rate as games are added, a panel for each place."""
    panels = []
    for place, digests in drawn.items():

        def paint(axes: Axes, shown: Sequence[Digest] = digests) -> None:
            for one in shown:
                number = lines.number(one)
                places, rates = one.convergence()
                axes.plot(places, 100 * rates, color=colour(number), linewidth=1,
                          linestyle=dashes(number))  # fmt: skip
            axes.set_xscale("log")
            axes.set_xlabel("games")
            axes.set_ylabel("won %")
            axes.set_ylim(0, max(1.0, axes.get_ylim()[1]))  # where nothing is won as well

        alt = f"The win rate after 1, 10, 100 … games: {_range(digests, lines, no_guess=False)}"
        panels.append(_titled("", place, paint, alt))
    return Drawing(tuple(panels), lines.legend([one for ones in drawn.values() for one in ones]))


def distributions(drawn: Drawn, lines: Lines) -> Drawing:
    """Draw how guesses and time are spread over games, two panels for each place."""
    panels = []
    for place, digests in drawn.items():
        means = "; ".join(f"{lines.name(one)} {one.tally.mean_guesses:.2f}" for one in digests)
        alt = f"The share of games by guesses, the first click not counted. Means: {means}."
        panels.append(_titled("guesses", place, _paint_guesses(digests, lines), alt))
        means = "; ".join(f"{lines.name(one)} {one.tally.microseconds:.1f}" for one in digests)
        alt = f"The share of games by microseconds a game. Means: {means}."
        panels.append(_titled("time", place, _paint_times(digests, lines), alt))
    return Drawing(tuple(panels), lines.legend([one for ones in drawn.values() for one in ones]))


def _paint_guesses(digests: Sequence[Digest], lines: Lines) -> Callable[[Axes], None]:
    def paint(axes: Axes) -> None:
        furthest = 1
        for one in digests:
            last = int(np.flatnonzero(np.cumsum(one.guesses) >= 0.999 * one.games)[0])
            furthest = max(furthest, last)
            number = lines.number(one)
            axes.plot(100 * one.guesses / one.games, color=colour(number), linewidth=1,
                      linestyle=dashes(number), marker=".")  # fmt: skip
        axes.set_xlim(-0.5, furthest + 0.5)
        axes.set_ylim(0, None)
        axes.set_xlabel("guesses, the first click not counted")
        axes.set_ylabel("% of games")

    return paint


def _paint_times(digests: Sequence[Digest], lines: Lines) -> Callable[[Axes], None]:
    middles = np.sqrt(TIME_EDGES[1:] * TIME_EDGES[:-1]) / 1000

    def paint(axes: Axes) -> None:
        shares = [100 * one.times[1 : len(TIME_EDGES)] / one.games for one in digests]
        for one, share in zip(digests, shares, strict=True):
            number = lines.number(one)
            axes.plot(middles, share, color=colour(number), linewidth=1,
                      linestyle=dashes(number))  # fmt: skip
        axes.set_xscale("log")
        spread = np.flatnonzero(np.max(shares, axis=0) > 0.1)
        if len(spread):
            axes.set_xlim(middles[max(spread[0] - 1, 0)], middles[min(spread[-1] + 1, 99)])
        axes.set_ylim(0, None)
        axes.set_xlabel("µs a game, ten steps a decade")
        axes.set_ylabel("% of games")

    return paint


def differences(pairs: Sequence[tuple[str, str, Paired]]) -> Drawing:
    """Draw who against whom, where: differences on the same boards with 95 % intervals."""
    places: dict[str, list[tuple[str, Paired]]] = {}
    for who, where, paired in pairs:
        places.setdefault(where, []).append((who, paired))
    return Drawing(tuple(_differences(where, found) for where, found in places.items()))


def differences_svg(pairs: Sequence[tuple[str, Paired]], head: Sequence[str] = ()) -> str:
    """Draw differences as one SVG that stands alone, with the lines that say what was played."""
    return _differences("", pairs, head).svg


def _differences(
    where: str, pairs: Sequence[tuple[str, Paired]], head: Sequence[str] = ()
) -> Panel:
    def paint(axes: Axes) -> None:
        values = [100 * pair.difference for _, pair in pairs]
        low = [100 * (pair.difference - pair.difference_low) for _, pair in pairs]
        high = [100 * (pair.difference_high - pair.difference) for _, pair in pairs]
        places = np.arange(len(pairs)) + 0.7
        axes.errorbar(
            values, places, xerr=[low, high], fmt="o", markersize=4, capsize=3, color=colour(0)
        )
        for place, (name, _) in zip(places, pairs, strict=True):
            axes.text(0, place - 0.25, plain(shorten(name)), fontsize="small", va="bottom",
                      transform=axes.get_yaxis_transform())  # fmt: skip
        # The line at zero stands beside the marks only: through the names it strikes them out.
        axes.vlines(
            0 * places, places - 0.22, places + 0.22, color="#999999", linewidth=1, zorder=0
        )
        axes.set_ylim(len(pairs), 0)
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
        axes.set_xlabel("difference in win rate (first less second), points, with 95 % interval")
        if head:
            axes.set_title(plain("\n".join(head)), fontsize="xx-small")
        else:
            axes.set_title(plain(shorten(where)))

    on = f" on {where}" if where else ""
    found = "; ".join(f"{name}: {100 * pair.difference:+.2f}" for name, pair in pairs)
    alt = f"Differences of games won{on}, in points: {found}."
    return draw(1.1 + 0.42 * len(pairs) + 0.14 * len(head), paint, alt)


def _titled(what: str, place: str, paint: Callable[[Axes], None], alt: str) -> Panel:
    title = ", ".join(word for word in (place, what) if word)

    def painted(axes: Axes) -> None:
        paint(axes)
        axes.set_title(plain(shorten(title)))

    return draw(_HEIGHT, painted, f"{place}. {alt}" if place else alt)


def _by_line(digests: Sequence[Digest], lines: Lines) -> Drawn:
    found: Drawn = {}
    for one in digests:
        found.setdefault(lines.name(one), []).append(one)
    return found


def _sorted(digests: Sequence[Digest], x: str) -> list[Digest]:
    return sorted(digests, key=lambda one: float(value_of(one, x)))


def _range(digests: Sequence[Digest], lines: Lines, *, no_guess: bool) -> str:
    """Name the condition with the least and the one with the most."""

    def rate(one: Digest) -> float:
        return one.tally.no_guess_rate if no_guess else one.tally.win_rate

    def say(one: Digest) -> str:
        name = ", ".join(word for word in (lines.name(one), lines.panel(one)) if word)
        return f"{100 * rate(one):.2f} ({name})"

    least, most = min(digests, key=rate), max(digests, key=rate)
    return f"{say(least)}." if least is most else f"from {say(least)} to {say(most)}."


def _bar(one: Digest, lines: Lines, *, no_guess: bool) -> Bar:
    (rate,), ((low,), (high,)) = _rates([one], no_guess=no_guess)
    return Bar(rate, low, high, lines.number(one))


def _rates(digests: Sequence[Digest], *, no_guess: bool) -> tuple[list[float], list[list[float]]]:
    rates, low, high = [], [], []
    for one in digests:
        rate = one.tally.no_guess_rate if no_guess else one.tally.win_rate
        bounds = one.tally.no_guess_interval if no_guess else one.tally.interval
        rates.append(100 * rate)
        low.append(max(100 * (rate - bounds[0]), 0.0))
        high.append(max(100 * (bounds[1] - rate), 0.0))
    return rates, [low, high]
