"""Wrappers of Gymnasium that need PyTorch or pygame do the same to both vector forms."""

from __future__ import annotations

import os
from typing import Any

os.environ["SDL_VIDEODRIVER"] = "dummy"
import gymnasium as gym
import numpy as np
import torch
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import HumanRendering, NumpyToTorch

from sapper.env import SapperEnv, SapperVectorEnv


def make() -> gym.Env[Any, Any]:
    return gym.wrappers.TimeLimit(SapperEnv("5x5x5", render_mode="rgb_array"), 12)


def pair(mode: AutoresetMode) -> tuple[Any, Any]:
    """Return Gymnasium's form and ours of the same environments."""
    options: dict[str, Any] = {"max_episode_steps": 12, "render_mode": "rgb_array"}
    return (
        gym.vector.SyncVectorEnv([make] * 4, autoreset_mode=mode),
        SapperVectorEnv(4, "5x5x5", autoreset_mode=mode, **options),
    )


def same(left: Any, right: Any) -> bool:
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, torch.Tensor):
        is_like = isinstance(right, torch.Tensor) and left.dtype == right.dtype
        return is_like and torch.equal(left, right)
    if isinstance(left, tuple | list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, np.ndarray) and left.dtype == object:
        return right.dtype == object and all(map(same, left, right))
    return bool(np.array_equal(left, right))


for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
    sync, ours = map(NumpyToTorch, pair(mode))
    assert same(sync.reset(seed=3), ours.reset(seed=3))
    rng, ended = np.random.default_rng(2), 0
    for _ in range(40):
        actions = torch.tensor(rng.integers(25, size=4))
        told, mine = sync.step(actions), ours.step(actions)
        assert isinstance(mine[0], torch.Tensor)
        assert same(told, mine), mode
        ended += int(told[2].sum() + told[3].sum())
    assert ended >= 4

    sync, ours = map(HumanRendering, pair(mode))
    for one in (sync, ours):
        one.reset(seed=3)
        one.step(np.array([0, 6, 12, 18]))
    import pygame

    shown = [pygame.surfarray.array3d(one.window) for one in (sync, ours)]
    assert np.ptp(shown[1]) > 0
    assert np.array_equal(*shown)
    sync.close()
    ours.close()
