"""
Agents in the form of Kvietinskas 2021: ``next_move(view) -> (x, y, is_mine)``.

Such an agent is a whole player: it says where to go next, x and y counted from 0
from the top left, and whether to flag the cell instead of revealing it. The
adapter gives it a new player for every game and shows it what the thesis's
executor returns: the grid, the mines left and how the game stands.

References:
    [1] Kvietinskas 2021, section 3.2.1.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Protocol

from sapper.agents.agent import Agent
from sapper.agents.run.questions import Question, Questions
from sapper.errors import ArgumentError, IllegalMoveError
from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN
from sapper.game.moves import Move

COVERED_CELL = -1
FLAGGED_CELL = -2
MINE_CELL = -3
_SHOWN = {COVERED: COVERED_CELL, FLAGGED: FLAGGED_CELL, MINE_SHOWN: MINE_CELL}


@dataclass(frozen=True)
class View:
    """
    What a player in the thesis's form sees.

    ``grid[y][x]`` is a clue 0-8, or -1 covered, -2 flagged, -3 a mine shown.
    """

    grid: tuple[tuple[int, ...], ...]
    mines_left: int
    state: str = "playing"

    @property
    def columns(self) -> int:
        """The width of the grid."""
        return len(self.grid[0])

    @property
    def rows(self) -> int:
        """The height of the grid."""
        return len(self.grid)


class Player(Protocol):
    """A player in the thesis's form."""

    def next_move(self, view: View) -> tuple[int, int, bool]:
        """Return the next move as (x, y, is_mine)."""


@dataclass(frozen=True)
class NextMove:
    """
    A guesser that asks a player for every move.

    ``make_player`` is called once a game: a class, or any function that needs no
    arguments. No deducer stands behind these moves, so every reveal but the first
    counts as a guess.
    """

    make_player: Callable[[], Player]

    def start(self) -> _Table:
        """Begin a batch of games."""
        return _Table(self.make_player)


class _Table:
    """The players of the games of one batch."""

    def __init__(self, make_player: Callable[[], Player]) -> None:
        self._make_player = make_player
        self._players: dict[int, Player] = {}

    def guess_many(self, questions: Questions) -> list[Move]:
        # A game that no longer asks is over, and its player with it.
        playing = {question.game: question for question in questions}
        self._players = {
            game: self._players[game] if game in self._players else self._make_player()
            for game in playing
        }
        return [self._ask(self._players[game], question) for game, question in playing.items()]

    def _ask(self, player: Player, question: Question) -> Move:
        position = question.position
        grid = tuple(
            tuple(_SHOWN.get(code, code) for code in row) for row in position.array.tolist()
        )
        x, y, is_mine = player.next_move(View(grid, position.mines_left))
        if not (0 <= x < position.columns and 0 <= y < position.rows):
            raise IllegalMoveError(
                f"expected a move with x below {position.columns} and y below {position.rows}, "
                f"got ({x}, {y})"
            )
        return Move("flag" if is_mine else "reveal", y * position.columns + x)


@dataclass(frozen=True)
class _CopyOf:
    """Makes a fresh copy of a player for every game."""

    player: Player

    def __call__(self) -> Player:
        return deepcopy(self.player)


def adapt_player(player: Player | Callable[[], Player], name: str = "") -> Agent:
    """
    Make an agent of a player in the thesis's form.

    Pass its class, or a function that makes one, or a player: each game is then
    played by a copy of it as it was passed.

    >>> class LeftToRight:
    ...     def next_move(self, view):
    ...         cells = [(x, y) for y in range(view.rows) for x in range(view.columns)]
    ...         x, y = next((x, y) for x, y in cells if view.grid[y][x] == COVERED_CELL)
    ...         return x, y, False
    >>> str(adapt_player(LeftToRight()))
    'LeftToRight'
    """
    is_player = hasattr(player, "next_move") and not isinstance(player, type)
    if not is_player and not callable(player):
        raise ArgumentError(f"expected a player with next_move, or its class, got {player!r}")
    if not isinstance(name, str):
        raise ArgumentError(f"expected a name as text, got {name!r}")
    make_player = _CopyOf(player) if is_player else player  # type: ignore[arg-type]  # just asked
    shown = type(player) if is_player else player
    return Agent(
        guesser=NextMove(make_player),  # type: ignore[arg-type]  # as above
        id=name or getattr(shown, "__name__", "player"),
    )
