"""
Making the pattern database: 65,535 layouts of 4x4, a thousand games each, or exactly.

The games are the core's (`native/agents/papers/vaitzman/pattern_games.h`): sentence
deduction, first cell and guesses at random, a first click that may lose. Of each
configuration that appeared at least twice the most frequent move that did not lose is
kept, of equally frequent ones the first, with its two values.

``exact`` gives the numbers that sampling estimates: of the layouts that agree with a
configuration those in which a cell is safe. Kept are the configurations that as many
games would show at least twice on average.

References:
    [1] Vaitzman, Efremov, Ennekavi, Shevach, Mordechai, section II.2.3.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.agents.deducers.vaitzman import SENTENCES_IN_A_GROUP
from sapper.agents.patterns import UNIT, Patterns

NUM_LAYOUTS: Final = 65535  # of 1 to 16 mines [1]
GAMES_A_LAYOUT: Final = 1000  # [1]
SEED: Final = 4
_LEAST: Final = 2  # appearances of a configuration that is kept
_CHUNK: Final = 256


@dataclass(frozen=True)
class Records:
    """
    What was seen of each configuration in which a guess was made, by key.

    ``appeared`` counts games, ``made`` the guesses at each of the 16 cells and
    ``kept`` those that did not lose. If ``is_exact``, ``appeared`` counts layouts,
    ``made`` and ``kept`` layouts too, and ``chances`` is that of reaching the
    configuration on any of them.
    """

    keys: NDArray[np.uint64]
    appeared: NDArray[np.uint32]
    chances: NDArray[np.float64]
    made: NDArray[np.uint32]
    kept: NDArray[np.uint32]
    is_exact: bool

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def shares(self) -> NDArray[np.float64]:
        """How often each move was made and did not lose, of the appearances."""
        shares = self.kept / self.appeared[:, None]
        if self.is_exact:
            shares /= np.count_nonzero(self.made, axis=1)[:, None]
        return shares

    @property
    def safes(self) -> NDArray[np.float64]:
        """How often each move did not lose, of the times it was made; 0 if it never was."""
        return self.kept / np.maximum(self.made, 1)

    def expected(self, games: int) -> NDArray[np.float64]:
        """How often each configuration appears in that many games per layout, on average."""
        if not self.is_exact:
            return self.appeared.astype(np.float64)
        return self.appeared * self.chances * games


class Building:
    """A database in the making: iterate, for the number of layouts done."""

    def __init__(
        self,
        *,
        exact: bool = False,
        games: int = GAMES_A_LAYOUT,
        seed: int = SEED,
        num_layouts: int = NUM_LAYOUTS,
    ) -> None:
        self.exact = exact
        self.games = games
        self.seed = seed
        self.num_layouts = num_layouts
        self._games = _core.PatternGames(SENTENCES_IN_A_GROUP)

    def __iter__(self) -> Iterator[int]:
        for done in range(0, self.num_layouts, _CHUNK):
            count = min(_CHUNK, self.num_layouts - done)
            if self.exact:
                self._games.follow(done + 1, count)
            else:
                self._games.play(done + 1, count, self.games, self.seed)
            yield done + count

    @property
    def num_configurations(self) -> int:
        """How many configurations have been looked at, with a guess to make or not."""
        return self._games.num_configurations

    def records(self, least: int = 1) -> Records:
        """Return what was seen of the configurations that appeared so often."""
        return Records(*self._games.records(least), self.exact)

    def patterns(self) -> Patterns:
        """Return the database."""
        records = self.records(1 if self.exact else _LEAST)
        chosen = np.flatnonzero(
            (records.expected(self.games) >= _LEAST) & (records.kept.max(axis=1) > 0)
        )
        moves = records.kept[chosen].argmax(axis=1)
        made = {"exact": self.exact, "games": self.games}
        return Patterns(
            records.keys[chosen],
            moves.astype(np.uint8),
            _as_units(records.shares[chosen, moves]),
            _as_units(records.safes[chosen, moves]),
            made if self.exact else {**made, "seed": self.seed},
        )


def _as_units(values: NDArray[np.float64]) -> NDArray[np.uint16]:
    return np.rint(values * UNIT).astype(np.uint16)
