"""
The league: agents against the same boards, but for the mines that their first clicks move.

A league is an experiment kept in memory, every agent on every difficulty with the
same seeds, of which the sums are kept and, of a few agents, who won which game. All
agents advance together, so that an interrupted league still compares what it played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sapper.agents import Agent
from sapper.agents.registry import agent_ids, entries, find_entry
from sapper.arguments import explained
from sapper.errors import UnknownNameError, check_type
from sapper.game.html import html_table
from sapper.game.rules import Rules
from sapper.game.seeds import check_seed
from sapper.game.words import count
from sapper.lab.comparison import Comparison, game_values
from sapper.lab.experiments.conditions import Condition
from sapper.lab.experiments.definition import Definition
from sapper.lab.experiments.runner import Runner
from sapper.lab.moved_mines import mines_moved
from sapper.lab.play import make_local_executor
from sapper.lab.statistics import format_interval
from sapper.lab.store.blocks import unpack_games
from sapper.lab.store.memory import MemoryStore
from sapper.lab.store.protocol import TaskRows
from sapper.lab.summary import Summary
from sapper.lab.tallies import Tally

# So many agents are compared game by game: each with the best on a grid.
MOST_PAIRED: Final = 6


@dataclass(frozen=True)
class _Kept:
    """What is kept of games: what counts, their seeds and their first cells."""

    values: NDArray[Any]
    seeds: NDArray[np.uint64]
    firsts: NDArray[np.int32]

    def __getitem__(self, chosen: NDArray[np.intp]) -> _Kept:
        return _Kept(self.values[chosen], self.seeds[chosen], self.firsts[chosen])


@explained
@dataclass(repr=False)
class League:
    """The plan and, as it is played, the tallies."""

    agents: Sequence[Agent]
    grids: Sequence[tuple[str, Rules]]
    games: int
    seed: int = 0
    agent_seed: int = 0
    workers: int = 1
    batch_size: int | None = None
    tallies: dict[str, Tally] = field(default_factory=dict)
    # Of each condition the first game and what counts of each game, task by task.
    _values: dict[str, list[tuple[int, _Kept]]] = field(default_factory=dict)

    def __repr__(self) -> str:
        played = sum(tally.games for tally in self.tallies.values())
        return (
            f"<League: {count(len(self.agents), 'agent')} on {count(len(self.grids), 'grid')}, "
            f"{played:,} of {count(self.total_games, 'game')} played>"
        )

    def _repr_html_(self) -> str:
        """Show the results as a table in a notebook."""
        names = ("on", "agent", "games", "won %", "95 % interval", "no guess %", "guesses")
        rows = [
            (
                row.on,
                row.agent,
                row.tally.games,
                f"{100 * row.tally.win_rate:.2f}",
                format_interval(100 * row.tally.interval[0], 100 * row.tally.interval[1]),
                f"{100 * row.tally.no_guess_rate:.2f}",
                f"{row.tally.mean_guesses:.2f}",
            )
            for row in best_first(self.summaries)
        ]
        return html_table(names, rows)

    @property
    def conditions(self) -> list[Condition]:
        """What is played: a grid by two names is played once."""
        found = (
            Condition(agent, rules, {"on": on}) for on, rules in self.grids for agent in self.agents
        )
        return list({condition.key: condition for condition in found}.values())

    @property
    def total_games(self) -> int:
        """How many games the whole league is."""
        return len(self.conditions) * self.games

    @property
    def is_paired(self) -> bool:
        """Whether the agents are compared game by game: from two to six of them."""
        return 2 <= len(self.agents) <= MOST_PAIRED

    @property
    def comparisons(self) -> list[Comparison]:
        """The best agent of each grid against each other one, on the games that both played."""
        found: list[Comparison] = []
        for on, rules in self.grids if self.is_paired else ():
            rows = best_first([row for row in self.summaries if row.on == on and row.tally.games])
            found += [self.compare(rows[0].agent, row.agent, on, rules) for row in rows[1:]]
        return found

    def compare(self, first: str, second: str, on: str, rules: Rules) -> Comparison:
        """Compare two of the agents on a grid, by the games that both have played."""
        check_type(rules, Rules, "rules", "Rules.parse('beginner') reads some")
        (numbers, one), (others, other) = (self._values_of(id_, rules) for id_ in (first, second))
        _, left, right = np.intersect1d(numbers, others, assume_unique=True, return_indices=True)
        one, other = one[left], other[right]
        return Comparison.of(
            (first, second),
            (one.values, other.values),
            rules,
            on=on,
            seeds=(self.seed, self.agent_seed),
            mines_moved=mines_moved(rules, one.seeds, one.firsts, other.firsts),
        )

    @property
    def summaries(self) -> list[Summary]:
        """A summary for each difficulty and agent that has played."""
        rows = []
        for on, rules in self.grids:
            for agent in self.agents:
                tally = self.tallies.get(Condition(agent, rules, {}).key, Tally())
                if tally.games or self.games == 0:
                    seeds = (self.seed, self.agent_seed)
                    rows.append(Summary(str(agent), on, rules, *seeds, tally))
        return rows

    def play(self, on_rows: Callable[[Condition, TaskRows], None] | None = None) -> list[Summary]:
        """
        Play everything and return the summaries.

        Interrupted, it leaves the tallies of what was played behind.
        """
        check_seed(self.seed)
        check_seed(self.agent_seed)
        self.tallies.clear()  # the same games again are no more games
        self._values.clear()
        conditions = self.conditions
        plan = Definition(
            "league", self.games, tuple(conditions), seed=self.seed, agent_seed=self.agent_seed,
            keep="games" if self.is_paired else "sums",
        )  # fmt: skip

        def note(number: int, rows: TaskRows) -> None:
            key = conditions[number].key
            self.tallies[key] = self.tallies.get(key, Tally()) + rows.tally
            if rows.games is not None:
                games = unpack_games(rows.games)
                values = game_values(games, conditions[number].rules)
                kept = _Kept(values, games["game_seed"], games["first_cell"])
                self._values.setdefault(key, []).append((rows.first_game, kept))
            if on_rows is not None:
                on_rows(conditions[number], rows)

        with make_local_executor(self.workers) as executor:
            Runner(
                plan, MemoryStore(keep_rows=False), executor, batch_size=self.batch_size,
                on_rows=note, fail_fast=True,
            ).run()  # fmt: skip
        return self.summaries

    def _values_of(self, agent: str, rules: Rules) -> tuple[NDArray[np.int64], _Kept]:
        """Return the numbers of an agent's games, and what is kept of each."""
        found = next((one for one in self.agents if str(one) == agent), None)
        if found is None:
            raise UnknownNameError.of("agent of this league", agent, map(str, self.agents))
        nothing = _Kept(np.zeros(0, bool), np.zeros(0, np.uint64), np.zeros(0, np.int32))
        kept = self._values.get(Condition(found, rules, {}).key, [(0, nothing)])
        parts = sorted(kept, key=lambda part: part[0])
        numbers = [np.arange(first, first + len(part.values)) for first, part in parts]
        columns = zip(*((part.values, part.seeds, part.firsts) for _, part in parts), strict=True)
        return np.concatenate(numbers), _Kept(*map(np.concatenate, columns))


def ids_for_game(game: str) -> list[str]:
    """List the agents and variants that are made for this game (``normal`` or ``score``)."""
    entries()
    return [agent_id for agent_id in agent_ids() if game in find_entry(agent_id).games]


def best_first(summaries: Sequence[Summary]) -> list[Summary]:
    """Sort by difficulty as played, then by win rate (by score in the score game)."""
    order = {on: i for i, on in enumerate(dict.fromkeys(row.on for row in summaries))}
    return sorted(summaries, key=lambda row: (order[row.on], -row.merit, row.agent))
