"""
What was played, for the head of whatever shows it.

A win rate means nothing without its grid, the rule of the first click, the kind of
game, the seeds and the number of games. Every page, plot and CSV file of the lab has
them from here, with the version and the date, also where they never change. In CSV they
are columns at the end of each row: a comment line would break readers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

import sapper
from sapper.game.rules import Rules
from sapper.game.words import count

_MOST_NAMED: Final = 6


def today() -> str:
    """Return the date, in UTC."""
    return datetime.now(UTC).strftime("%Y-%m-%d")


def made_by() -> dict[str, str]:
    """Return the columns that say who wrote a file, and when."""
    return {"version": sapper.__version__, "date": today()}


@dataclass(frozen=True)
class Played:
    """
    Rules, seeds and numbers of games, without repetition.

    >>> found = Played.of([("beginner", Rules.parse("beginner"), 100)], seed=7)
    >>> found.rules_line
    'beginner (9x9x10); first click safe; normal game'
    >>> found.games_line
    'run seed 7, agent seed 0; 100 games for each agent and grid'
    """

    grids: tuple[str, ...]
    first_clicks: tuple[str, ...]
    kinds: tuple[str, ...]
    games: tuple[int, ...]
    seed: int
    agent_seed: int = 0
    made: Mapping[str, str] = field(default_factory=made_by)

    @classmethod
    def of(
        cls, conditions: Iterable[tuple[str, Rules, int]], seed: int, agent_seed: int = 0
    ) -> Played:
        """Take the name of the grid, the rules and the number of games of each condition."""
        found = list(conditions)
        return cls(
            _once(_grid(on, rules) for on, rules, _ in found),
            _once(rules.first_click for _, rules, _ in found),
            _once(rules.game for _, rules, _ in found),
            tuple(sorted({games for _, _, games in found})),
            seed,
            agent_seed,
        )

    @property
    def rules_line(self) -> str:
        """Grids, first-click rules and kinds of game in words."""
        return (
            f"{_list(self.grids)}; first click {_list(self.first_clicks)}; {_list(self.kinds)} game"
        )

    @property
    def games_line(self) -> str:
        """Seeds and numbers of games in words."""
        return (
            f"run seed {self.seed}, agent seed {self.agent_seed}; "
            f"{self._games()} for each agent and grid"
        )

    @property
    def made_line(self) -> str:
        """Version and date in words."""
        return f"Sapper {self.made['version']}, {self.made['date']}"

    @property
    def lines(self) -> tuple[str, str, str]:
        """Everything, for the head of a plot."""
        return self.rules_line, self.games_line, self.made_line

    @property
    def columns(self) -> dict[str, Any]:
        """The columns of a CSV file that has no others for them."""
        return {
            "grid": " ".join(self.grids),
            "first_click": " ".join(self.first_clicks),
            "game": " ".join(self.kinds),
            "seed": self.seed,
            "agent_seed": self.agent_seed,
            "games": "-".join(map(str, {self.games[0]: 0, self.games[-1]: 0})) if self.games else 0,
            **self.made,
        }

    def complete(self, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Add to rows the columns that they lack; what a row says itself it keeps."""
        return [{**row, **{k: v for k, v in self.columns.items() if k not in row}} for row in rows]

    def _games(self) -> str:
        if len(self.games) < 2:
            return count(self.games[0] if self.games else 0, "game")
        return f"{self.games[0]:,} to {count(self.games[-1], 'game')}"


def _grid(on: str, rules: Rules) -> str:
    return on if rules.size in on else f"{on} ({rules.size})"


def _once(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))


def _list(words: Sequence[str]) -> str:
    """List words; of many the first and the last, with how many there are."""
    if len(words) > _MOST_NAMED:
        return f"{len(words)} grids from {words[0]} to {words[-1]}"
    return " and ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)
