"""
Win rates against what boards are like: 3BV, openings, islands, ZiNi.

The games of a condition are put in order of the number and cut into bins of as many
games each; a bin has a win rate with its interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from sapper.lab.output.reports.digest import Digest, format_value, value_of
from sapper.lab.output.reports.drawing import Drawing, Panel, colour, dashes, draw, plain, shorten
from sapper.lab.output.reports.lines import Lines
from sapper.lab.output.reports.sections import Row, Section, identity
from sapper.lab.stats.statistics import wilson_interval

BINS: Final = 12
TITLES: Final = {
    "three_bv": "3BV",
    "openings": "openings",
    "islands": "islands",
    "zini": "greedy ZiNi",
    "human_zini": "human ZiNi",
}


class Bin(NamedTuple):
    """Games of boards with nearly the same number."""

    mean: float
    games: int
    wins: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the win rate."""
        return wilson_interval(self.wins, self.games)


def win_curve(won: NDArray[np.bool_], numbers: NDArray[np.integer], bins: int = BINS) -> list[Bin]:
    """
    Put games into bins by a number of their boards; games without a board are left out.

    >>> [tuple(one) for one in win_curve(np.array([1, 0, 1, 1]) > 0, np.array([5, 9, 7, 6]), 2)]
    [(5.5, 2, 2), (8.0, 2, 1)]
    """
    known = np.flatnonzero(numbers >= 0)
    order = known[np.argsort(numbers[known], kind="stable")]
    parts = np.array_split(order, max(1, min(bins, len(order))))
    return [
        Bin(float(numbers[part].mean()), len(part), int(won[part].sum()))
        for part in parts
        if len(part)
    ]


def board_sections(
    digests: Sequence[Digest], names: Sequence[str], lines: Lines
) -> list[Section | None]:
    """Make a section for each number that the experiment's file asks for."""
    return [_section(digests, name, lines) for name in names]


def _section(digests: Sequence[Digest], name: str, lines: Lines) -> Section:
    varied = identity(digests)
    rows: list[Row] = []
    for one in digests:
        who = {key: format_value(value_of(one, key)) for key in varied}
        for found in win_curve(one.won, one.boards[name]):
            low, high = found.interval
            rows.append(
                {
                    **who, name: found.mean, "games": found.games,
                    "won_percent": 100 * found.wins / found.games,
                    "won_low": 100 * low, "won_high": 100 * high,
                }
            )  # fmt: skip
    bins = f"Games of a condition in {BINS} bins of as many games each, in order of {TITLES[name]}."
    picture, note = draw_curves(digests, name, lines)
    notes = (bins, note) if note else (bins,)
    return Section(f"by_{name}", f"Win rate against {TITLES[name]}", rows, picture, notes=notes)


def draw_curves(digests: Sequence[Digest], name: str, lines: Lines) -> tuple[Drawing, str]:
    """Draw win rates against a number of the boards, a panel a grid; and say what is left out."""
    split, note = lines.split(digests)
    panels = tuple(_draw_panel(place, shown, name, lines) for place, shown in split.items())
    return Drawing(panels, lines.legend([one for ones in split.values() for one in ones])), note


def _draw_panel(place: str, digests: Sequence[Digest], name: str, lines: Lines) -> Panel:
    def paint(axes: Axes) -> None:
        for one in digests:
            _paint_curve(axes, one, name, lines.number(one))
        axes.set_xlabel(f"{TITLES[name]} of the board")
        axes.set_ylabel("won %, with 95 % interval")
        axes.set_ylim(0, None)
        axes.set_title(plain(shorten(place)))

    ends = [(lines.name(one), win_curve(one.won, one.boards[name])) for one in digests]
    said = "; ".join(
        f"{who} from {100 * curve[0].wins / curve[0].games:.2f} at {curve[0].mean:.0f} "
        f"to {100 * curve[-1].wins / curve[-1].games:.2f} at {curve[-1].mean:.0f}"
        for who, curve in ends
        if curve
    )
    where = f"{place}. " if place else ""
    alt = f"{where}Games won in percent against {TITLES[name]} of the board: {said}."
    return draw(3.1, paint, alt)


def _paint_curve(axes: Axes, one: Digest, name: str, number: int) -> None:
    curve = win_curve(one.won, one.boards[name])
    rates = np.array([100 * found.wins / found.games for found in curve])
    bounds = 100 * np.array([found.interval for found in curve]).reshape(-1, 2).T
    errors = np.maximum([rates - bounds[0], bounds[1] - rates], 0.0)
    axes.errorbar(
        [found.mean for found in curve], rates, yerr=errors, color=colour(number),
        linestyle=dashes(number), marker="o", markersize=3, capsize=2,
        linewidth=1.2, elinewidth=1,
    )  # fmt: skip
