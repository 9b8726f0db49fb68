"""
What a store does, and the rows it gives and takes.

The runner, the reports and the tests know a store by this protocol alone.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Protocol, Self

from sapper.agents.run.games import Games
from sapper.lab.store.blocks import (
    Block,
    Columns,
    pack_games,
    pack_turns,
    unpack_games,
    unpack_turns,
)
from sapper.lab.tallies import Tally

Span = tuple[int, int]
"""Number of the first game, number of games."""


# A runner not heard of for this long, by the store's clock, is taken for dead, and what it
# leased comes back.
ALIVE_SECONDS: Final = 15.0


@dataclass(frozen=True)
class ConditionRow:
    """A condition: its key, what tables show of it, and the names of its extra columns."""

    key: str
    parameters: Mapping[str, Any]
    columns: Sequence[str] = ()
    parts: Sequence[str] = ()
    id: int = 0


@dataclass(frozen=True)
class ExperimentRow:
    """An experiment as it was first run."""

    id: int
    name: str
    plan: Mapping[str, Any]
    games: int
    conditions: tuple[ConditionRow, ...]


@dataclass(frozen=True)
class TaskRows:
    """
    A finished task: consecutive games of a condition, and their sums.

    Games and turns travel as the bytes that are stored, so that the worker packs them;
    ``games`` is None where only sums are kept. ``version`` is that of whoever played.
    """

    first_game: int
    tally: Tally
    game_block: Block | None = None
    turn_block: Block | None = None
    version: str = ""

    @classmethod
    def pack(
        cls,
        first_game: int,
        tally: Tally,
        games: Games | None,
        turns: Columns | None = None,
        version: str = "",
    ) -> Self:
        """Pack the rows of a task."""
        packed = None if games is None else pack_games(games)
        return cls(first_game, tally, packed, None if turns is None else pack_turns(turns), version)

    @cached_property
    def games(self) -> Games | None:
        """The games, where they are kept."""
        return None if self.game_block is None else unpack_games(self.game_block.data)

    @cached_property
    def turns(self) -> Columns | None:
        """The turns, where they are kept."""
        return None if self.turn_block is None else unpack_turns(self.turn_block.data)

    @property
    def num_games(self) -> int:
        """How many games it has."""
        return self.tally.games


def join_spans(spans: Iterable[Span]) -> list[Span]:
    """
    Join neighbours among spans that are in order.

    >>> join_spans([(0, 10), (10, 5), (20, 5)])
    [(0, 15), (20, 5)]
    """
    joined: list[Span] = []
    for first, count in spans:
        if joined and sum(joined[-1]) == first:
            joined[-1] = (joined[-1][0], joined[-1][1] + count)
        else:
            joined.append((first, count))
    return joined


def missing_spans(stored: Iterable[Span], games: int) -> list[Span]:
    """
    List the games below ``games`` that are in none of the spans.

    >>> missing_spans([(0, 10), (20, 5)], 30)
    [(10, 10), (25, 5)]
    """
    missing, place = [], 0
    for first, count in sorted(stored):
        if first >= games:
            break
        if first > place:
            missing.append((place, first - place))
        place = max(place, first + count)
    if place < games:
        missing.append((place, games - place))
    return missing


@dataclass(frozen=True)
class FailureRow:
    """A task that failed every time, with the seed of the game that failed where it is known."""

    condition_id: int
    first_game: int
    num_games: int
    game_seed: int
    attempts: int
    error: str


@dataclass(frozen=True)
class RunnerRow:
    """A process that plays an experiment, and how long ago it was last heard of."""

    id: int
    host: str
    pid: int
    workers: int
    version: str
    seconds_ago: float
    is_done: bool

    @property
    def is_alive(self) -> bool:
        """Whether it reported lately, and is not known to have ended."""
        return not self.is_done and self.seconds_ago < ALIVE_SECONDS and not self._is_gone()

    def _is_gone(self) -> bool:
        """Return whether it ran on this machine and its process has ended."""
        if self.host != socket.gethostname() or not hasattr(os, "kill"):
            return False
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return True
        except (OSError, OverflowError):
            return False
        return False


class Store(Protocol):
    """Rows of experiments; every method is one transaction, or many reads."""

    @property
    def address(self) -> str:
        """Where it is, without a password."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *exc: object) -> None: ...

    def close(self) -> None:
        """Let go of files and connections."""
        ...

    def list_experiments(self) -> list[str]:
        """Name the experiments."""
        ...

    def find_experiment(self, name: str) -> ExperimentRow | None:
        """Return an experiment, or None."""
        ...

    def add_experiment(
        self, name: str, plan: Mapping[str, Any], games: int, conditions: Sequence[ConditionRow]
    ) -> ExperimentRow:
        """Return the experiment of this name, made if it is not there."""
        ...

    def update_experiment(
        self, name: str, plan: Mapping[str, Any], games: int, conditions: Sequence[ConditionRow]
    ) -> ExperimentRow:
        """Set plan and number of games and add the conditions that are not there yet."""
        ...

    def replace_experiment(
        self, name: str, plan: Mapping[str, Any], games: int, conditions: Sequence[ConditionRow]
    ) -> ExperimentRow:
        """Replace the plan of an idle experiment without games."""
        ...

    def delete_experiment(self, name: str) -> None:
        """Delete an experiment with all its rows."""
        ...

    def spans(self, experiment_id: int) -> dict[int, list[Span]]:
        """Return the stored games of every condition, in order, neighbours joined."""
        ...

    def lease_games(
        self, runner_id: int, condition_id: int, within: Span, num_games: int, times: int = 1
    ) -> list[Span]:
        """
        Lease the first games of a span that are neither stored nor leased; [] if all are.

        At most ``times`` tasks of ``num_games``, one after another. A lease ends when its
        games are stored, and when its runner is done or was not heard of for `ALIVE_SECONDS`.
        """
        ...

    def add_tasks(self, tasks: Sequence[tuple[int, TaskRows]], runner_id: int) -> list[bool]:
        """
        Store finished tasks of a runner; False for one whose games are there already.

        Their leases end either way.

        An error if the experiment that the runner entered was deleted or changed.
        """
        ...

    def tallies(self, experiment_id: int) -> dict[int, Tally]:
        """Sum the stored games up by the conditions' ids, in the order of the conditions."""
        ...

    def versions(self, experiment_id: int) -> dict[str, int]:
        """Count the stored games by the version of Sapper that played them."""
        ...

    def iter_games(
        self, condition: ConditionRow, most: int | None = None
    ) -> Iterator[tuple[Span, Games]]:
        """Yield the games of a condition task by task, in the order of their numbers."""
        ...

    def iter_turns(self, condition: ConditionRow) -> Iterator[tuple[Span, Columns]]:
        """Yield the turns of a condition task by task, in the order of their games."""
        ...

    def add_failure(self, failure: FailureRow, runner_id: int) -> None:
        """Record a task that failed every time; its lease ends."""
        ...

    def failures(self, experiment_id: int) -> list[FailureRow]:
        """Return the failures whose games are still missing."""
        ...

    def enter_runner(self, experiment_id: int, workers: int, version: str) -> int:
        """Register this process as a runner; return its id."""
        ...

    def see_runner(self, runner_id: int, *, is_done: bool = False) -> None:
        """Mark the runner as alive, or done; an error if its experiment was deleted."""
        ...

    def runners(self, experiment_id: int) -> list[RunnerRow]:
        """Return the runners of an experiment, latest first."""
        ...
