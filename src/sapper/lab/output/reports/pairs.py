"""
The section of pairs: agents against agents on the same boards, game by game.

Options of agents that are parameters of the experiment make other agents, so that an
agent is compared with itself too. All comparisons of a report are made at once: their
p-values are corrected by Holm's method, and the corrected ones decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy as np

from sapper.lab.experiments.definition import ReportOptions
from sapper.lab.output.board_numbers import rules_of
from sapper.lab.output.reports import plots
from sapper.lab.output.reports.digest import Digest, value_of
from sapper.lab.output.reports.lines import label
from sapper.lab.output.reports.sections import Row, Section, identity
from sapper.lab.stats.comparison import ALIKE, Comparison, corrected
from sapper.lab.stats.moved_mines import mines_moved
from sapper.lab.stats.statistics import format_interval, format_p

_MOST_PAIRED_AGENTS: Final = 6
_MOST_BOARDS: Final = 100_000  # so many are laid again to count the mines that moved
# Parameters that make another board of a seed; all others are options of agents.
_PLACES: Final = ("on", "size", "mines", "density", "first_click", "game")
_NOTE: Final = (
    "McNemar's test: p is the chance of so uneven a split if both were equally good. Intervals are "
    "of 95 %; on other boards: what it would be if each had played boards of its own. Mines moved: "
    "how many mines of a board lie elsewhere because the two opened other cells first, on average."
)


def pairs(digests: Sequence[Digest], options: ReportOptions) -> Section | None:
    """Compare agents on the same boards; options that are parameters make other agents."""
    varied = [name for name in identity(digests) if name in _PLACES] or ["on"]
    by_place: dict[str, dict[str, Digest]] = {}
    for one in digests:
        by_place.setdefault(label(one, varied), {})[str(value_of(one, "agent"))] = one
    compared: list[Comparison] = []
    for where, agents in by_place.items():
        if not options.compare and len(agents) > _MOST_PAIRED_AGENTS:
            continue
        compared += [
            _compare(where, (first, agents[first]), (second, agents[second]))
            for first, second in options.compare or combinations(agents, 2)
            if first in agents and second in agents
        ]
    if not compared:
        return None
    compared = corrected(compared)
    named = [(f"{one.first} against {one.second}", one.on, one.paired) for one in compared]
    return Section(
        "pairs",
        "The same boards, agent against agent",
        [_row(one) for one in compared],
        plots.differences(named),
        [_shown(one) for one in compared],
        (_NOTE, _deciding(len(compared))),
    )


def _compare(where: str, first: tuple[str, Digest], second: tuple[str, Digest]) -> Comparison:
    """Compare the games that both have played."""
    (name, one), (other_name, other) = first, second
    _, left, right = np.intersect1d(
        one.numbers, other.numbers, assume_unique=True, return_indices=True
    )
    rules = rules_of(one.condition)
    some, others = left[:_MOST_BOARDS], right[:_MOST_BOARDS]
    return Comparison.of(
        (name, other_name),
        (one.won[left], other.won[right]),
        rules,
        on=where,
        mines_moved=mines_moved(rules, one.seeds[some], one.firsts[some], other.firsts[others]),
    )


def _deciding(count: int) -> str:
    """Name the p-value that decides."""
    if count == 1:
        return f"One agent counts as better where p is below {ALIKE}."
    return (
        f"These are {count} comparisons at once: p (Holm) is corrected for that, and it decides. "
        f"One agent counts as better where it is below {ALIKE}."
    )


def _row(one: Comparison) -> Row:
    low, high = one.unpaired_interval
    return {
        "on": one.on, "first": one.first, "second": one.second, **vars(one.paired),
        "p_holm": one.deciding_p, "unpaired_low": low, "unpaired_high": high,
        "mines_moved": one.mines_moved,
    }  # fmt: skip


def _shown(one: Comparison) -> Row:
    pair = one.paired
    paired, unpaired = (
        format_interval(100 * low, 100 * high, signed=True)
        for low, high in ((pair.difference_low, pair.difference_high), one.unpaired_interval)
    )
    better = "first" if pair.difference > 0 else "second"
    return {
        "first": one.first,
        "second": one.second,
        "on": one.on,
        "games": str(pair.games),
        "only one agent won": f"{pair.only_first} : {pair.only_second}",
        "difference, points": f"{100 * pair.difference:+.2f} ({paired})",
        "on other boards": unpaired,
        "mines moved": f"{one.mines_moved:.2g}",
        "p": format_p(pair.p_value).removeprefix("= "),
        "p (Holm)": format_p(one.deciding_p).removeprefix("= "),
        "better": better if one.is_telling else "undecided",
    }
