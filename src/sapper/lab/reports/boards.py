"""
Win rates against what boards are like: 3BV, openings, islands, ZiNi.

The games of a condition are put in order of the number and cut into bins of as many
games each; a bin has a win rate with its interval.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from sapper.lab.reports.digest import Digest, format_value, value_of
from sapper.lab.reports.drawing import colour, dashes, draw, legend, plain
from sapper.lab.reports.sections import Row, Section, identity, labeller
from sapper.lab.statistics import wilson_interval

BINS: Final = 12
_MOST_LINES: Final = 24
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


def board_sections(digests: Sequence[Digest], names: Sequence[str]) -> list[Section | None]:
    """Make a section for each number that the experiment's file asks for."""
    return [_section(digests, name) for name in names]


def _section(digests: Sequence[Digest], name: str) -> Section:
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
    note = f"Games of a condition in {BINS} bins of as many games each, in order of {TITLES[name]}."
    svg = draw_curves(digests, name, labeller(varied))
    return Section(f"by_{name}", f"Win rate against {TITLES[name]}", rows, svg, notes=(note,))


def draw_curves(digests: Sequence[Digest], name: str, label: Callable[[Digest], str]) -> str:
    """Draw win rates against a number of the boards, a panel for each grid."""
    sizes = list(dict.fromkeys(str(value_of(one, "on")) for one in digests))
    agents = list(dict.fromkeys(label(one).removesuffix(f", {value_of(one, 'on')}")
                                for one in digests))  # fmt: skip

    def paint(panels: list[Axes]) -> None:
        for axes, size in zip(panels, sizes, strict=True):
            shown = [one for one in digests if str(value_of(one, "on")) == size]
            for one in shown[:_MOST_LINES]:
                who = label(one).removesuffix(f", {size}")
                _paint_curve(axes, one, name, agents.index(who), who)
            axes.set_title(plain(size))
            axes.set_xlabel(f"{TITLES[name]} of the board")
            axes.set_ylabel("won %, with 95 % interval")
            axes.set_ylim(0, None)
        legend(panels[0])

    columns = min(len(sizes), 3)
    rows = -(-len(sizes) // columns)
    height = 3.6 * rows + 0.12 * min(len(agents), _MOST_LINES)
    return draw(max(6.4, 4.2 * columns), height, len(sizes), paint, columns=columns)


def _paint_curve(axes: Axes, one: Digest, name: str, number: int, who: str) -> None:
    curve = win_curve(one.won, one.boards[name])
    rates = np.array([100 * found.wins / found.games for found in curve])
    bounds = 100 * np.array([found.interval for found in curve]).reshape(-1, 2).T
    errors = np.maximum([rates - bounds[0], bounds[1] - rates], 0.0)
    axes.errorbar(
        [found.mean for found in curve], rates, yerr=errors, color=colour(number),
        linestyle=dashes(number), label=plain(who), marker="o", markersize=3, capsize=2,
        linewidth=1.2, elinewidth=1,
    )  # fmt: skip
