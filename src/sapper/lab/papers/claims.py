"""
Claims with a verdict: holds, does not hold, or cannot be decided.

A claim about games is decided by differences and their intervals: of two agents
game by game on the same boards, of an agent and a number, or of one grid and the
next. All intervals of a claim hold together with 99 %, so a claim over twenty
densities is not refuted by one of them being unlucky (Bonferroni's correction). A
claim holds if every interval lies on its side; it does not if some interval lies
wholly on the other; else the games cannot tell. `sapper.lab.papers.published.claims` says
how a claim is written down.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from statistics import NormalDist
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sapper.agents import Games
from sapper.errors import UnknownNameError
from sapper.game.rules import Rules
from sapper.lab.papers.published import Claim, PublishedTable, published_tables
from sapper.lab.papers.published.claims import OF_GAMES
from sapper.lab.papers.published.figures import LOOKS
from sapper.lab.papers.reproduction import count_looks, find_row_condition
from sapper.lab.stats.measures import PER_GAME
from sapper.lab.stats.sets import Measure, mean_of, median_of
from sapper.lab.store.protocol import ConditionRow, Store

HOLDS: Final = "holds"
DOES_NOT: Final = "does not hold"
CANNOT: Final = "cannot be decided"
# All intervals of a claim together.
LEVEL: Final = 0.99
# With fewer games the spread itself is a guess.
FEWEST_GAMES: Final = 30
# Games differ in time by what else the machine does: medians are compared, not means.
TIME: Final = "seconds_per_game"
# Places named at most, where a claim holds in some and not in others.
_MOST_NAMED: Final = 6


@dataclass(frozen=True)
class Verdict:
    """A claim, the test behind it, what was found, and what follows."""

    claim: str
    table: str
    says: str
    place: str
    test: str
    found: str
    games: int
    verdict: str


@dataclass(frozen=True)
class Difference:
    """A difference that a claim is about, with the place where it was measured."""

    place: str
    value: Measure
    games: int


Check = Callable[[], tuple[bool | None, str]]
"""Returns whether a claim holds (None: cannot be decided) and what was found."""


def judge_claim(claim: Claim, store: Store) -> Verdict:
    """Make a claim's test with the games in the store."""
    if claim.test == "none":
        return _verdict(claim, "none", claim.why, 0, CANNOT)
    if claim.test == "check":
        holds, found = find_check(claim)()
        return _verdict(claim, "a check of the text's own example", found, 0, _word(holds))
    games, others = (
        _Games(published_tables()[f"{claim.paper}/{name}"], store, claim)
        for name in (claim.table, claim.against_table or claim.table)
    )
    differences, missing = _differences(claim, games, others)
    test = _test_in_words(claim, len(differences))
    played = min((one.games for one in differences), default=0)
    if missing:
        return _verdict(claim, test, f"not played yet: {missing[0]}", played, CANNOT)
    if played < FEWEST_GAMES:
        return _verdict(claim, test, f"too few games: {played}", played, CANNOT)
    z = _quantile(len(differences))
    sides = [_side(claim, one, z) for one in differences]
    return _verdict(claim, test, _found(differences, sides, z), played, _decide(sides))


def find_check(claim: Claim) -> Check:
    """Return the function that decides a claim without games."""
    module_name = f"sapper.lab.papers.checks.{claim.paper}"
    checks: Mapping[str, Check] = {}
    if find_spec(module_name) is not None:
        checks = import_module(module_name).CHECKS
    if claim.check not in checks:
        raise UnknownNameError.of(f"check of {claim.paper}", claim.check, checks)
    return checks[claim.check]


class _Games:
    """The games of a table in the store, one number a game."""

    def __init__(self, table: PublishedTable, store: Store, claim: Claim) -> None:
        self._table, self._store, self._claim = table, store, claim
        experiment = store.find_experiment(table.experiment)
        rows = experiment.conditions if experiment else ()
        self._stored = {row.key: row for row in rows}

    def find(self, agent: str, on: str) -> tuple[NDArray[np.int64], NDArray[np.float64]] | None:
        """Return the numbers of the games and their values, or None if none was played."""
        condition = find_row_condition(self._table, agent, on)
        row = self._stored.get(condition.key) if condition is not None else None
        if condition is None or row is None:
            return None
        if self._claim.measure == LOOKS:
            return count_looks(self._store, row)
        return self._load(row, condition.rules)

    def _load(
        self, row: ConditionRow, rules: Rules
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]] | None:
        numbers, values = [], []
        for (first, count), games in self._store.iter_games(row):
            numbers.append(np.arange(first, first + count))
            values.append(self._values(games, rules))
        if not numbers:
            return None
        return np.concatenate(numbers), np.concatenate(values)

    def _values(self, games: Games, rules: Rules) -> NDArray[np.float64]:
        values = PER_GAME[self._claim.measure](games, rules)
        for name, times in self._claim.minus.items():
            values = values - times * PER_GAME[name](games, rules)
        return values


def _differences(claim: Claim, games: _Games, others: _Games) -> tuple[list[Difference], list[str]]:
    """Return every difference that the claim is about, and what was not played."""
    found: list[Difference | str] = []
    for agent in claim.agents:
        if claim.test in ("rises", "falls"):
            found += _steps(claim, games, others, agent)
            continue
        for on in claim.on:
            if claim.value is not None:
                found.append(_against_number(claim, games, agent, on, claim.value))
            found += [_paired(claim, (games, others), agent, other, on) for other in claim.against]
    differences = [one for one in found if isinstance(one, Difference)]
    return differences, [one for one in found if isinstance(one, str)]


