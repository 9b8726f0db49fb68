"""
Two agents compared on the same boards, in numbers and in words.

`compare` plays both and returns a `Comparison`: the win rates, their paired difference
with its interval and McNemar's p (`paired.py`), and how many games would decide.
One seed is one board but for the mines that the first clicks move; how many that are is
measured from the first cells of the games (`moved_mines.py`). Of comparisons made at
once, p-values corrected by Holm's method decide (`corrected`).
A comparison by another measure is a `Comparison` too, made by `Comparison.of` from one
number a game and named by ``measure``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sapper.agents import Agent, Games, load_agent
from sapper.arguments import explained
from sapper.errors import SapperError, check_type
from sapper.game.io.disk import save_text
from sapper.game.rules import Rules
from sapper.game.words import count
from sapper.lab.output.played import Played
from sapper.lab.play import play_games
from sapper.lab.stats.measures import score
from sapper.lab.stats.moved_mines import mines_moved
from sapper.lab.stats.paired import Paired, compare_values, unpaired_interval
from sapper.lab.stats.paired import compare as compare_wins
from sapper.lab.stats.statistics import Z95, format_interval, format_p, holm, wilson_interval

ALIKE: Final = 0.05  # a p below this means that one agent is better
# The columns that comparing games takes.
COMPARED: Final = ("game_seed", "outcome", "mines_flagged", "first_cell")


@explained
@dataclass(frozen=True, repr=False)
class Comparison:
    """
    Two agents on the same boards of one grid.

    ``measure`` is ``won`` (percent) or ``score`` (of the score game); ``first_mean`` and
    ``second_mean`` are the agents' own with their 95 % intervals, ``paired`` is the
    difference, by the named ``test``. ``mines_moved`` is how many mines a board differ
    because the two opened other cells first; None where it was not measured. Of several
    comparisons made at once ``at_once`` is how many and ``p_holm`` the p-value corrected for
    them. `str` puts everything into words.
    """

    first: str
    second: str
    on: str
    rules: Rules
    seed: int
    agent_seed: int
    paired: Paired
    first_mean: tuple[float, float, float]
    second_mean: tuple[float, float, float]
    measure: str = "won"
    test: str = "McNemar"
    mines_moved: float | None = None
    p_holm: float | None = None
    at_once: int = 1

    @classmethod
    def of(
        cls,
        agents: tuple[str, str],
        values: tuple[NDArray[Any], NDArray[Any]],
        rules: Rules,
        *,
        on: str = "",
        seeds: tuple[int, int] = (0, 0),
        measure: str = "",
        mines_moved: float | None = None,
    ) -> Comparison:
        """Compare one number a game: booleans by McNemar's test, others by their differences."""
        one, other = values
        is_won = one.dtype == np.bool_
        return cls(
            *agents,
            on or rules.name,
            rules,
            *seeds,
            compare_wins(one, other) if is_won else compare_values(one, other),
            _mean(one),
            _mean(other),
            measure or ("won" if is_won else "score"),
            "McNemar" if is_won else "paired z",
            mines_moved,
        )

    @property
    def deciding_p(self) -> float:
        """The p-value that decides: Holm's where several comparisons were made at once."""
        return self.paired.p_value if self.p_holm is None else self.p_holm

    @property
    def is_telling(self) -> bool:
        """Whether the games played show that one is better (the deciding p is below 0.05)."""
        return self.deciding_p < ALIKE

    @property
    def unpaired_interval(self) -> tuple[float, float]:
        """The 95 % interval of the difference if each agent had played boards of its own."""
        return unpaired_interval(self.first_mean, self.second_mean)

    def to_dict(self) -> dict[str, Any]:
        """
        Return everything as JSON-ready data.

        Means and differences of wins are shares, as in the results of a run; numbers that
        no game gave are None.
        """
        one, other, pair = self.first_mean, self.second_mean, self.paired
        low, high = self.unpaired_interval
        numbers = {
            "first_mean": one[0], "first_low": one[1], "first_high": one[2],
            "second_mean": other[0], "second_low": other[1], "second_high": other[2],
            "difference": pair.difference, "difference_low": pair.difference_low,
            "difference_high": pair.difference_high, "p_value": pair.p_value,
            "p_holm": self.deciding_p,
            "unpaired_low": low, "unpaired_high": high,
        }  # fmt: skip
        return {
            "first": self.first, "second": self.second, "on": self.on,
            "first_click": self.rules.first_click, "game": self.rules.game,
            "seed": self.seed, "agent_seed": self.agent_seed, "measure": self.measure,
            "test": self.test,
            "mines_moved": self.mines_moved, "at_once": self.at_once,
            "games": pair.games, "both": pair.both, "only_first": pair.only_first,
            "only_second": pair.only_second, "neither": pair.neither,
            **{name: value if math.isfinite(value) else None for name, value in numbers.items()},
            "games_needed": pair.games_needed,
        }  # fmt: skip

    def lines(self) -> list[str]:
        """Put the comparison into words, a line for each thing."""
        pair, rules = self.paired, self.rules
        return [
            f"{self.first} against {self.second}",
            f"{self.on}, first click {rules.first_click}, "
            f"{format_boards(pair.games, self.mines_moved)}, seed {self.seed}",
            f"{self.measure}: {self._shown(self.first_mean)} against "
            f"{self._shown(self.second_mean)}",
            f"difference: {self._shown_difference()}, {self.test} p {format_p(pair.p_value)}"
            + self._corrected(),
            *self._without_pairing(),
            self._discordant(),
            self._enough(),
        ]

    def __str__(self) -> str:
        first, *others = self.lines()
        return "\n".join([first, *(f"  {line}" for line in others)])

    def _repr_html_(self) -> str:
        """Show the comparison in a notebook."""
        return f"<pre>{escape(str(self))}</pre>"

    def __repr__(self) -> str:
        pair = self.paired
        return (
            f"<Comparison: {self.first} against {self.second} on {self.on}, "
            f"{count(pair.games, 'game')}, {self._shown_difference()}, p {format_p(pair.p_value)}>"
        )

    def to_svg(self) -> str:
        """Draw the difference with its interval."""
        return comparisons_svg([self])

    @property
    def _is_share(self) -> bool:
        return self.measure != "score"

    def _shown(self, mean: tuple[float, float, float]) -> str:
        scale, digits, unit = (100, 2, " %") if self._is_share else (1, 4, "")
        value, low, high = (scale * number for number in mean)
        return f"{value:.{digits}f}{unit} ({format_interval(low, high, digits)})"

    def _shown_difference(self) -> str:
        pair = self.paired
        scale, digits, unit = (100, 2, " points") if self._is_share else (1, 4, "")
        low, high = scale * pair.difference_low, scale * pair.difference_high
        interval = format_interval(low, high, digits, signed=True)
        return f"{scale * pair.difference:+.{digits}f}{unit} ({interval})"

    def _corrected(self) -> str:
        if self.p_holm is None:
            return ""
        return (
            f", by Holm's correction for {self.at_once} comparisons p {format_p(self.p_holm)}, "
            "which decides"
        )

    def _without_pairing(self) -> list[str]:
        """Show the interval that boards of their own would give; none of a single score."""
        scale, digits = (100, 2) if self._is_share else (1, 4)
        low, high = (scale * number for number in self.unpaired_interval)
        if not (self.paired.games and math.isfinite(low) and math.isfinite(high)):
            return []
        interval = format_interval(low, high, digits, signed=True)
        return [f"interval if each had played other boards: {interval}"]

    def _discordant(self) -> str:
        pair = self.paired
        what = (
            "boards only one agent won" if self._is_share else "boards one agent scored better on"
        )
        return f"{what}: {pair.only_first:,} (first), {pair.only_second:,} (second)"

    def _enough(self) -> str:
        pair = self.paired
        if pair.games_needed is None:
            return f"no difference in {count(pair.games, 'game')}"
        needed = f"about {count(pair.games_needed, 'game')}"
        if self.is_telling:
            winner = self.first if pair.difference > 0 else self.second
            return f"{needed} suffice; {winner} is better"
        return f"undecided after {count(pair.games, 'game')}; {needed} would decide"


