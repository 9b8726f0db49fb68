"""
From records to numbers: five tracks, a few measures each, with 95 % intervals.

The first measure of a track is its score; the score of the whole is the mean of the five.
Shares have Wilson's interval, means that of the normal curve, win rates over the optimum
the interval of the share, divided by the mean optimum of the games.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np

from sapper.agents.run.intervals import Z95, mean_interval, wilson_interval
from sapper.llm.bench.items import TRACKS

ALL: Final = "all"
Record = Mapping[str, Any]
_Read = Callable[[Mapping[str, Any]], float | bool | None]


@dataclass(frozen=True)
class Measured:
    """One number of one group, its interval and how many items it stands on."""

    track: str
    group: str
    measure: str
    value: float
    low: float
    high: float
    items: int

    def to_dict(self) -> dict[str, Any]:
        """Return the number as JSON-ready data."""
        return asdict(self)


@dataclass(frozen=True)
class Measure:
    """What is read off an item: a ``share`` of yes, or a ``mean``; None is left out."""

    name: str
    kind: str
    read: _Read
    meaning: str


def _is_won(numbers: Mapping[str, Any]) -> bool:
    return bool(numbers["outcome"] == "won")


def _reward(name: str) -> _Read:
    return lambda numbers: float(numbers["rewards"][name])


def _risk_over(numbers: Mapping[str, Any]) -> float | None:
    if numbers["risk"] is None or numbers["least_risk"] is None:
        return None
    return max(0.0, float(numbers["risk"]) - float(numbers["least_risk"]))


MEASURES: Final[dict[str, tuple[Measure, ...]]] = {
    "proofs": (
        Measure("exact", "share", lambda n: bool(n["exact"]),
                "answers that name every proven cell and no other"),
        Measure("precision", "mean", lambda n: n["precision"],
                "share of the named cells that are proven as named; of answers that name any"),
        Measure("recall", "mean", lambda n: n["recall"], "share of the proven cells named"),
    ),
    "games": (
        Measure("finished", "share", _is_won, "boards finished"),
        Measure("opened", "mean", _reward("progress"), "share of the safe cells opened"),
        Measure("needless guesses", "mean", lambda n: float(n["needless"]),
                "guesses a game where a cell was proven safe"),
    ),
    "guesses": (
        Measure("value kept", "mean", _reward("value"),
                "chance to win after the move over that of best play; where that is not known, "
                "chance to survive over the best; 0 where nothing was revealed"),
        Measure("risk over least", "mean", _risk_over,
                "risk taken less the least on offer; of answers that reveal a cell"),
        Measure("answered", "share", lambda n: n["risk"] is not None, "answers that reveal a cell"),
    ),
    "small games": (
        Measure("win rate over optimum", "optimum", _is_won,
                "games won, divided by how many best play wins on average"),
        Measure("won", "share", _is_won, "games won"),
        Measure("value", "mean", _reward("value"),
                "the reward value: safe cells opened, each by what the move kept of the chance "
                "to win"),
    ),
    "reasons": (
        Measure("sound", "share", lambda n: bool(n["sound"]),
                "answers whose clues imply the claim"),
        Measure("right", "share", lambda n: bool(n["right"]), "answers whose claim is proven"),
        Measure("right for a wrong reason", "share", lambda n: bool(n["right_for_a_wrong_reason"]),
                "answers whose claim is proven, but not by the clues that they name"),
        Measure("minimal", "share", lambda n: bool(n["minimal"]),
                "answers that are sound and name no clue too many"),
    ),
}  # fmt: skip


def measure(records: Iterable[Record]) -> list[Measured]:
    """Return every measure of every track, of all its items and of each group."""
    by_track: dict[str, dict[str, list[Mapping[str, Any]]]] = {track: {} for track in TRACKS}
    for record in records:
        groups = by_track[record["track"]]
        for group in (ALL, record["group"]):
            groups.setdefault(group, []).append(record["numbers"])
    return [
        _measured(track, group, one, numbers)
        for track, groups in by_track.items()
        for group, numbers in groups.items()
        for one in MEASURES[track]
    ]


def _measured(
    track: str, group: str, one: Measure, numbers: Sequence[Mapping[str, Any]]
) -> Measured:
    read = [one.read(each) for each in numbers]
    values = np.array([float(value) for value in read if value is not None])
    n = len(values)
    if n == 0:
        return Measured(track, group, one.name, math.nan, math.nan, math.nan, 0)
    value = float(values.mean())
    if one.kind == "mean":
        low, high = mean_interval(values)
    else:
        low, high = wilson_interval(round(values.sum()), n)
    if one.kind == "optimum":
        best = float(sum(Fraction(each["optimum"]) for each in numbers)) / n
        value, low, high = value / best, low / best, high / best
    return Measured(track, group, one.name, value, low, high, n)


def headline(measured: Sequence[Measured]) -> list[Measured]:
    """Return the score of each track that has items."""
    firsts = {track: MEASURES[track][0].name for track in TRACKS}
    return [one for one in measured if one.group == ALL and one.measure == firsts[one.track]]


def total(measured: Sequence[Measured]) -> Measured | None:
    """Return the mean of the five scores; None unless all tracks have items."""
    scores = headline(measured)
    if len(scores) < len(TRACKS):
        return None
    value = sum(one.value for one in scores) / len(scores)
    # The tracks are independent: their errors add in squares.
    error = math.hypot(*((one.high - one.low) / 2 for one in scores)) / len(scores)
    items = sum(one.items for one in scores)
    return Measured(ALL, ALL, "score", value, max(0.0, value - error), value + error, items)


__all__ = ["ALL", "MEASURES", "Z95", "Measure", "Measured", "headline", "measure", "total"]
