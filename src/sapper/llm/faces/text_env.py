"""
The Gymnasium environment played by text.

`TextEnv` wraps an environment of `sapper.env`: its observations are prompts and replies,
its actions what a model writes. Rules, seeds, rewards and boards stay those of the wrapped
environment.
"""

from __future__ import annotations

import string
from typing import Any, Final

import gymnasium
from gymnasium.spaces import Text
from gymnasium.utils import RecordConstructorArgs

from sapper.errors import SapperError, UnknownNameError
from sapper.game.moves import Move
from sapper.game.position import Position
from sapper.llm.prompts import describe_game
from sapper.llm.reading import read_answer
from sapper.llm.showing import TEXT_FORMS, show

_CHARSET: Final = frozenset(string.printable)
_LONGEST_SHOWN: Final = 100_000
_LONGEST_ANSWER: Final = 20_000


class TextEnv(gymnasium.Wrapper[str, str, Any, Any], RecordConstructorArgs):
    """
    An environment of Sapper whose observations and actions are text.

    ``max_turns`` truncates the episode. An answer may hold several moves, which are played in
    turn; flags are allowed where the environment has them. An answer without a move that
    can be played costs the environment's penalty.

    >>> import sapper.env
    >>> env = TextEnv(gymnasium.make("Sapper/Custom-v0", on="4x4x3"), form="line")
    >>> text, info = env.reset(seed=7)
    >>> text, reward, terminated, truncated, info = env.step("<move>r1c1</move>")
    >>> text.splitlines()[-1]
    '1.../..../..../.... 3'
    """

    def __init__(
        self, env: gymnasium.Env[Any, Any], *, form: str = "grid", max_turns: int = 1_000
    ) -> None:
        RecordConstructorArgs.__init__(self, form=form, max_turns=max_turns)
        gymnasium.Wrapper.__init__(self, env)
        if form not in TEXT_FORMS:
            raise UnknownNameError.of("form of a position as text", str(form), TEXT_FORMS)
        if not hasattr(env.unwrapped, "game") or not hasattr(env.unwrapped, "settings"):
            raise SapperError(f"expected an environment of sapper.env, got {env}")
        self.form, self.max_turns, self.turns = form, max_turns, 0
        self.observation_space = Text(_LONGEST_SHOWN, min_length=0, charset=_CHARSET)
        self.action_space = Text(_LONGEST_ANSWER, min_length=0, charset=_CHARSET)

    @property
    def _base(self) -> Any:
        return self.env.unwrapped

    @property
    def position(self) -> Position:
        """What the model sees."""
        found: Position = self._base.game.position
        return found

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """Begin the next episode; the observation is the whole prompt."""
        _, info = self.env.reset(seed=seed, options=options)
        self.turns = 0
        told = describe_game(self._base.game.rules, self.form, self.max_turns, self.max_turns)
        return f"{told}\n\n{self._shown()}", info

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Play the moves of an answer; the observation says what they did."""
        before = self.position
        answer = read_answer(str(action), before)
        problems, total, over, truncated = list(answer.problems), 0.0, False, False
        info: dict[str, Any] = {}
        played = []
        for move in answer.moves:
            number = self._number(move)
            if number is None:
                problems.append(f"{move.format(before.columns)} does nothing now")
                continue
            _, reward, over, truncated, info = self._act(number)
            total += float(reward)
            played.append(move.format(before.columns))
            if over or truncated:
                break
        if not played:
            _, reward, over, truncated, info = self._act(-1)  # what is not allowed
            total = float(reward)
        self.turns += 1
        truncated = truncated or (not over and self.turns >= self.max_turns)
        said = [f"{one[:1].upper()}{one[1:]}." for one in problems]
        said.append(f"Played: {' '.join(played)}." if played else "Nothing was played.")
        if over:
            said.append(f"The game is {self._base.outcome}.")
        info = info | {"moves": played, "problems": problems}
        return f"{' '.join(said)}\n{self._shown()}", total, over, truncated, info

    def _act(self, number: int) -> Any:
        env: Any = self.env
        return env.step(number)

    def _shown(self) -> str:
        return str(show(self.position, self.form))

    def _number(self, move: Move) -> int | None:
        """Return the environment's action of a move; None if it has none now."""
        flagged = move.cell in self.position.flagged
        wants = {"reveal": 0, "flag": 1, "unflag": 1}.get(move.kind)
        if wants is None or (wants and flagged == (move.kind == "flag")):
            return None
        number = move.cell + wants * self._base.num_cells
        masks = self._base.action_masks()
        return number if number < len(masks) and masks[number] else None
