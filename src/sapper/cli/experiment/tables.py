"""Win rates and progress for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sapper.cli.tables import Column, Fitted
from sapper.lab.stats.statistics import format_interval
from sapper.lab.store import ConditionRow
from sapper.lab.tallies import Tally

_TALLEST = 24
_MEASURED = (
    Column("games", kind="number"),
    Column("won %", kind="number"),
    Column("95 % interval", kind="number"),
    Column("no guess %", kind="number", spare=1),
    Column("guesses", kind="number", spare=2),
    Column("µs/game", kind="number", spare=3),
)


def label(parameters: Mapping[str, Any], varied: Sequence[str]) -> list[str]:
    """Return the cells that tell a condition from the others."""
    return [_value(parameters.get(name, "")) for name in varied]


def varied_names(conditions: Sequence[ConditionRow]) -> list[str]:
    """Name the parameters that differ between conditions, and always the agent and the grid."""
    names = ["agent", "on"]
    for name in dict.fromkeys(key for row in conditions for key in row.parameters):
        values = {str(row.parameters.get(name)) for row in conditions}
        derived = name in ("columns", "rows", "cells", "mines", "density", "size")
        if len(values) > 1 and name not in names and not derived:
            names.append(name)
    return names


def win_table(
    conditions: Iterable[tuple[ConditionRow, Tally]], games: int, *, shorten: bool = False
) -> Fitted:
    """Lay out the win rates of an experiment's conditions."""
    pairs = list(conditions)
    varied = varied_names([row for row, _ in pairs])
    left_out = max(len(pairs) - _TALLEST, 0) if shorten else 0
    names = [Column(name.replace("_", " "), kind="id") for name in varied]
    rows = [
        [*label(condition.parameters, varied), *_cells(tally, 0 if shorten else games)]
        for condition, tally in pairs[: len(pairs) - left_out]
    ]
    more = f"; {left_out} more conditions" if left_out else ""
    return Fitted([*names, *_MEASURED], rows, caption=f"95 % Wilson intervals of won %{more}")


def _cells(tally: Tally, games: int) -> list[str]:
    if tally.games == 0:
        return [f"0/{games}" if games else "0", *["-"] * 5]
    low, high = tally.interval
    return [
        f"{tally.games}" if tally.games >= games else f"{tally.games}/{games}",
        f"{100 * tally.win_rate:.2f}",
        format_interval(100 * low, 100 * high),
        f"{100 * tally.no_guess_rate:.2f}",
        f"{tally.mean_guesses:.2f}",
        f"{tally.microseconds:.1f}",
    ]


def format_seconds(seconds: float) -> str:
    """
    Write a time for a person.

    >>> format_seconds(75), format_seconds(3 * 86400 + 7200)
    ('1 min 15 s', '3 d 2 h')
    """
    if seconds < 60:
        return f"{seconds:.0f} s" if seconds >= 1 else f"{seconds:.1f} s"
    for unit, size, smaller, small in (
        ("d", 86400, "h", 3600),
        ("h", 3600, "min", 60),
        ("min", 60, "s", 1),
    ):
        if seconds >= size:
            return f"{int(seconds // size)} {unit} {int(seconds % size // small)} {smaller}"
    raise AssertionError("seconds below a minute were dealt with above")


def format_bytes(count: float) -> str:
    """
    Write a size for a person.

    >>> format_bytes(4_500_000)
    '4.5 MB'
    """
    for unit in ("B", "kB", "MB", "GB"):
        if count < 1000:
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:.1f} TB"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)
