"""How far an experiment is, and how a run of it ended."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from sapper.lab.store.protocol import ExperimentRow
from sapper.lab.tallies import Tally


@dataclass
class Progress:
    """How far an experiment is; the runner keeps it up to date."""

    experiment: ExperimentRow
    games: int
    tallies: dict[int, Tally]
    games_played: int = 0
    tasks_played: int = 0
    tasks_left: int = 0
    failures: int = 0
    retries: int = 0
    began: float = field(default_factory=time.monotonic)
    stopping: bool = False

    @property
    def total_games(self) -> int:
        """How many games the experiment has."""
        return self.games * len(self.tallies)

    @property
    def games_stored(self) -> int:
        """How many of them are in the store, as far as this runner knows."""
        return sum(min(row.games, self.games) for row in self.tallies.values())

    @property
    def games_per_second(self) -> float:
        """How fast this runner plays."""
        return self.games_played / max(time.monotonic() - self.began, 1e-9)


@dataclass(frozen=True)
class Outcome:
    """How a run ended; ``signal`` is the number of the signal that stopped it, or 0."""

    progress: Progress
    is_complete: bool
    signal: int = 0

    @property
    def is_interrupted(self) -> bool:
        """Whether somebody stopped it."""
        return self.signal != 0

    @property
    def failures(self) -> int:
        """How many tasks failed every time."""
        return self.progress.failures
