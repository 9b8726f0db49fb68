"""
Published against measured.

The conditions of a published table are an experiment like any other, stored under
its name: playing it again with more games adds to them. A
verdict says whether the difference is what chance allows, given the games of
both sides and the digits that were printed. The interval beside it is the one it rests on:
ours widened by what chance and rounding allow the document, so that a published number
agrees if it lies inside. An interval as wide as that of two sets of games cannot tell.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sapper.agents import Games
from sapper.agents.run.columns import PROVEN_BY
from sapper.errors import SapperError, UnknownNameError
from sapper.game.rules import Rules
from sapper.lab.experiments.conditions import Condition, make_condition
from sapper.lab.experiments.definition import Definition, ReportOptions, read_definition
from sapper.lab.experiments.source import Source
from sapper.lab.papers.published import (
    PublishedRow,
    PublishedTable,
    experiment_entries,
    find_figures,
    find_tables,
    published_tables,
)
from sapper.lab.stats.measures import MEASURES, PER_GAME
from sapper.lab.stats.sets import Measure, deviation_interval, mean_of
from sapper.lab.stats.statistics import Z95, wilson_interval
from sapper.lab.store.protocol import ConditionRow, Store

# A difference beyond this many standard errors is more than chance: 1 in 100.
_LEVEL, _Z99 = 0.99, 2.5758
# Games of ours that judge a single one: fewer cannot resolve 1 %.
_FEWEST_TO_JUDGE = 200
# Games from which the spread of skewed numbers, such as guesses, is known well enough to say
# that another differs: with 20 games six of Becerra's did that do not with 100,000.
_FEWEST_TO_DIFFER = 100
# Still called close: points of a percentage, or a share of any other number.
_CLOSE_POINTS, _CLOSE_SHARE = 1.0, 0.05
TIME = "seconds_per_game"
NOT_BUILT = "not built yet"
TOO_FEW_SETS = "too few sets"
CANNOT_TELL = "cannot tell"
# The one measure that is taken over sets of games.
OF_SETS = "win_percent_sd"


@dataclass(frozen=True)
class Reproduction:
    """One published number beside ours, with the interval that decides the verdict."""

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
    entry = experiment_entries().get(table.experiment)
    if entry is not None:
        whole = read_definition(Source(f"{table.paper}.toml", ""), entry)
        return replace(whole, games=games or whole.games)
    found = [find_condition(table, row) for row in table.playable]
    conditions = {condition.key: condition for condition in found if condition is not None}
    if not conditions:
        return None
    return Definition(
        name=table.experiment,
        title=table.title,
        source=f"{table.document}, {table.place}",
        games=games or table.games,
        seed=table.seed,
        agent_seed=table.agent_seed,
        conditions=tuple(conditions.values()),
        set_size=table.set_size,
        report=ReportOptions(measures=tuple(one for one in table.measures if one in PER_GAME)),
    )


def make_definitions(name: str, games: int | None = None) -> list[Definition]:
    """Return the experiments behind the tables and figures of a name, each once."""
    drawn = [experiment for figure in find_figures(name) for experiment in figure.experiments]
    wanted = [*(table.experiment for table in find_tables(name)), *drawn]
    tables = {table.experiment: table for table in published_tables().values()}
    found = (make_definition(tables[one], games) for one in dict.fromkeys(wanted))
    return [definition for definition in found if definition is not None]


def compare_table(table: PublishedTable, store: Store) -> list[Reproduction]:
    """Lay the published numbers of a table beside those in the store."""
    experiment = store.find_experiment(table.experiment)
    stored = {row.key: row for row in experiment.conditions} if experiment else {}
    found: list[Reproduction] = []
    for row in table.rows:
        if table.is_pooled:
            found.extend(_compare_pooled(table, row, stored.values(), store))
            continue
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
        found.extend(_compare_row(table, row, condition.rules, columns))
    return found


def _compare_pooled(
    table: PublishedTable, row: PublishedRow, stored: Iterable[ConditionRow], store: Store
) -> list[Reproduction]:
    """Compare a row with the games of all conditions on its grid together."""
    rules = Rules.parse(row.on, first_click=table.first_click)
    grid = {"columns": rules.columns, "rows": rules.rows, "mines": rules.num_mines}
    alike = [
        load_games(store, one)
        for one in stored
        if all(int(one.parameters[name]) == number for name, number in grid.items())
    ]
    if not (played := [games for games in alike if len(games)]):
        return _unplayed(table, row, "not played yet")
    shared = [name for name in played[0].columns if not name.startswith(PROVEN_BY)]
    whole = {name: np.concatenate([games[name] for games in played]) for name in shared}
    return _compare_row(table, row, rules, Games(whole))


def load_games(store: Store, condition: ConditionRow) -> Games:
    """Read all games of a condition, in the order of their numbers."""
    return Games.concat(games for _, games in store.iter_games(condition))


def count_looks(
    store: Store, condition: ConditionRow
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the numbers of the games whose turns were kept, and the turns after the opening."""
    found = [turns["game"][turns["part"] != 0] for _, turns in store.iter_turns(condition)]
    if not found:
        raise SapperError(f"no turns of {condition.key!r} were kept")
    games, counts = np.unique(np.concatenate(found), return_counts=True)
    return games.astype(np.int64), counts.astype(np.float64)


