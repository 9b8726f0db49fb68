"""
Games by the billion on an accelerator, for learners that live there.

`GpuGames` holds many games on one NVIDIA card: same rules, seeds, rewards and masks as
`SapperVectorEnv`, the same episodes to the bit. Arrays stay on the card and go to PyTorch or JAX by
DLPack without a copy. The extra ``gpu`` brings CuPy, whose compiler makes the kernels for one
grid and one set of options when they are first needed; ``device="cpu"`` plays the same text on
the processor, for trying things out. `sapper.env.gpu_vector.GpuVectorEnv` is the Gymnasium form.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from sapper import _core
from sapper.env.kernels import MOST_SIDE, Episodes, OnCard, OnProcessor, import_cupy
from sapper.env.settings import Settings, read_autoreset, read_step_limit
from sapper.errors import (
    ArgumentError,
    SapperError,
    UnknownNameError,
    check_whole,
    wrong_type,
)
from sapper.game.rules import Rules
from sapper.game.seeds import check_seed, check_seeds

DEVICES: Final = ("cuda", "cpu")
_MOST_STEPS: Final = 1024  # in a launch


class Stepped(NamedTuple):
    """What a step shows of all games: arrays on their device, which the next step changes."""

    cells: Any
    rewards: Any
    terminated: Any
    truncated: Any
    masks: Any


@dataclass(frozen=True, eq=False)
class GpuState:
    """Where games stand, in copies of their arrays; `GpuGames.set_state` goes on from there."""

    plays: str
    num_steps: int
    arrays: dict[str, Any]


class GpuGames:
    """
    ``num_envs`` games that stay on an accelerator.

    ``rules`` is a grid's name, ``columns x rows x mines`` or `Rules`; game i plays the games of
    run seed ``seeds + i``, or of ``seeds[i]``. The other options are those of `Settings`, as
    far as they need no exact engine: no oracle, no rewards or observations of risk, no boards
    without a guess. Grids may have up to 32 rows and columns.

    >>> games = GpuGames("beginner", 3, seeds=7, device="cpu", reward="progress")
    >>> cells, rewards, over, truncated, masks = games.step([40, 0, 80])
    >>> cells.shape, bool(masks[0, 40])
    ((3, 9, 9), False)
    >>> games.play(100)
    >>> bool((games.episodes > 0).all())
    True
    """

    def __init__(
        self,
        rules: Rules | str = "beginner",
        num_envs: int = 1,
        seeds: int | Sequence[int] | NDArray[Any] = 0,
        *,
        device: str = "cuda",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        **options: Any,
    ) -> None:
        if device not in DEVICES:
            raise UnknownNameError.of("device", str(device), DEVICES)
        self.num_envs = check_whole(num_envs, "a number of games", least=1)
        self.settings = _read_settings(rules, options)
        self.device = device
        self.xp = np if device == "cpu" else import_cupy()
        self._episodes = Episodes(
            self.settings, read_autoreset(autoreset_mode), read_step_limit(max_episode_steps)
        )
        self._num_steps = 0
        self._arrays = self._allocate()
        play_on = OnProcessor if device == "cpu" else OnCard
        self._games = play_on(self._episodes, self._arrays, self.num_envs)
        self.reset(seeds)

    def __repr__(self) -> str:
        return f"<GpuGames: {self.num_envs} x {self.settings.rules.name} on {self.device}>"

    def _allocate(self) -> dict[str, Any]:
        """Return the arrays in the order of the native `GroupArrays`."""
        n, rules, xp = self.num_envs, self.settings.rules, self.xp
        rows = self._episodes.num_rows
        stash = n * rows  # layouts drawn ahead
        given = self.settings.game_seeds
        seeds = check_seeds([] if given is None else given)
        return {
            "records": xp.zeros((n, _core.GROUP_RECORD_SIZE // 8), np.uint64),
            "bits": xp.zeros((n, 3, rows), np.uint32),
            "drawn": xp.zeros(stash * self._episodes.num_words + 1, np.uint32),
            "spare": xp.zeros(stash * _core.MOST_SPARE, np.uint16),
            "seeds": xp.asarray(seeds),
            "cells": xp.zeros((n, rules.rows, rules.columns), np.uint8),
            "allowed": xp.zeros((n, self.settings.num_actions), np.uint8),
            "rewards": xp.zeros(n, np.float32),
            "is_over": xp.zeros(n, np.uint8),
            "is_cut": xp.zeros(n, np.uint8),
            "is_illegal": xp.zeros(n, np.uint8),
            "game_seeds": xp.zeros(n, np.uint64),
            "num_mines": xp.zeros(n, np.int64),
            "safe_left": xp.zeros(n, np.int64),
            "outcomes": xp.zeros(n, np.int64),
        }

    # Episodes

    def reset(
        self, seeds: int | Sequence[int] | NDArray[Any] | None = None, mask: Any = None
    ) -> Stepped:
        """
        Begin the first game of these runs; without seeds the next game of each run.

        ``mask`` says in which games, as truth values; the others go on.
        """
        chosen = self._read_mask(mask)
        if seeds is None:
            self._games.reset(chosen)
        else:
            self._games.seed(self.xp.asarray(self._read_seeds(seeds)), chosen)
        return self.now

    def step(self, actions: Any) -> Stepped:
        """
        Take one action in each game.

        Actions are whole numbers in an array of any library that knows DLPack; those on the same
        card are not copied if they have 64 bits.
        """
        self._games.step(self._read_actions(actions))
        self._num_steps += 1
        return self.now

    def sample_actions(self, words: Any = None, *, seed: int = 0) -> Any:
        """
        Return one allowed action for each game, drawn by its random word.

        Without words they follow from ``seed``, the game's number and the number of steps so far.
        """
        if words is not None:
            words = self.xp.ascontiguousarray(self.xp.asarray(words), dtype=np.uint64)
            if words.shape != (self.num_envs,):
                raise SapperError(f"expected {self.num_envs} random words, got {words.shape}")
        actions = self.xp.empty(self.num_envs, np.int64)
        self._games.sample(words, check_seed(seed), self._num_steps, actions)
        return actions

    def play(self, steps: int, values: Any = None, *, seed: int = 0) -> None:
        """
        Take many steps at once.

        Actions are those that `sample_actions` draws step by step; or, with a table of a
        value for each action, the allowed one of the largest value (of equals the first).
        """
        count = check_whole(steps, "a number of steps", least=0)
        if values is not None:
            values = self.xp.ascontiguousarray(self.xp.asarray(values), dtype=np.float32)
            if values.shape != (self.settings.num_actions,):
                raise SapperError(
                    f"expected {self.settings.num_actions} values, got shape {values.shape}"
                )
            if bool(self.xp.isnan(values).any()):
                raise SapperError("expected values that are numbers, got nan")
        for left in range(count, 0, -_MOST_STEPS):  # so that Ctrl-C is heard
            taken = min(left, _MOST_STEPS)
            self._games.play(taken, values, check_seed(seed), self._num_steps)
            self._num_steps += taken

    def _read_mask(self, mask: Any) -> Any:
        if mask is None:
            return self.xp.ones(self.num_envs, np.uint8)
        given = self._take(mask)
        if given.shape != (self.num_envs,) or given.dtype != np.bool_:
            raise SapperError(
                f"expected a mask of {self.num_envs} truth values, got {given.dtype} "
                f"of shape {given.shape}"
            )
        return self.xp.ascontiguousarray(given).view(np.uint8)

    def _read_seeds(self, seeds: int | Sequence[int] | NDArray[Any]) -> NDArray[np.uint64]:
        if isinstance(seeds, int | np.integer):
            first = check_seed(seeds)
            check_seed(first + self.num_envs - 1)
            return np.arange(self.num_envs, dtype=np.uint64) + np.uint64(first)
        given = check_seeds(seeds)
        if len(given) != self.num_envs:
            raise SapperError(f"expected {self.num_envs} seeds, got {len(given)}")
        return given

    def _read_actions(self, actions: Any) -> Any:
        numbers = self._take(actions)
        if numbers.dtype.kind not in "iu":
            raise wrong_type(actions, "an action for each game as whole numbers")
        if numbers.shape != (self.num_envs,):
            raise SapperError(f"expected {self.num_envs} actions, got shape {numbers.shape}")
        return self.xp.ascontiguousarray(numbers, dtype=np.int64)

    def _take(self, array: Any) -> Any:
        """Return an array of ours of what another library holds, without a copy if it can be."""
        xp = self.xp
        if isinstance(array, xp.ndarray):
            return array
        if hasattr(array, "__dlpack_device__"):
            kind = int(array.__dlpack_device__()[0])
            if kind == (1 if xp is np else 2):  # DLPack's numbers of processor and CUDA
                return xp.from_dlpack(array)
            array = np.from_dlpack(array) if kind == 1 else array
        try:
            return xp.asarray(array)
        except (TypeError, ValueError) as error:
            raise ArgumentError(f"expected an array on {self.device}: {error}") from None

    # What is seen

    @property
    def now(self) -> Stepped:
        """What all games show: arrays on the device, which the next step changes."""
        a = self._arrays
        return Stepped(
            a["cells"], a["rewards"], a["is_over"].view(np.bool_), a["is_cut"].view(np.bool_),
            a["allowed"].view(np.bool_),
        )  # fmt: skip

    @property
    def cells(self) -> Any:
        """The code of every cell, games by rows by columns."""
        return self._arrays["cells"]

    @property
    def masks(self) -> Any:
        """Which actions are allowed now, games by actions."""
        return self._arrays["allowed"].view(np.bool_)

    @property
    def mines(self) -> Any:
        """
        Where the mines are, games by rows by columns, for learners that are taught.

        None are laid before a game's first reveal. An array of its own.
        """
        rules = self.settings.rules
        rows = self._arrays["bits"][:, 0, : rules.rows, None]
        columns = self.xp.arange(rules.columns, dtype=np.uint32)
        return (rows >> columns & np.uint32(1)).astype(np.bool_)

    @property
    def info(self) -> dict[str, Any]:
        """The facts of all games, named as `SapperVectorEnv` names them."""
        a = self._arrays
        return {
            "game_seed": a["game_seeds"].view(np.int64),
            "num_mines": a["num_mines"],
            "safe_left": a["safe_left"],
            "outcome": a["outcomes"],
            "illegal": a["is_illegal"].view(np.bool_),
            "action_mask": self.masks,
        }

    @property
    def episodes(self) -> Any:
        """How many episodes of each game have ended since it was made."""
        return self._count(_core.GROUP_RECORD_ENDED)

    @property
    def wins(self) -> Any:
        """How many of those were won."""
        return self._count(_core.GROUP_RECORD_WON)

    def _count(self, offset: int) -> Any:
        words = self._arrays["records"].view(np.uint32)
        return words[:, offset // 4].copy()

    # As it stands

    @property
    def _plays(self) -> str:
        options = {k: v for k, v in vars(self.settings).items() if k != "observation"}
        return f"{self.num_envs} {self._episodes.autoreset} {self._episodes.max_steps} {options}"

    def get_state(self) -> GpuState:
        """Return where the games stand, for `set_state`; it pickles."""
        kept = {name: array.copy() for name, array in self._arrays.items() if name != "seeds"}
        return GpuState(self._plays, self._num_steps, kept)

    def set_state(self, state: GpuState) -> Stepped:
        """Go on from where as many games of the same rules and options stood."""
        if state.plays != self._plays:
            raise SapperError(
                f"expected a state of the same games ({self._plays}), got one of {state.plays}"
            )
        for name, array in state.arrays.items():
            self._arrays[name][...] = self.xp.asarray(array)
        self._num_steps = state.num_steps
        return self.now


def _read_settings(rules: Rules | str, options: dict[str, Any]) -> Settings:
    if isinstance(rules, Rules):
        grid = f"{rules.columns}x{rules.rows}x{rules.num_mines}"
        options = {"first_click": rules.first_click, "game": rules.game} | options
        rules = grid
    settings = Settings(on=rules, **options)
    needs = [
        name
        for name, is_needed in {
            "no_guess": settings.no_guess,
            "oracle": settings.oracle is not None,
            "a reward of one's own": callable(settings.reward),
            "the reward 'risk'": settings.reward == "risk",
            "observations of risk": "risk" in settings.parts,
        }.items()
        if is_needed
    ]
    if needs:
        raise SapperError(
            f"expected games that the accelerator knows, got {' and '.join(needs)}; "
            "SapperVectorEnv has them"
        )
    if max(settings.rules.columns, settings.rules.rows) > MOST_SIDE:
        raise SapperError(
            f"expected at most {MOST_SIDE} rows and columns on an accelerator, "
            f"got {settings.rules.name}; SapperVectorEnv plays larger grids"
        )
    return settings
