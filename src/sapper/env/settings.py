"""The options of the environments, checked once and shared by the single and the vector form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from sapper import _core
from sapper.arguments import explained
from sapper.env.rewards import REWARDS, Reward
from sapper.errors import RulesError, SapperError, UnknownNameError, check_whole
from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN
from sapper.game.rules import Rules
from sapper.game.seeds import check_seeds

OBSERVATIONS: Final = ("cells", "planes", "risk")
PARTS: Final = (*OBSERVATIONS, "num_mines", "action_mask")
ORACLES: Final = (None, "safe", "risk")
MINE_ACTIONS: Final = ("end", "go-on")
NUM_PLANES: Final = MINE_SHOWN + 1
AUTORESETS: Final = {
    AutoresetMode.NEXT_STEP: _core.Autoreset.next_step,
    AutoresetMode.SAME_STEP: _core.Autoreset.same_step,
    AutoresetMode.DISABLED: _core.Autoreset.disabled,
}


@explained
@dataclass(frozen=True)
class Settings:
    """
    What an environment plays and shows.

    ``on`` is a grid's name or ``columns x rows x mines``; ``density`` a pair (least, most)
    from which each episode draws its share of mines; ``game_seeds`` a list of games to play
    in turn; ``observation`` a name, or several parts of one dictionary, such as
    ``("planes", "num_mines", "action_mask")``; the rest as in `docs/guides/env.md`.
    """

    on: str = "beginner"
    first_click: str = "safe"
    game: str = "normal"
    observation: str | Sequence[str] = "cells"
    reward: Reward = "win"
    flags: bool = False
    cascade: bool = True
    mine_action: str = "end"
    no_guess: bool = False
    density: tuple[float, float] | None = None
    game_seeds: Sequence[int] | None = None
    oracle: str | None = None
    penalty: float = 1.0

    def __post_init__(self) -> None:
        _check_choice("oracle", self.oracle, ORACLES)
        _check_choice("mine_action", self.mine_action, MINE_ACTIONS)
        self._check_observation()
        if not callable(self.reward):
            _check_choice("reward", self.reward, REWARDS)
        if not 0 <= self.penalty < float("inf"):
            raise SapperError(f"expected a penalty of 0 or more, got {self.penalty!r}")
        if self.game == "score" and self.mine_action == "go-on":
            raise SapperError("expected mine_action='go-on' without game='score', which goes on")
        if self.game_seeds is not None:
            if not len(self.game_seeds):
                raise RulesError("expected at least one game seed, got an empty list")
            check_seeds(list(self.game_seeds))
        _ = self.rules, self.most_mines
        if self.no_guess and self.first_click == "any":
            raise RulesError("expected first_click 'safe' or 'zero' with no_guess, got 'any'")

    def _check_observation(self) -> None:
        if isinstance(self.observation, str):
            _check_choice("observation", self.observation, OBSERVATIONS)
            return
        for part in self.observation:
            _check_choice("a part of the observation", part, PARTS)
        if not self.observation or len(set(self.observation)) < len(self.observation):
            raise SapperError(
                f"expected at least one part of the observation, and each once, "
                f"got {self.observation!r}"
            )

    @property
    def parts(self) -> tuple[str, ...]:
        """What an observation is made of; a name alone is not put into a dictionary."""
        if isinstance(self.observation, str):
            return ("cells", "risk") if self.observation == "risk" else (self.observation,)
        return tuple(self.observation)

    @property
    def is_dictionary(self) -> bool:
        """Whether an observation is a dictionary of its parts."""
        return self.observation not in ("cells", "planes")

    @property
    def rules(self) -> Rules:
        """The rules of an episode with the fewest mines."""
        rules = Rules.parse(self.on, first_click=self.first_click, game=self.game)
        if self.mine_action == "go-on":
            rules = replace(rules, game="score")
        if self.density is not None:
            rules = replace(rules, num_mines=self._mines(rules, self.density[0]))
        return rules

    @property
    def most_mines(self) -> int:
        """The most mines that an episode may have."""
        rules = self.rules
        if self.density is None:
            return rules.num_mines
        least, most = self.density
        if not 0 <= least <= most <= 1:
            raise RulesError(f"expected densities 0 <= least <= most <= 1, got {self.density!r}")
        return replace(rules, num_mines=self._mines(rules, most)).num_mines

    @staticmethod
    def _mines(rules: Rules, density: float) -> int:
        return int(np.floor(density * rules.num_cells + 0.5))

    @property
    def ends_when_opened(self) -> bool:
        """Whether a game goes on after a mine and ends when every safe cell is open."""
        return self.mine_action == "go-on"

    @property
    def num_actions(self) -> int:
        """How many actions there are: a reveal of each cell, and a flag of each with ``flags``."""
        return self.rules.num_cells * (2 if self.flags else 1)

    def native_options(self, mode: AutoresetMode, max_steps: int) -> _core.VectorOptions:
        """Return the core's form of what games stepped side by side need, with a limit of steps."""
        needs_risk = callable(self.reward) and self.oracle is not None
        return _core.VectorOptions(
            flags=self.flags,
            cascade=self.cascade,
            mine_ends=not self.ends_when_opened,
            show_risk="risk" in self.parts,
            reward=_core.RewardKind["none" if callable(self.reward) else self.reward],
            oracle=_core.Oracle["risk" if needs_risk else self.oracle or "off"],
            autoreset=AUTORESETS[mode],
            penalty=self.penalty,
            most_mines=self.most_mines,
            most_steps=max_steps,
            game_seeds=[] if self.game_seeds is None else list(self.game_seeds),
        )

    def action_space(self) -> gymnasium.spaces.Discrete[Any]:
        """Return the actions: cell numbers, then cell numbers again for flags."""
        return gymnasium.spaces.Discrete(self.num_actions)

    def observation_space(self) -> gymnasium.Space[Any]:
        """Return what is seen, by the option ``observation``."""
        rules = self.rules
        shape = (rules.rows, rules.columns)
        spaces: dict[str, gymnasium.Space[Any]] = {
            "cells": gymnasium.spaces.Box(0, MINE_SHOWN, shape, np.uint8),
            "planes": gymnasium.spaces.Box(0, 1, (NUM_PLANES, *shape), np.uint8),
            "risk": gymnasium.spaces.Box(0.0, 1.0, shape, np.float32),
            "num_mines": gymnasium.spaces.Box(0, rules.num_cells, (1,), np.int64),
            "action_mask": gymnasium.spaces.MultiBinary(self.num_actions),
        }
        if self.is_dictionary:
            return gymnasium.spaces.Dict({part: spaces[part] for part in self.parts})
        return spaces[self.parts[0]]

    def observe(
        self,
        cells: NDArray[np.uint8],
        risk: NDArray[np.float32],
        num_mines: NDArray[np.int64],
        masks: NDArray[np.bool_],
        xp: Any = np,
    ) -> Any:
        """
        Return the observation of one position or of many (first axis), in arrays of its own.

        What no part shows may be anything. ``xp`` is the library whose arrays these are.
        """
        found: dict[str, NDArray[Any]] = {}
        for part in self.parts:
            if part == "planes":
                codes = xp.arange(NUM_PLANES, dtype=np.uint8)[:, None, None]
                found[part] = (cells[..., None, :, :] == codes).astype(np.uint8)
            elif part == "num_mines":
                found[part] = num_mines[..., None].copy()
            elif part == "action_mask":
                found[part] = masks.astype(np.int8)
            else:
                found[part] = (cells if part == "cells" else risk).copy()
        return found if self.is_dictionary else found[self.parts[0]]


def read_autoreset(mode: AutoresetMode | str) -> AutoresetMode:
    """Return when an ended episode is begun anew, given as Gymnasium's value or its name."""
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = [known.value for known in AutoresetMode]
        raise UnknownNameError.of("autoreset mode", str(mode), known) from None


def read_step_limit(steps: int | None) -> int:
    """Return after how many steps an episode is cut off; 0 for never, given as none or -1."""
    if steps is None or steps == -1:
        return 0
    return check_whole(steps, "a limit of steps", least=1)


def _check_choice(name: str, value: object, known: Sequence[object]) -> None:
    if any(value is choice or (isinstance(value, str) and value == choice) for choice in known):
        return
    names = ", ".join(repr(choice) for choice in known)
    near = get_close_matches(str(value), [str(choice) for choice in known], 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise SapperError(f"expected {name} to be one of {names}, got {value!r}{hint}")


def allowed_actions(cells: NDArray[np.uint8], *, flags: bool) -> NDArray[np.bool_]:
    """Return which actions a position allows, apart from the limits of a first click."""
    flat = cells.ravel()
    covered = flat == COVERED
    return np.concatenate([covered, covered | (flat == FLAGGED)]) if flags else covered