@explained
def compare(
    first: Agent | str | Games,
    second: Agent | str | Games,
    on: str | Rules = "expert",
    *,
    games: int = 1000,
    seed: int = 0,
    first_click: str = "safe",
    game: str = "normal",
    agent_seed: int = 0,
    workers: int = 1,
) -> Comparison:
    """
    Play two agents on the same boards and compare them game by game.

    ``on`` is a difficulty, a size such as ``30x16x99``, or `Rules`, which then say the
    first click and the game. Games that were played before, with the same seeds and
    rules, are compared as they are. Where the two open other cells first, the boards differ
    in a few mines: ``mines_moved`` of the result.

    >>> found = compare("exact", "random", "beginner", games=100, seed=7)
    >>> found.paired.only_second, found.is_telling
    (0, True)
    """
    for one in (first, second):
        check_type(one, (Agent, str, Games), "an agent, its id, or games", "load_agent reads ids")
    rules = on if isinstance(on, Rules) else Rules.parse(on, first_click=first_click, game=game)
    played = [
        one
        if isinstance(one, Games)
        else play_games(one, rules, games, seed, agent_seed=agent_seed, workers=workers)
        for one in (first, second)
    ]
    if not np.array_equal(played[0]["game_seed"], played[1]["game_seed"]):
        raise SapperError("expected the same games of both agents, got other seeds of games")
    names = [_name(one, word) for one, word in ((first, "first"), (second, "second"))]
    where = on if isinstance(on, str) else rules.name
    return compare_games(
        (names[0], names[1]), (played[0], played[1]), rules, where, (seed, agent_seed)
    )


