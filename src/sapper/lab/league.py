"""
The league: agents against the same boards.

`play_league` plays every agent on every difficulty with the same seeds and tells
a listener how far it is, so that a face can draw a progress bar and show what
was played when it is interrupted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sapper.agents import Agent, Games
from sapper.agents.registry import agent_ids, entries, find_entry
from sapper.game.rules import Rules
from sapper.lab.executors import LocalExecutor
from sapper.lab.play import DEFAULT_BATCH, Run, iter_batches
from sapper.lab.summary import Summary


@dataclass
class League:
    """The plan and, as it is played, the results."""

    agents: Sequence[Agent]
    grids: Sequence[tuple[str, Rules]]
    games: int
    seed: int = 0
    agent_seed: int = 0
    workers: int = 1
    batch_size: int = DEFAULT_BATCH
    summaries: list[Summary] = field(default_factory=list)

    @property
    def total_games(self) -> int:
        """How many games the whole league is."""
        return len(self.agents) * len(self.grids) * self.games

    def play(self, on_batch: Callable[[Agent, str, Games], None] | None = None) -> list[Summary]:
        """
        Play everything and return a summary per agent and difficulty.

        Interrupted, it leaves the summaries of what was played in ``summaries``.
        """
        with LocalExecutor(self.workers) as executor:
            for on, rules in self.grids:
                for agent in self.agents:
                    self._play_one(agent, on, rules, executor, on_batch)
        return self.summaries

    def _play_one(
        self,
        agent: Agent,
        on: str,
        rules: Rules,
        executor: LocalExecutor,
        on_batch: Callable[[Agent, str, Games], None] | None,
    ) -> None:
        run = Run(agent, rules, self.seed, self.agent_seed)
        parts: list[Games] = []
        began = time.perf_counter()
        try:
            for _, part in iter_batches(run, self.games, executor, self.batch_size):
                parts.append(part)
                if on_batch is not None:
                    on_batch(agent, on, part)
        finally:
            if parts or self.games == 0:
                self.summaries.append(
                    Summary.of(
                        Games.concat(parts),
                        agent=str(agent),
                        on=on,
                        rules=rules,
                        seed=self.seed,
                        agent_seed=self.agent_seed,
                        seconds=time.perf_counter() - began,
                    )
                )


def ids_for_game(game: str) -> list[str]:
    """List the agents and variants that are made for this game (``normal`` or ``score``)."""
    entries()
    return [agent_id for agent_id in agent_ids() if game in find_entry(agent_id).games]


def best_first(summaries: Sequence[Summary]) -> list[Summary]:
    """Sort by difficulty as played, then by win rate (by score in the score game)."""
    order = {on: i for i, on in enumerate(dict.fromkeys(row.on for row in summaries))}

    def key(row: Summary) -> tuple[int, float, str]:
        merit = row.score if row.game == "score" else row.win_rate
        return order[row.on], -(merit or 0.0), row.agent

    return sorted(summaries, key=key)
