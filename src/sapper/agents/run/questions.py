"""
Guesses for many games at once.

The driver collects the games that wait for a guess and asks once: that is how a
learned model looks at a thousand positions in one pass. A guesser with
``guess_many(questions)`` gets a `Questions`; one with ``guess`` is asked game by
game. Either way the answers of a game depend on that game alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.agents.protocols import AnyGuesser, Forfeit, Random
from sapper.errors import SapperError
from sapper.game.moves import Move
from sapper.game.position import Position
from sapper.game.rules import Rules


@dataclass(frozen=True)
class Question:
    """One game that waits for a guess."""

    game: int
    position: Position
    allowed: list[int]
    random: Random


@dataclass(frozen=True)
class Questions:
    """
    The games that wait for a guess, as arrays; iterate for one `Question` each.

    ``games`` numbers each game within the batch, ``cells`` holds the codes
    (games x rows x columns), ``allowed`` is true where a guess may fall and
    ``words`` are 64 random bits from each agent's own stream.
    """

    rules: Rules
    games: NDArray[np.int64]
    cells: NDArray[np.uint8]
    allowed: NDArray[np.bool_]
    words: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.games)

    def __iter__(self) -> Iterator[Question]:
        rules = self.rules
        for i, game in enumerate(self.games.tolist()):
            yield Question(
                game,
                Position(rules.columns, rules.rows, rules.num_mines, self.cells[i].tobytes()),
                np.flatnonzero(self.allowed[i].ravel()).tolist(),
                self.randoms[i],
            )

    @cached_property
    def randoms(self) -> list[Random]:
        """A generator for each game."""
        return [_core.Random(word) for word in self.words.tolist()]


Callback = Callable[..., Iterable[tuple[int, bool]]]


def make_callback(guesser: AnyGuesser, rules: Rules) -> Callback:
    """Turn a guesser written in Python into what the driver calls."""
    start = getattr(guesser, "start", None)
    answering: Any = start() if start is not None else guesser
    guess_many = getattr(answering, "guess_many", None)

    def ask(
        games: NDArray[np.int64],
        cells: NDArray[np.uint8],
        allowed: NDArray[np.uint8],
        words: NDArray[np.uint64],
    ) -> list[tuple[int, bool]]:
        questions = Questions(rules, games, cells, allowed.view(np.bool_), words)
        if guess_many is not None:
            answers = list(guess_many(questions))
        else:
            answers = [answering.guess(q.position, q.allowed, q.random) for q in questions]
        return [_as_pair(answer) for answer in answers]

    return ask


def _as_pair(answer: int | Move | Forfeit) -> tuple[int, bool]:
    if isinstance(answer, Forfeit):
        return _core.FORFEITS - answer.reason, False
    if isinstance(answer, Move):
        if answer.kind not in ("reveal", "flag"):
            raise SapperError(f"expected a guess to reveal or flag a cell, got {answer!r}")
        return answer.cell, answer.kind == "flag"
    return int(answer), False
