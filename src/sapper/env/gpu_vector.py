"""`GpuGames` as a Gymnasium vector environment, whose arrays stay on the card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from sapper.env.gpu import GpuGames
from sapper.env.settings import read_autoreset
from sapper.errors import SapperError


class GpuVectorEnv(VectorEnv[Any, Any, Any]):
    """
    `GpuGames` as a Gymnasium vector environment; arguments are those of `SapperVectorEnv`.

    What it returns are arrays on the card; ``convert`` makes others of them, such as
    ``torch.from_dlpack``. With ``copy=False`` they are those that the next step changes.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        on: str = "beginner",
        *,
        device: str = "cuda",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        copy: bool = True,
        convert: Callable[[Any], Any] = lambda array: array,
        **options: Any,
    ) -> None:
        mode = read_autoreset(autoreset_mode)
        inner = AutoresetMode.DISABLED if mode == AutoresetMode.SAME_STEP else mode
        self.games = GpuGames(
            on,
            num_envs,
            device=device,
            autoreset_mode=inner,
            max_episode_steps=max_episode_steps,
            **options,
        )
        self.num_envs, self.settings = num_envs, self.games.settings
        self.metadata = {**type(self).metadata, "autoreset_mode": mode}
        self.single_observation_space = self.settings.observation_space()
        self.single_action_space = self.settings.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._mode, self._copy, self._convert = mode, copy, convert
        self._is_seeded = False

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin episodes in all games, or in those of ``options["reset_mask"]``."""
        wanted = dict(options or {})
        mask = wanted.pop("reset_mask", None)
        if wanted:
            raise SapperError(f"expected 'reset_mask' among the options, got {sorted(wanted)}")
        if seed is None and not self._is_seeded:
            seed = int(np.random.default_rng().integers(2**62))
        self.games.reset(seed, mask)
        self._is_seeded = True
        return self._observe(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Take one action in each game."""
        if not self._is_seeded:
            raise ResetNeeded("expected reset() before the first step()")
        _, rewards, over, cut, _ = self.games.step(actions)
        rewards, over, cut = rewards.copy(), over.copy(), cut.copy()
        final: dict[str, Any] = {}
        if self._mode == AutoresetMode.SAME_STEP:
            final = {"final_obs": self._observe(), "_final_obs": self._convert(over | cut)}
            self.games.reset(mask=over | cut)
        return (
            self._observe(),
            self._convert(rewards),
            self._convert(over),
            self._convert(cut),
            self._info() | final,
        )

    def _observe(self) -> Any:
        games = self.games
        if not self._copy and self.settings.observation == "cells":
            return self._convert(games.cells)
        seen = self.settings.observe(
            games.cells, np.empty(0, np.float32), games.info["num_mines"], games.masks, games.xp
        )
        if isinstance(seen, dict):
            return {part: self._convert(array) for part, array in seen.items()}
        return self._convert(seen)

    def _info(self) -> dict[str, Any]:
        return {
            name: self._convert(array.copy() if self._copy else array)
            for name, array in self.games.info.items()
        }