def measure(name: str, games: Games, rules: Rules, set_size: int) -> Measure:
    """Measure one of the published quantities."""
    kind = MEASURES[name]
    if kind.spread is not None:
        return kind.spread(games, set_size)
    values = PER_GAME[name](games, rules)
    return _percent(values > 0) if name.endswith("percent") else mean_of(values)


def interval_of(
    name: str, measured: Measure, table: PublishedTable, games: int
) -> tuple[float, float]:
    """
    Return where 99 in 100 published numbers of such games lie if theirs are like ours.

    The document's games are taken to be as spread as ours, as many as the table says. Times
    depend on the machine: their interval is that of ours alone.
    """
    if name == OF_SETS:
        low, high = deviation_interval(measured.value, games // table.set_size, _LEVEL)
        theirs = max(table.published_games // table.set_size, 2)
        spread = _Z99 * measured.value / math.sqrt(2 * (theirs - 1))
        return max(low - spread - table.rounding, 0.0), high + spread + table.rounding
    if name == TIME:
        spread = _Z99 * measured.error
    else:
        theirs_error = measured.error * math.sqrt(games / table.published_games)
        spread = table.rounding + _Z99 * math.hypot(measured.error, theirs_error)
    return measured.value - spread, measured.value + spread


def judge(name: str, published: float, measured: Measure, table: PublishedTable, games: int) -> str:
    """Return the verdict: whether a published number lies in `interval_of`."""
    if name == TIME:
        if measured.value <= published:
            return f"{published / max(measured.value, 1e-12):,.0f} times faster"
        return f"{measured.value / published:,.1f} times slower"
    if not measured.is_known:
        return TOO_FEW_SETS if name == OF_SETS else "too few games"
    low, high = interval_of(name, measured, table, games)
    is_percent = name.endswith("percent")
    if low <= published <= high:
        least = 2 * _CLOSE_POINTS if is_percent else 4 * table.rounding
        return CANNOT_TELL if high - low > max(abs(measured.value), least) else "agrees"
    if not is_percent and games < _FEWEST_TO_DIFFER:
        return "too few games"
    near = _CLOSE_POINTS if is_percent else _CLOSE_SHARE * abs(published)
    return "close" if abs(measured.value - published) <= near else "differs"


def judge_game(published: float, values: NDArray[np.float64]) -> str:
    """
    Return whether one published game is like ours: whether it lies in `game_interval`.

    >>> judge_game(0.9, np.linspace(0, 1, 1000)), judge_game(1.2, np.linspace(0, 1, 1000))
    ('agrees', 'differs')
    """
    if len(values) < _FEWEST_TO_JUDGE:
        return "too few games"
    low, high = game_interval(values)
    # A printed score is a fraction of mines, as ours: no more than rounding apart.
    return "agrees" if low - 1e-9 <= published <= high + 1e-9 else "differs"


def game_interval(values: NDArray[np.float64]) -> tuple[float, float]:
    """
    Return the interval of values beyond which one game in 200 lies to either side.

    >>> game_interval(np.arange(1000))
    (4.0, 995.0)
    """
    low, high = (
        float(np.quantile(side, round((1 - _LEVEL) / 2, 6), method="inverted_cdf"))
        for side in (values, -values)
    )
    return low, -high


def _percent(hits: NDArray[np.bool_]) -> Measure:
    """Return a percentage; its error is that of the Wilson interval, so never 0."""
    low, high = wilson_interval(int(hits.sum()), len(hits))
    return Measure(100 * float(hits.mean()), 100 * (high - low) / (2 * Z95))


def _compare_row(
    table: PublishedTable, row: PublishedRow, rules: Rules, columns: Games
) -> list[Reproduction]:
    games = len(columns)
    found = []
    for name in _shown(table, row):
        ours = measure(name, columns, rules, table.set_size)
        published = row.values.get(name)
        if published is None:
            spread = _Z99 * ours.error
            (low, high), verdict = (ours.value - spread, ours.value + spread), "a plot"
        elif table.published_games == 1 and name in PER_GAME:
            each = PER_GAME[name](columns, rules)
            (low, high), verdict = game_interval(each), judge_game(published, each)
        else:
            low, high = interval_of(name, ours, table, games)
            verdict = judge(name, published, ours, table, games)
        if name.endswith("percent"):
            low, high = max(low, 0.0), min(high, 100.0)
        found.append(
            Reproduction(
                table.name, row.agent or row.solver, row.on, name, published,
                _finite(ours.value), _finite(low), _finite(high), games, verdict,
            )
        )  # fmt: skip
    return found


def _finite(value: float) -> float | None:
    """Return a number, or None for what is none."""
    return value if math.isfinite(value) else None


def _shown(table: PublishedTable, row: PublishedRow) -> Sequence[str]:
    """Name what is compared: what was printed, or what a plot shows."""
    if row.values or table.measures:
        return list(row.values) or table.measures
    return ["score" if table.game == "score" else "win_percent"]


def _unplayed(table: PublishedTable, row: PublishedRow, verdict: str) -> list[Reproduction]:
    who = row.agent or row.solver
    return [
        Reproduction(
            table.name, who, row.on, name, row.values.get(name), None, None, None, 0, verdict
        )
        for name in _shown(table, row)
    ]