def compare_games(
    agents: tuple[str, str],
    played: tuple[Games, Games],
    rules: Rules,
    on: str = "",
    seeds: tuple[int, int] = (0, 0),
) -> Comparison:
    """Compare the same games of two agents by what counts; they need the columns `COMPARED`."""
    one, other = played
    return Comparison.of(
        agents,
        (game_values(one, rules), game_values(other, rules)),
        rules,
        on=on,
        seeds=seeds,
        mines_moved=mines_moved(rules, one["game_seed"], one["first_cell"], other["first_cell"]),
    )


def corrected(found: Sequence[Comparison]) -> list[Comparison]:
    """
    Return comparisons made at once, each with its p-value corrected for all of them.

    One alone stays as it is.

    >>> both = [compare("exact", "random", on, games=20) for on in ("4x4x2", "5x5x3")]
    >>> [one.at_once for one in corrected(both)], corrected(both[:1]) == both[:1]
    ([2, 2], True)
    """
    if len(found) < 2:
        return list(found)
    values = holm([one.paired.p_value for one in found])
    return [
        replace(one, p_holm=p, at_once=len(found)) for one, p in zip(found, values, strict=True)
    ]


def format_boards(games: int, moved: float | None) -> str:
    """
    Describe how far the boards of two agents are the same.

    >>> format_boards(500, 0.0), format_boards(500, None)
    ('the same 500 boards', 'the same 500 seeds')
    >>> format_boards(500, 1.93)
    'the same 500 boards but for 1.9 mines a board that the first clicks move'
    """
    if moved is None:
        return f"the same {count(games, 'seed')}"
    if not moved:
        return f"the same {count(games, 'board')}"
    shown = f"{moved:.1f}" if moved >= 0.1 else f"{moved:.1g}"
    same = f"the same {count(games, 'board')}"
    return f"{same} but for {shown} mines a board that the first clicks move"


def game_values(games: Games, rules: Rules) -> NDArray[Any]:
    """Return what counts of each game: whether it was won, in the score game its score."""
    return score(games, rules) if rules.game == "score" and rules.num_mines else games["won"]


def comparisons_svg(found: Sequence[Comparison]) -> str:
    """Draw the differences of comparisons with their intervals, one line each."""
    from sapper.lab.output.reports import plots  # noqa: PLC0415 - the plotting library is slow to load

    played = Played.of(
        ((one.on, one.rules, one.paired.games) for one in found),
        found[0].seed,
        found[0].agent_seed,
    )
    return plots.differences_svg(
        [(f"{one.first} against {one.second}, {one.on}", one.paired) for one in found],
        played.lines,
    )


def save_comparisons(found: Sequence[Comparison], path: Path) -> None:
    """Write the differences of comparisons as an SVG file."""
    save_text(path, comparisons_svg(found))


def _mean(values: NDArray[Any]) -> tuple[float, float, float]:
    """Return the mean with its 95 % interval; of nothing, the widest."""
    if values.dtype == np.bool_:
        wins, games = int(values.sum()), len(values)
        return (wins / games if games else math.nan, *wilson_interval(wins, games))
    if len(values) < 2:
        return (float(values.mean()) if len(values) else math.nan, -math.inf, math.inf)
    mean, error = float(values.mean()), float(values.std(ddof=1)) / math.sqrt(len(values))
    return mean, mean - Z95 * error, mean + Z95 * error


def _name(one: Agent | str | Games, word: str) -> str:
    return word if isinstance(one, Games) else str(load_agent(one) if isinstance(one, str) else one)
