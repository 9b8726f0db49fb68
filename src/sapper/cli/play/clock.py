"""A clock that starts at the first reveal and stands still when the game is over."""

from __future__ import annotations

import time
from collections.abc import Callable

from sapper.game.game import Game


class Clock:
    """
    The time that a game takes.

    >>> from sapper.game.layout import Layout
    >>> times = iter([10.0, 75.5])
    >>> clock = Clock(lambda: next(times))
    >>> game = Game.on_layout(Layout(3, 1, mines=(2,)))
    >>> clock.follow(game)
    >>> game.reveal("r1c2")
    >>> clock.follow(game)
    >>> str(clock)
    '1:05'
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._spent = 0.0
        self._since: float | None = None

    def follow(self, game: Game) -> None:
        """Run or stand still as the game asks; before its first reveal, begin at 0."""
        if game.first_cell is None:
            self._spent, self._since = 0.0, None
        elif game.is_over:
            self._spent, self._since = self.seconds, None
        elif self._since is None:
            self._since = self._now()

    @property
    def seconds(self) -> float:
        """The time so far."""
        return self._spent + (0.0 if self._since is None else self._now() - self._since)

    def __str__(self) -> str:
        minutes, seconds = divmod(int(self.seconds), 60)
        return f"{minutes}:{seconds:02}"
