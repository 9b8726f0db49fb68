"""Wrappers of Gymnasium that need PyTorch or pygame do the same to both vector forms."""

from __future__ import annotations

import os
from typing import Any

os.environ["SDL_VIDEODRIVER"] = "dummy"
import gymnasium as gym
import numpy as np
import pygame
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
    sync, ours = (NumpyToTorch(form) for form in pair(mode))
    assert same(sync.reset(seed=3), ours.reset(seed=3))
    rng, ended = np.random.default_rng(2), 0
    for _ in range(40):
        actions = torch.tensor(rng.integers(25, size=4))
        try:
            told = sync.step(actions)
        except BufferError as error:  # Gymnasium makes no tensors of SAME_STEP's final_obs
            assert mode == AutoresetMode.SAME_STEP
            try:
                ours.step(actions)
            except BufferError as ours_says:
                assert str(ours_says) == str(error)
            else:
                raise AssertionError("expected the error of Gymnasium's own form") from error
            break
        answer = ours.step(actions)
        assert isinstance(answer[0], torch.Tensor)
        assert same(told, answer), mode
        ended += int(told[2].sum() + told[3].sum())
    assert ended >= 4 or mode == AutoresetMode.SAME_STEP

    screens = [HumanRendering(form) for form in pair(mode)]
    for screen in screens:
        screen.reset(seed=3)
        screen.step(np.array([0, 6, 12, 18]))
    shown = [pygame.surfarray.array3d(screen.window) for screen in screens]
    assert np.ptp(shown[1]) > 0
    assert np.array_equal(*shown)
    for screen in screens:
        screen.close()
