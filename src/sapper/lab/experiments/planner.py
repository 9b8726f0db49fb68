"""
The planner: which games are played next.

Conditions advance together: the next task is always of the condition that is
furthest behind, in the order of the file where several are. With tasks of one
size that is the round robin of the thesis [1]: early results cover every
condition and progress is even. Tasks are cut only when they are handed out, so
that slow conditions get short ones and a change of the batch size, of the number
of games or of the number of runners is never a problem.

References:
    [1] K. Kvietinskas 2021, section 7.2.1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from sapper.lab.store.protocol import Span, missing_spans

# Games a task at most, from experiments/study-batch-size.toml (its table is in
# docs/guides/experiments.md): the time falls up to this and not beyond.
DEFAULT_BATCH: Final = 4000
# At most with sums alone, or when asked to: a task's rows fit into memory with ease.
LARGEST_BATCH: Final = 1_000_000
# A task should take no longer than this, so that Ctrl-C and progress feel prompt.
TASK_SECONDS: Final = 0.5
# Nor than this where a model is asked for the guesses of many games at once.
MODEL_TASK_SECONDS: Final = 2.0
_FIRST_BATCH: Final = 32
# Tasks a second that one runner takes in with ease, whatever carries and keeps them
# (docs/studies/scale.md): many workers get longer tasks.
MOST_TASKS_A_SECOND: Final = 250
# A task's rows are then a few megabytes at most.
_MANY_GAMES: Final = {"sums": LARGEST_BATCH, "games": 100_000, "games+turns": 10_000}
# Tasks that a runner leases at once, and the share of what is left that they may be.
MOST_AHEAD: Final = 32
_SHARE: Final = 20


@dataclass
class _Unplayed:
    """What is left to play of a condition."""

    missing: list[Span]
    left: int
    width: int = 0
    speed: float | None = None


@dataclass
class Planner:
    """
    Hands out tasks as (number of the condition, first game, number of games).

    ``widths`` has the games that each condition's guesser wants to be asked for at once,
    0 where it does not care.
    """

    games: int
    stored: Sequence[Sequence[Span]]
    batch_size: int | None = None
    keep: str = "games"
    widths: Sequence[int] = ()
    workers: int = 1  # how many are known now; they may come and go
    _conditions: list[_Unplayed] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        widths = self.widths or [0] * len(self.stored)
        for spans, width in zip(self.stored, widths, strict=True):
            missing = missing_spans(spans, self.games)
            self._conditions.append(_Unplayed(missing, sum(count for _, count in missing), width))

    @property
    def games_left(self) -> int:
        """How many games have not been handed out."""
        return sum(condition.left for condition in self._conditions)

    def next_task(self) -> tuple[int, int, int] | None:
        """Hand out the next task, or None if there is nothing left."""
        wish = self.wish()
        if wish is None:
            return None
        number, (first, count), size, _ = wish
        end = first + min(size, count)
        self.pass_by(number, end)
        return number, first, end - first

    def wish(self) -> tuple[int, Span, int, int] | None:
        """
        Find what to play next: the condition, where its next games are, how many make a task.

        The last number is how many tasks may be taken at once, few where few are left.
        """
        number = max(
            range(len(self._conditions)), key=lambda i: self._conditions[i].left, default=None
        )
        if number is None or self._conditions[number].left == 0:
            return None
        condition = self._conditions[number]
        size = self._size(condition)
        ahead = max(1, min(MOST_AHEAD, condition.left // (_SHARE * size)))
        return number, condition.missing[0], size, ahead

    def pass_by(self, number: int, end: int) -> None:
        """Take the games before a number off the list: somebody plays them."""
        condition = self._conditions[number]
        while condition.missing and condition.missing[0][0] < end:
            first, count = condition.missing.pop(0)
            if first + count > end:
                condition.missing.insert(0, (end, first + count - end))
            condition.left -= min(first + count, end) - first

    def note_speed(self, number: int, games: int, seconds: float) -> None:
        """Learn how fast a condition is played."""
        speed = games / max(seconds, 1e-9)
        known = self._conditions[number].speed
        self._conditions[number].speed = speed if known is None else 0.5 * (known + speed)

    def expect_seconds(self, number: int, games: int) -> float | None:
        """Estimate how long some games of a condition take; None if none was played yet."""
        speed = self._conditions[number].speed
        return None if speed is None else games / speed

    def refresh(self, stored: Mapping[int, Sequence[Span]]) -> None:
        """Begin the list anew: all games that are in none of the spans."""
        for number, condition in enumerate(self._conditions):
            condition.missing = missing_spans(stored.get(number, ()), self.games)
            condition.left = sum(count for _, count in condition.missing)

    def tasks_left(self) -> int:
        """Estimate how many tasks have not been handed out, at the sizes of now."""
        return sum(-(-one.left // self._size(one)) for one in self._conditions if one.left)

    def _size(self, condition: _Unplayed) -> int:
        if self.batch_size is not None:
            return self.batch_size
        if condition.speed is None:
            return _FIRST_BATCH
        most = LARGEST_BATCH if self.keep == "sums" else DEFAULT_BATCH
        quick = max(1, min(most, int(condition.speed * TASK_SECONDS)))
        fair = int(condition.speed * self.workers / MOST_TASKS_A_SECOND)
        quick = max(quick, min(fair, _MANY_GAMES[self.keep]))
        # A quarter of what is left, so that the last tasks keep several workers busy.
        together = min(condition.width, condition.left // 4)
        return max(quick, min(together, int(condition.speed * MODEL_TASK_SECONDS)))
