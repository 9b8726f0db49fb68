"""
Which line a condition is, and on which panel: one colour per agent through a report.

Where a report has several agents, a line is an agent and everything else that varies
(the grid, the rule of the first click) makes panels. Where it has one, the first other
parameter makes the lines. ``group`` in the experiment's file names another one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sapper.lab.output.reports.digest import Digest, format_value

MOST_PANELS = 12


@dataclass(frozen=True)
class Lines:
    """The parameter that lines are named by, the one of panels, and each line's number."""

    by: tuple[str, ...]
    panels: tuple[str, ...]
    numbers: dict[str, int]

    def name(self, one: Digest) -> str:
        """Name the line of a condition."""
        return label(one, self.by)

    def number(self, one: Digest) -> int:
        """Return the number of its colour."""
        return self.numbers[self.name(one)]

    def panel(self, one: Digest) -> str:
        """Name the panel of a condition."""
        return label(one, self.panels)

    def split(self, digests: Sequence[Digest]) -> tuple[dict[str, list[Digest]], str]:
        """Sort conditions into panels; where there are too many, say how many are drawn."""
        found: dict[str, list[Digest]] = {}
        for one in digests:
            found.setdefault(self.panel(one), []).append(one)
        if len(found) <= MOST_PANELS:
            return found, ""
        # Evenly spread, the first and the last among them.
        names = list(found)
        step = (len(names) - 1) / (MOST_PANELS - 1)
        kept = [names[round(i * step)] for i in range(MOST_PANELS)]
        note = f"{MOST_PANELS} of {len(names)} panels are drawn; the CSV has all."
        return {name: found[name] for name in kept}, note

    def legend(self, digests: Sequence[Digest]) -> tuple[tuple[str, int], ...]:
        """List the lines that are there."""
        names = dict.fromkeys(self.name(one) for one in digests)
        return tuple((name, self.numbers[name]) for name in names)


def find_lines(digests: Sequence[Digest], varied: Sequence[str], group: str = "agent") -> Lines:
    """Decide which of the varied parameters makes lines, and which make panels."""
    by = (group,) if group in varied or not varied else (varied[0],)
    panels = tuple(name for name in varied if name not in by)
    names = dict.fromkeys(label(one, by) for one in digests)
    return Lines(by, panels, {name: number for number, name in enumerate(names)})


def label(one: Digest, names: Sequence[str]) -> str:
    """Write some of a condition's parameters for people."""
    return label_values(one.condition.parameters, names)


def label_values(values: Mapping[str, Any], names: Sequence[str]) -> str:
    """Write some of these values for people; a grid and an agent go without their name."""
    return ", ".join(
        format_value(values.get(name, ""))
        if name in ("agent", "on")
        else f"{name.replace('_', ' ')} {format_value(values.get(name, ''))}"
        for name in names
    )
