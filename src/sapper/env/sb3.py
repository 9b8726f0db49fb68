"""
The vector environment for Stable-Baselines3 and sb3-contrib.

`SapperVecEnv` is a `VecEnv` that steps natively, with the masks that MaskablePPO asks for:

    from sapper.env.sb3 import SapperVecEnv
    from sb3_contrib import MaskablePPO

    envs = SapperVecEnv(64, "5x5x3", first_click="zero", reward="progress")
    MaskablePPO("MlpPolicy", envs).learn(100_000)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from sapper.env.vector import SapperVectorEnv
from sapper.errors import MissingExtraError, SapperError

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError:  # said when one is made: the module itself can be read without
    VecEnv = None
_Base: Any = VecEnv or object


class SapperVecEnv(_Base):  # type: ignore[misc]  # no type where it is not installed
    """
    ``num_envs`` games for Stable-Baselines3; the arguments are those of `SapperVectorEnv`.

    An episode is cut off after twice as many steps as the grid has cells unless
    ``max_episode_steps`` says otherwise; -1 is no limit.
    """

    def __init__(self, num_envs: int = 1, on: str = "beginner", **options: Any) -> None:
        if VecEnv is None:
            raise MissingExtraError(
                "sapper.env.sb3 needs stable-baselines3; "
                "install it with: pip install stable-baselines3"
            )
        limit = options.pop("max_episode_steps", None)
        envs = SapperVectorEnv(1, on, **options)
        self.envs = SapperVectorEnv(
            num_envs,
            on,
            autoreset_mode=AutoresetMode.SAME_STEP,
            max_episode_steps=2 * envs.settings.rules.num_cells if limit is None else limit,
            **options,
        )
        self.render_mode = self.envs.render_mode
        self._actions = np.zeros(num_envs, np.int64)
        super().__init__(num_envs, envs.single_observation_space, envs.single_action_space)

    def reset(self) -> Any:
        """Begin episodes in all sub-environments."""
        seeds = None if all(seed is None for seed in self._seeds) else self._seeds
        seen, _ = self.envs.reset(seed=seeds)
        self._reset_seeds()
        self._reset_options()
        return seen

    def step_async(self, actions: NDArray[Any]) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Take the actions; what an episode ended with is in its info."""
        seen, rewards, over, cut, info = self.envs.step(self._actions)
        ended = over | cut
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for lane in np.flatnonzero(ended):
            final = info["final_info"]
            told[lane] = {
                "terminal_observation": info["final_obs"][lane],
                "TimeLimit.truncated": bool(cut[lane] and not over[lane]),
            } | {name: final[name][lane] for name in final if not name.startswith("_")}
        return seen, rewards.astype(np.float32), ended, told

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are allowed now, one row a sub-environment."""
        return self.envs.action_masks()

    def env_method(self, name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Return the rows of what a method of the vector environment returns."""
        told = getattr(self.envs, name)(*args, **kwargs)
        return [told[lane] for lane in self._get_indices(indices)]

    def get_attr(self, name: str, indices: Any = None) -> list[Any]:
        """Return an attribute of the vector environment, once for each sub-environment."""
        return [getattr(self.envs, name) for _ in self._get_indices(indices)]

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None:  # noqa: ARG002 - the base class passes them
        """Refuse: sub-environments share their settings."""
        raise SapperError(f"expected settings when the environments are made, got {name!r} later")

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> Sequence[bool]:  # noqa: ARG002 - as above
        """Return that no sub-environment is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[Any]:
        """Return a picture of each position."""
        return self.envs.render()

    def close(self) -> None:
        """Let the threads go."""
        self.envs.close()
