"""
Published against measured.

The conditions of a published table are an experiment like any other, stored under
``reproduce/paper/table``: playing it again with more games adds to them. A
verdict says whether the difference is what chance allows, given the games of
both sides and the digits that were printed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper.agents import Games
from sapper.errors import UnknownNameError
from sapper.game.rules import Rules
from sapper.lab.experiments.conditions import Condition, make_condition
from sapper.lab.experiments.definition import Definition
from sapper.lab.measures import PER_GAME
from sapper.lab.published import PublishedRow, PublishedTable
from sapper.lab.sets import Measure, deviation_interval, deviation_of, mean_of, set_means
from sapper.lab.statistics import Z95, wilson_interval
from sapper.lab.store.protocol import ConditionRow, Store

# A difference beyond this many standard errors is more than chance: 1 in 100.
_LEVEL, _Z99 = 0.99, 2.5758
# Games of ours that judge a single one: fewer cannot resolve 1 %.
_FEWEST_TO_JUDGE = 200
# Still called close: points of a percentage, or a share of any other number.
_CLOSE_POINTS, _CLOSE_SHARE = 1.0, 0.05
NOT_BUILT = "not built yet"
TOO_FEW_SETS = "too few sets"
# The one measure that is taken over sets of games.
OF_SETS = "win_percent_sd"


@dataclass(frozen=True)
class Comparison:
    """One published number beside ours."""

    table: str
    agent: str
    on: str
    measure: str
    published: float | None
    measured: float | None
    low: float | None
    high: float | None
    games: int
    verdict: str

    @property
    def difference(self) -> float | None:
        """Ours minus theirs."""
        if self.published is None or self.measured is None:
            return None
        return self.measured - self.published


def find_condition(table: PublishedTable, row: PublishedRow) -> Condition | None:
    """Return the condition of a row, or None if its agent is not built yet."""
    return find_row_condition(table, row.agent, row.on)


def find_row_condition(table: PublishedTable, agent: str, on: str) -> Condition | None:
    """Return the condition of an agent on a grid of a table, or None if it is not built yet."""
    values = {
        "agent": agent,
        "on": on,
        "first_click": table.first_click,
        "game": table.game,
    }
    try:
        return make_condition(values)
    except UnknownNameError:
        return None


def make_definition(table: PublishedTable, games: int | None = None) -> Definition | None:
    """Return the experiment of a table, or None if none of its agents is built yet."""
    found = [find_condition(table, row) for row in table.playable]
    conditions = {condition.key: condition for condition in found if condition is not None}
    if not conditions:
        return None
    return Definition(
        name=f"reproduce/{table.name}",
        title=table.title,
        source=f"{table.document}, {table.place}",
        games=games or table.games,
        conditions=tuple(conditions.values()),
        set_size=table.set_size,
    )


def compare_table(table: PublishedTable, store: Store) -> list[Comparison]:
    """Lay the published numbers of a table beside those in the store."""
    experiment = store.find_experiment(f"reproduce/{table.name}")
    stored = {row.key: row for row in experiment.conditions} if experiment else {}
    found: list[Comparison] = []
    for row in table.rows:
        condition = find_condition(table, row) if row.agent else None
        if condition is None:
            verdict = NOT_BUILT if row.agent else "not ours"
            found.extend(_unplayed(table, row, verdict))
            continue
        kept = stored.get(condition.key)
        columns = load_games(store, kept) if kept is not None else None
        if columns is None or len(columns) == 0:
            found.extend(_unplayed(table, row, "not played yet"))
            continue
        found.extend(_compare_row(table, row, condition, columns))
    return found


def load_games(store: Store, condition: ConditionRow) -> Games:
    """Read all games of a condition, in the order of their numbers."""
    return Games.concat(games for _, games in store.iter_games(condition))


def measure(name: str, columns: Mapping[str, NDArray[Any]], rules: Rules, set_size: int) -> Measure:
    """Measure one of the published quantities."""
    won, guesses = columns["won"], columns["guesses"]
    measures: dict[str, Callable[[], Measure]] = {
        "win_percent": lambda: _percent(won),
        "no_guess_percent": lambda: _percent(won & (guesses == 0)),
        "win_percent_sd": lambda: deviation_of(100 * set_means(won, set_size)),
        "guesses_with_first_sd": lambda: deviation_of(guesses.astype(np.float64)),
    }
    if name in measures:
        return measures[name]()
    return mean_of(PER_GAME[name](columns, rules))


def judge(name: str, published: float, measured: Measure, table: PublishedTable, games: int) -> str:
    """Return the verdict: whether a difference is what chance allows."""
    if name == "seconds_per_game":
        if measured.value <= published:
            return f"{published / max(measured.value, 1e-12):,.0f} times faster"
        return f"{measured.value / published:,.1f} times slower"
    if not measured.is_known:
        return TOO_FEW_SETS if name == OF_SETS else "too few games"
    if name == OF_SETS:
        return _judge_deviation(published, measured.value, table, games // table.set_size)
    # Their games are as spread as ours; they played as many as the table says.
    theirs = measured.error * math.sqrt(games / table.published_games)
    difference = abs(measured.value - published)
    if difference <= table.rounding + _Z99 * math.hypot(measured.error, theirs):
        return "agrees"
    near = _CLOSE_POINTS if name.endswith("percent") else _CLOSE_SHARE * abs(published)
    return "close" if difference <= near else "differs"


def _judge_deviation(published: float, ours: float, table: PublishedTable, sets: int) -> str:
    """Return the verdict on a deviation over sets, however few the sets."""
    low, high = deviation_interval(ours, sets, _LEVEL)
    theirs = max(table.published_games // table.set_size, 2)
    slack = table.rounding + _Z99 * published / math.sqrt(2 * (theirs - 1))
    if low - slack <= published <= high + slack:
        return "agrees"
    return "close" if abs(ours - published) <= _CLOSE_SHARE * abs(published) else "differs"


def judge_game(published: float, values: NDArray[np.float64]) -> str:
    """
    Return whether one published game is like ours: 1 game in 100 or more is as far out.

    >>> judge_game(0.9, np.linspace(0, 1, 1000)), judge_game(1.2, np.linspace(0, 1, 1000))
    ('agrees', 'differs')
    """
    if len(values) < _FEWEST_TO_JUDGE:
        return "too few games"
    # A printed score is a fraction of mines, as ours: no more than rounding apart.
    below = float((values <= published + 1e-9).mean())
    above = float((values >= published - 1e-9).mean())
    return "agrees" if 2 * min(below, above) >= 1 - _LEVEL else "differs"


def _percent(hits: NDArray[np.bool_]) -> Measure:
    """Return a percentage; its error is that of the Wilson interval, so never 0."""
    low, high = wilson_interval(int(hits.sum()), len(hits))
    return Measure(100 * float(hits.mean()), 100 * (high - low) / (2 * Z95))


def _compare_row(
    table: PublishedTable, row: PublishedRow, condition: Condition, columns: Games
) -> list[Comparison]:
    shown = _shown(table, row)
    games = len(columns)
    found = []
    for name in shown:
        ours = measure(name, dict(columns), condition.rules, table.set_size)
        published = row.values.get(name)
        if published is None:
            verdict = "a plot"
        elif table.published_games == 1 and name in PER_GAME:
            verdict = judge_game(published, PER_GAME[name](dict(columns), condition.rules))
        else:
            verdict = judge(name, published, ours, table, games)
        low, high = _interval(name, ours, games, table.set_size)
        found.append(
            Comparison(
                table.name,
                row.agent,
                row.on,
                name,
                published,
                _finite(ours.value),
                _finite(low),
                _finite(high),
                games,
                verdict,
            )
        )
    return found


def _interval(name: str, ours: Measure, games: int, set_size: int) -> tuple[float, float]:
    """Return the 95 % interval of a measured number."""
    if name.endswith("percent"):
        low, high = wilson_interval(round(ours.value * games / 100), games)
        return 100 * low, 100 * high
    if name == OF_SETS and ours.is_known:
        return deviation_interval(ours.value, games // set_size)
    return ours.value - Z95 * ours.error, ours.value + Z95 * ours.error


def _finite(value: float) -> float | None:
    """Return a number, or None for what is none."""
    return value if math.isfinite(value) else None


def _shown(table: PublishedTable, row: PublishedRow) -> Sequence[str]:
    """Name what is compared: what was printed, or what a plot shows."""
    if row.values or table.measures:
        return list(row.values) or table.measures
    return ["score" if table.game == "score" else "win_percent"]


def _unplayed(table: PublishedTable, row: PublishedRow, verdict: str) -> list[Comparison]:
    who = row.agent or row.solver
    return [
        Comparison(
            table.name, who, row.on, name, row.values.get(name), None, None, None, 0, verdict
        )
        for name in _shown(table, row)
    ]
