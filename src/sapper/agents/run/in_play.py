"""
Games in play: take the questions of many games, answer them, go on.

`play.py` asks a guesser until all games are over. Here the caller holds the loop,
which is what a training loop, a learned agent that decides across games, or a
vector environment needs. The games are the same ones: seeds decide everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from time import perf_counter_ns
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sapper import _core
from sapper.agents.agent import Agent
from sapper.agents.run.compile import compile_agent
from sapper.agents.run.games import Games
from sapper.agents.run.play import DEFAULT_WIDTH
from sapper.agents.run.questions import Questions
from sapper.arguments import explained
from sapper.errors import SapperError
from sapper.game.rules import Rules, native_rules
from sapper.game.seeds import check_seed, check_seeds
from sapper.game.words import count


class _Outside:
    """Placeholder guesser: the guesses come from the caller, who holds the games."""

    def guess_many(self, questions: Questions) -> Sequence[int]:
        """Never called."""
        raise AssertionError(f"expected the caller to answer {len(questions)} questions")


@explained
class GamesInPlay:
    """
    Many games of one agent, whose guesses the caller makes.

    The agent's opener and deducers play; its guesser is left out. Without an opener
    the first cell is a question too, and without deducers every reveal is. ``width``
    games are in play at once.

    >>> from sapper.agents.deducers import SinglePoint
    >>> agent = Agent(deducers=(SinglePoint(),))
    >>> games = GamesInPlay(agent, Rules(5, 5, 3), game_seeds=range(100))
    >>> while (questions := games.questions()) is not None:
    ...     games.answer(questions.allowed.reshape(len(questions), -1).argmax(axis=1))
    >>> len(games.games()), games.num_over
    (100, 100)
    """

    def __init__(
        self,
        agent: Agent,
        rules: Rules,
        game_seeds: Sequence[int] | NDArray[np.uint64],
        *,
        agent_seed: int = 0,
        check_deductions: bool = True,
        width: int = DEFAULT_WIDTH,
    ) -> None:
        self.rules = rules
        self._agent = agent
        self._num_games = len(game_seeds)
        self._options = (
            check_seeds(game_seeds),
            check_seed(agent_seed),
            check_deductions,
            max(width, 1),
        )
        self._core = self._begin()
        self._answers: list[tuple[NDArray[np.int64], NDArray[np.uint8], int]] = []
        self._asked = 0
        self._since = 0

    def _begin(self) -> _core.Batch:
        spec, _ = compile_agent(replace(self._agent, guesser=_Outside()), self.rules)
        return _core.Batch(native_rules(self.rules), spec, *self._options)

    def __copy__(self) -> GamesInPlay:
        return deepcopy(self)  # two holders cannot answer the same games

    def __getstate__(self) -> dict[str, Any]:
        """Return what decides the games: seeds and answers, not what the core holds."""
        state = dict(self.__dict__)
        del state["_core"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._core = self._begin()
        for answer in self._answers:
            self._core.questions()
            self._core.answer(*answer)
        if self._asked:
            self._core.questions()

    def __repr__(self) -> str:
        return (
            f"<GamesInPlay: {self._agent} on {self.rules.name}, first click "
            f"{self.rules.first_click}, {self.num_over} of {count(self._num_games, 'game')} over>"
        )

    def questions(self) -> Questions | None:
        """Advance every game to its next guess; None when all games are over."""
        found = self._core.questions()
        self._since = perf_counter_ns()
        if found is None:
            self._asked = 0
            return None
        games, cells, allowed, words = (np.asarray(column) for column in found)
        self._asked = len(games)
        return Questions(self.rules, games, cells, allowed.view(np.bool_), words)

    def answer(self, cells: ArrayLike, is_mine: ArrayLike | None = None) -> None:
        """
        Answer all questions: a cell to reveal for each, or to flag where ``is_mine``.

        If one is not allowed, `IllegalMoveError` names it and no game has moved.
        """
        numbers = np.ascontiguousarray(cells)
        if numbers.shape != (self._asked,) or numbers.dtype.kind not in "iu":
            raise SapperError(
                f"expected {self._asked} cell numbers, one for each question, "
                f"got an array of {numbers.dtype} and shape {numbers.shape}"
            )
        flags = (
            np.zeros(self._asked, np.uint8) if is_mine is None else np.asarray(is_mine, np.uint8)
        )
        if flags.shape != numbers.shape:
            raise SapperError(f"expected {self._asked} switches in is_mine, got {flags.shape}")
        spent = perf_counter_ns() - self._since
        answers = (numbers.astype(np.int64), flags, spent)
        self._core.answer(*answers)
        self._answers.append(answers)  # for a copy, which plays the games again
        self._asked = 0

    @property
    def num_over(self) -> int:
        """How many games have ended."""
        return self._core.num_over

    def games(self) -> Games:
        """Return the rows of all games, in the order of the seeds; ``won`` only once over."""
        return Games(self._core.columns())