def _paired(
    claim: Claim, games: tuple[_Games, _Games], agent: str, other: str, on: str
) -> Difference | str:
    ours, theirs = games[0].find(agent, on), games[1].find(other, on)
    if ours is None or theirs is None:
        return f"{agent if ours is None else other} on {on}"
    _, left, right = np.intersect1d(ours[0], theirs[0], assume_unique=True, return_indices=True)
    gain = ours[1][left] - claim.factor * theirs[1][right]
    alone = len(claim.agents) == len(claim.against) == 1
    return Difference(
        on if alone else f"{agent} - {other} on {on}", _middle(claim, gain), len(gain)
    )


def _against_number(
    claim: Claim, games: _Games, agent: str, on: str, value: float
) -> Difference | str:
    if (ours := games.find(agent, on)) is None:
        return f"{agent} on {on}"
    gain = ours[1] - claim.factor * value
    place = on if len(claim.agents) == 1 else f"{agent} on {on}"
    return Difference(place, _middle(claim, gain), len(gain))


def _steps(claim: Claim, games: _Games, others: _Games, agent: str) -> list[Difference | str]:
    """Return the steps from one grid to the next, of the difference from another if asked."""
    means: list[tuple[Measure, int]] = []
    for on in claim.on:
        if claim.against:
            paired = _paired(claim, (games, others), agent, claim.against[0], on)
            if isinstance(paired, str):
                return [paired]
            means.append((paired.value, paired.games))
            continue
        if (ours := games.find(agent, on)) is None:
            return [f"{agent} on {on}"]
        means.append((_middle(claim, ours[1]), len(ours[1])))
    who = "" if len(claim.agents) == 1 else f"{agent} "
    return [
        Difference(
            f"{who}{claim.on[i]} to {claim.on[i + 1]}",
            Measure(b.value - a.value, math.hypot(a.error, b.error)),
            min(n, m),
        )
        for i, ((a, n), (b, m)) in enumerate(pairwise(means))
    ]


def _middle(claim: Claim, values: NDArray[np.float64]) -> Measure:
    return median_of(values) if claim.measure == TIME else mean_of(values)


def _quantile(count: int) -> float:
    """Return the Bonferroni quantile for ``count`` two-sided intervals."""
    return NormalDist().inv_cdf(1 - (1 - LEVEL) / (2 * max(count, 1)))


def _side(claim: Claim, one: Difference, z: float) -> int:
    """Return 1 if the whole interval is on the claim's side, -1 on the other, else 0."""
    middle = one.value.value - claim.by
    low, high = middle - z * one.value.error, middle + z * one.value.error
    if claim.test == "alike":
        if -claim.margin <= low and high <= claim.margin:
            return 1
        return -1 if low > claim.margin or high < -claim.margin else 0
    sign = 1 if claim.test in ("higher", "rises") else -1
    low, high = sorted((sign * low, sign * high))
    return 1 if low > 0 else -1 if high < 0 else 0


def _decide(sides: Sequence[int]) -> str:
    if min(sides) < 0:
        return DOES_NOT
    return HOLDS if min(sides) > 0 else CANNOT


def _test_in_words(claim: Claim, count: int) -> str:
    what = claim.measure.replace("_", " ")
    for name, times in claim.minus.items():
        what += f" less {times:g} times {name.replace('_', ' ')}"
    if claim.test not in OF_GAMES:  # pragma: no cover - asked for tests of games only
        raise AssertionError(claim.test)
    if claim.test in ("rises", "falls"):
        how = "steps from grid to grid" + (" of a difference" if claim.against else "")
    elif claim.value is not None:
        how = f"difference from {claim.value:g}"
    else:
        how = "paired differences"
    if claim.measure == TIME:
        how = f"medians of {how}"
    if claim.factor != 1:
        how += f" to {claim.factor:g} times the other"
    if claim.by:
        how += f" beyond {claim.by:g}"
    if claim.margin:
        how += f" within {claim.margin:g} either way"
    return f"{what}: {count} {how}, {100 * LEVEL:g} % together"


def _found(differences: Sequence[Difference], sides: Sequence[int], z: float) -> str:
    """
    Count the places where the claim holds, and name those where it does not.

    The intervals are those that decided, all of them together at `LEVEL`.
    """
    held = sum(side > 0 for side in sides)
    text = f"{held} of {len(sides)} on its side"
    for side, word in ((-1, "against it"), (0, "undecided")):
        named = [one for one, found in zip(differences, sides, strict=True) if found == side]
        if named:
            shown = ", ".join(_name(one, z) for one in named[:_MOST_NAMED])
            more = f" and {len(named) - _MOST_NAMED} more" if len(named) > _MOST_NAMED else ""
            text += f"; {word}: {shown}{more}"
    if held == len(sides):
        values = [one.value.value for one in differences]
        text += f", {min(values):+.3g} to {max(values):+.3g}"
    return text


def _name(one: Difference, z: float) -> str:
    middle, spread = one.value.value, z * one.value.error
    return f"{one.place} ({middle:+.3g}, {middle - spread:+.3g} – {middle + spread:+.3g})"


def _word(holds: bool | None) -> str:
    return CANNOT if holds is None else HOLDS if holds else DOES_NOT


def _verdict(claim: Claim, test: str, found: str, games: int, verdict: str) -> Verdict:
    table = f"{claim.paper}/{claim.table}" if claim.table else ""
    return Verdict(claim.name, table, claim.says, claim.place, test, found, games, verdict)
