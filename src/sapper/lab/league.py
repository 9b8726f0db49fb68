"""
The league: agents against the same boards, but for the mines that their first clicks move.

A league is every agent on every difficulty with the same seeds. The sums are kept and, of
a few agents, who won which game. All agents advance together, so that an interrupted
league still compares what it played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sapper.agents import Agent, Games
from sapper.agents.registry import agent_ids, entries, find_entry
from sapper.arguments import explained
from sapper.errors import UnknownNameError
from sapper.game.rules import Rules
from sapper.game.seeds import check_seed
from sapper.game.words import count, html_table
from sapper.lab.executors import make_local_executor
from sapper.lab.experiments.conditions import Condition
from sapper.lab.experiments.definition import Definition
from sapper.lab.experiments.loop import TaskLoop
from sapper.lab.stats.comparison import COMPARED, Comparison, compare_games, corrected
from sapper.lab.stats.statistics import format_interval
from sapper.lab.store.protocol import TaskRows
from sapper.lab.tallies import Tally
from sapper.lab.tasks import play_task

# Agents compared game by game at most: each with the best on a grid.
MOST_PAIRED: Final = 6


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
    keeps_games: bool = False  # hand out the rows of every game, however many agents there are
    tallies: dict[str, Tally] = field(default_factory=dict)
    # Of each condition the games that pairs are compared by, task by task.
    _played: dict[str, dict[int, Games]] = field(default_factory=dict)

    def __repr__(self) -> str:
        played = sum(tally.games for tally in self.tallies.values())
        plan = f"{count(len(self.agents), 'agent')} on {count(len(self.grids), 'grid')}"
        return f"<League: {plan}, {played:,} of {count(self.total_games, 'game')} played>"

    def _repr_html_(self) -> str:
        """Show the results as a table in a notebook."""
        return _html(best_first(self.summaries))

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
        """Whether the agents are compared game by game: two to six, or all whose games are kept."""
        return len(self.agents) >= 2 and (self.keeps_games or len(self.agents) <= MOST_PAIRED)

    @property
    def comparisons(self) -> list[Comparison]:
        """
        The best agent of each grid against each other one, on the games that both played.

        The p-values are corrected for as many comparisons as there are.
        """
        found: list[Comparison] = []
        for on, rules in self.grids if self.is_paired else ():
            rows = best_first([row for row in self.summaries if row.on == on and row.tally.games])
            found += [self.compare(rows[0].agent, row.agent, on, rules) for row in rows[1:]]
        return corrected(found)

    def compare(self, first: str, second: str, on: str, rules: Rules) -> Comparison:
        """Compare two of the agents on a grid, by the games that both have played."""
        both = (first, second)
        parts = [self._played.get(_key_of(_find(self.agents, one), rules), {}) for one in both]
        return compare_games(both, _both(*parts), rules, on, (self.seed, self.agent_seed))

    @property
    def summaries(self) -> list[Summary]:
        """A summary for each difficulty and agent that has played."""
        seeds = (self.seed, self.agent_seed)
        rows = [
            Summary(str(one), on, rules, *seeds, self.tallies.get(_key_of(one, rules), Tally()))
            for on, rules in self.grids
            for one in self.agents
        ]
        return [row for row in rows if row.tally.games or self.games == 0]

    def play(self, on_rows: Callable[[Condition, TaskRows], None] | None = None) -> list[Summary]:
        """
        Play everything and return the summaries.

        Interrupted, it leaves the tallies of what was played behind.
        """
        self.tallies.clear()  # the same games again are no more games
        self._played.clear()
        conditions = self.conditions
        plan = Definition(
            "league", self.games, tuple(conditions), seed=check_seed(self.seed),
            agent_seed=check_seed(self.agent_seed),
            keep="games" if self.is_paired or self.keeps_games else "sums",
        )  # fmt: skip

        def note(number: int, rows: TaskRows) -> None:
            key = conditions[number].key
            self.tallies[key] = self.tallies.get(key, Tally()) + rows.tally
            if rows.games is not None and self.is_paired:
                self._played.setdefault(key, {})[rows.first_game] = _needed(rows.games)
            if on_rows is not None:
                on_rows(conditions[number], rows)

        with make_local_executor(play_task, self.workers) as executor:
            TaskLoop(plan, executor, batch_size=self.batch_size, on_rows=note).play()
        return self.summaries


def _key_of(agent: Agent, rules: Rules) -> str:
    return Condition(agent, rules, {}).key


def _find(agents: Sequence[Agent], agent: str) -> Agent:
    found = next((one for one in agents if str(one) == agent), None)
    if found is None:
        raise UnknownNameError.of("agent of this league", agent, map(str, agents))
    return found


def _needed(games: Games) -> Games:
    """Return the columns by which games are compared."""
    return Games({name: games[name] for name in COMPARED})


def _both(one: Mapping[int, Games], other: Mapping[int, Games]) -> tuple[Games, Games]:
    """Return the games that both have played, by their numbers."""
    (mine, ours), (yours, theirs) = _in_order(one), _in_order(other)
    _, left, right = np.intersect1d(mine, yours, assume_unique=True, return_indices=True)
    return (
        Games({name: ours[name][left] for name in COMPARED}),
        Games({name: theirs[name][right] for name in COMPARED}),
    )


def _in_order(parts: Mapping[int, Games]) -> tuple[NDArray[np.int64], Games]:
    """Return the numbers of games, and the games."""
    tasks = sorted(parts.items())
    numbers = [np.arange(first, first + len(games)) for first, games in tasks]
    nothing = _needed(Games.empty())
    return (
        np.concatenate([np.zeros(0, np.int64), *numbers]),
        Games.concat([nothing, *(games for _, games in tasks)]),
    )


def _html(rows: Sequence[Summary]) -> str:
    names = ("on", "agent", "games", "won %", "95 % interval", "no guess %", "guesses")
    cells = [
        (
            row.on,
            row.agent,
            row.tally.games,
            f"{100 * row.tally.win_rate:.2f}",
            format_interval(100 * row.tally.interval[0], 100 * row.tally.interval[1]),
            f"{100 * row.tally.no_guess_rate:.2f}",
            f"{row.tally.mean_guesses:.2f}",
        )
        for row in rows
    ]
    return html_table(names, cells)


def ids_for_game(game: str) -> list[str]:
    """List the agents and variants that are made for this game (``normal`` or ``score``)."""
    entries()
    return [agent_id for agent_id in agent_ids() if game in find_entry(agent_id).games]


def best_first(summaries: Sequence[Summary]) -> list[Summary]:
    """Sort by difficulty as played, then by win rate (by score in the score game)."""
    order = {on: i for i, on in enumerate(dict.fromkeys(row.on for row in summaries))}
    return sorted(summaries, key=lambda row: (order[row.on], -row.merit, row.agent))


@dataclass(frozen=True)
class Summary:
    """The tally of one agent on one difficulty, with what was played."""

    agent: str
    on: str
    rules: Rules
    seed: int
    agent_seed: int
    tally: Tally

    @property
    def is_score_game(self) -> bool:
        """Whether the score counts, not the win."""
        return self.rules.game == "score"

    @property
    def merit(self) -> float:
        """What a league sorts by: the win rate, in the score game the score."""
        if not self.tally.games:
            return 0.0
        return self.tally.score(self.rules.num_mines) if self.is_score_game else self.tally.win_rate

    def to_dict(self) -> dict[str, Any]:
        """
        Return the row as JSON-ready data.

        ``guesses`` is the sum over the games, ``seconds`` the time the games took, all
        workers together, ``deciding_seconds`` what the agent spent thinking, ``score``
        the mean share of mines flagged rightly.
        """
        tally, rules = self.tally, self.rules
        played = tally.games > 0
        low, high = tally.interval
        return {
            "agent": self.agent,
            "on": self.on,
            "first_click": rules.first_click,
            "game": rules.game,
            "seed": self.seed,
            "agent_seed": self.agent_seed,
            "games": tally.games,
            "wins": tally.wins,
            "wins_without_guess": tally.wins_without_guess,
            "stuck": tally.stuck,
            "forfeits": tally.forfeits,
            "win_rate": tally.win_rate if played else None,
            "win_rate_low": low,
            "win_rate_high": high,
            "guesses": tally.guesses,
            "guesses_per_game": tally.mean_guesses if played else None,
            "score": tally.score(rules.num_mines) if played and rules.num_mines else None,
            "seconds": tally.seconds,
            "deciding_seconds": tally.nanoseconds / 1e9,
        }
