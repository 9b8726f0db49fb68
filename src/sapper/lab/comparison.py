"""
Two agents compared on the same boards, in numbers and in words.

`compare` plays both and returns a `Comparison`: the win rates, their paired difference
with its interval and McNemar's p (`paired.py`), and how many games would decide.
One seed is one board but for the mines that the first clicks move; how many that are is
measured from the first cells of the games (`moved_mines.py`).
A comparison by another measure is a `Comparison` too, made by `Comparison.of` from one
number a game and named by ``measure``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sapper.agents import Agent, Games, load_agent
from sapper.arguments import explained
from sapper.errors import SapperError, check_type
from sapper.game.rules import Rules
from sapper.game.words import count
from sapper.lab.files import save_text
from sapper.lab.moved_mines import mines_moved
from sapper.lab.paired import Paired, compare_values, unpaired_interval
from sapper.lab.paired import compare as compare_wins
from sapper.lab.play import play_games
from sapper.lab.played import Played
from sapper.lab.statistics import Z95, format_interval, format_p, wilson_interval

ALIKE: Final = 0.05  # a p below this means that one agent is better


@explained
@dataclass(frozen=True, repr=False)
class Comparison:
    """
    Two agents on the same boards of one grid.

    ``measure`` is ``won`` (percent) or ``score`` (of the score game); ``first_mean`` and
    ``second_mean`` are the agents' own with their 95 % intervals, ``paired`` is the
    difference, by the named ``test``. ``mines_moved`` is how many mines a board differ
    because the two opened other cells first; None where it was not measured. `str` puts
    everything into words.
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
    def is_telling(self) -> bool:
        """Whether the games played show that one is better (p below 0.05)."""
        return self.paired.p_value < ALIKE

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
            "unpaired_low": low, "unpaired_high": high,
        }  # fmt: skip
        return {
            "first": self.first, "second": self.second, "on": self.on,
            "first_click": self.rules.first_click, "game": self.rules.game,
            "seed": self.seed, "agent_seed": self.agent_seed, "measure": self.measure,
            "test": self.test,
            "mines_moved": self.mines_moved,
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
            f"difference: {self._shown_difference()}, {self.test} p {format_p(pair.p_value)}",
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
    return Comparison.of(
        (names[0], names[1]),
        (game_values(played[0], rules), game_values(played[1], rules)),
        rules,
        on=on if isinstance(on, str) else rules.name,
        seeds=(seed, agent_seed),
        mines_moved=mines_moved(
            rules, played[0]["game_seed"], played[0]["first_cell"], played[1]["first_cell"]
        ),
    )


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
    if rules.game == "score" and rules.num_mines:
        return np.asarray(games["mines_flagged"] / rules.num_mines, np.float64)
    return games["won"]


def comparisons_svg(found: Sequence[Comparison]) -> str:
    """Draw the differences of comparisons with their intervals, one line each."""
    from sapper.lab.reports import plots  # noqa: PLC0415 - the plotting library is slow to load

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
