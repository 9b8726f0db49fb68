"""The native vector environment plays the episodes of as many single ones."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from sapper.env import SapperEnv, SapperVectorEnv
from sapper.errors import SapperError

OPTIONS: list[dict[str, Any]] = [
    {},
    {"first_click": "zero", "reward": "progress"},
    {"first_click": "any", "reward": "jumanji", "cascade": False},
    {"game": "score", "flags": True, "reward": "progress"},
    {"flags": True, "oracle": "safe"},
    {"mine_action": "go-on", "reward": "progress"},
    {"density": (0.1, 0.3), "observation": "planes"},
    {"game_seeds": [3, 5, 8]},
    {"reward": "risk", "oracle": "risk"},
    {"observation": "risk"},
    {"reward": lambda step: step.revealed - 3.0 * step.hit},
    {"no_guess": True, "first_click": "zero", "on": "6x6x4"},
    {"on": "4x4x11", "first_click": "zero", "reward": "progress"},
]


def same(left: Any, right: Any) -> bool:
    if isinstance(left, dict):
        return all(same(left[key], right[key]) for key in left)
    return bool(np.allclose(left, right, rtol=0, atol=1e-12, equal_nan=True))


def at(observations: Any, lane: int) -> Any:
    if isinstance(observations, dict):
        return {key: value[lane] for key, value in observations.items()}
    return observations[lane]


def choose(rng: np.random.Generator, mask: Any) -> int:
    """Pick an allowed action, now and then any; 0 where nothing is allowed."""
    allowed = np.flatnonzero(mask)
    if len(allowed) == 0:
        return 0
    return int(rng.choice(allowed) if rng.random() < 0.97 else rng.integers(len(mask)))


def compare(options: dict[str, Any], *, num_envs: int, steps: int, **kwargs: Any) -> int:
    """Step both forms side by side; count the episodes that ended."""
    options = {"on": "6x6x6", **options}
    envs = SapperVectorEnv(num_envs=num_envs, **options, **kwargs)
    singles = [SapperEnv(**options) for _ in range(num_envs)]
    cells, info = envs.reset(seed=11)
    for lane, env in enumerate(singles):
        seen, told = env.reset(seed=11 + lane)
        assert same(seen, at(cells, lane))
        assert told["game_seed"] == info["game_seed"][lane]
    rng = np.random.default_rng(5)
    ended = np.zeros(num_envs, np.bool_)
    episodes = 0
    for _ in range(steps):
        actions = np.array([choose(rng, mask) for mask in envs.action_masks()])
        cells, rewards, over, _, info = envs.step(actions)
        for lane, env in enumerate(singles):
            if ended[lane]:
                seen, told = env.reset()
                value, done = 0.0, False
            else:
                seen, value, done, _, told = env.step(actions[lane])
            assert same(seen, at(cells, lane))
            assert value == pytest.approx(rewards[lane], abs=1e-12)
            assert done == over[lane]
            for key in ("game_seed", "num_mines", "safe_left", "outcome", "illegal"):
                assert told[key] == info[key][lane]
            assert np.array_equal(told["action_mask"], info["action_mask"][lane])
            for key in {"guess", "provable"} & told.keys():
                assert told[key] == info[key][lane]
        ended = over.copy()
        episodes += int(over.sum())
    return episodes


@pytest.mark.parametrize("options", OPTIONS, ids=",".join)
def test_episodes_are_those_of_single_environments(options: dict[str, Any]) -> None:
    assert compare(options, num_envs=5, steps=60) >= 5


def test_threads_change_nothing() -> None:
    compare({"on": "6x6x6"}, num_envs=7, steps=40, threads=3)


@pytest.mark.slow
def test_a_million_steps_are_those_of_single_environments() -> None:
    compare({"on": "beginner", "reward": "progress"}, num_envs=100, steps=10_000)


def test_ended_game_restarts_in_the_same_step_if_asked() -> None:
    options: dict[str, Any] = {"on": "5x5x6", "first_click": "any", "reward": "progress"}
    next_step = SapperVectorEnv(num_envs=4, **options)
    at_once = SapperVectorEnv(num_envs=4, autoreset_mode=AutoresetMode.SAME_STEP, **options)
    told = [run_episodes(envs, 300) for envs in (next_step, at_once)]
    shortest = [min(len(a), len(b)) for a, b in zip(*told, strict=True)]
    assert min(shortest) > 10
    for lane, count in enumerate(shortest):
        assert told[0][lane][:count] == told[1][lane][:count]


def run_episodes(envs: SapperVectorEnv, steps: int) -> list[list[tuple[int, float, bytes]]]:
    """List each lane's episodes as game seed, sum of rewards and last position."""
    mode = envs.metadata["autoreset_mode"]
    found: list[list[tuple[int, float, bytes]]] = [[] for _ in range(envs.num_envs)]
    cells, info = envs.reset(seed=3)
    sums = np.zeros(envs.num_envs)
    for _ in range(steps):
        seeds = info["game_seed"]
        # The first allowed cell, so that both forms do the same in each episode.
        actions = info["action_mask"].argmax(axis=1)
        cells, rewards, over, _, info = envs.step(actions)
        sums += rewards
        for lane in np.flatnonzero(over):
            last = info["final_obs"][lane] if mode == AutoresetMode.SAME_STEP else cells[lane]
            found[lane].append((int(seeds[lane]), float(sums[lane]), last.tobytes()))
            sums[lane] = 0.0
        if mode == AutoresetMode.SAME_STEP:
            assert (cells[over] == 9).all()
    return found


def test_disabled_autoreset_waits_for_the_caller() -> None:
    envs = SapperVectorEnv(
        num_envs=2, on="3x3x8", first_click="any", autoreset_mode=AutoresetMode.DISABLED
    )
    envs.reset(seed=0, options={"layout": "********-"})
    _, _, over, _, _ = envs.step(np.array([0, 0]))
    assert over.all()
    cells, _ = envs.reset(options={"reset_mask": np.array([True, False])})
    assert (cells[0] == 9).all()
    assert (cells[1] != 9).any()


def test_make_vec_takes_the_native_form() -> None:
    envs = gym.make_vec("Sapper/Expert-v0", num_envs=8, first_click="zero")
    assert isinstance(envs.unwrapped, SapperVectorEnv)
    cells, _ = envs.reset(seed=1)
    assert cells.shape == (8, 16, 30)
    assert envs.observation_space.contains(cells)
    envs.close()


def test_drawn_actions_are_allowed_and_fair() -> None:
    envs = SapperVectorEnv(num_envs=2000, on="3x3x1", first_click="safe")
    envs.reset(seed=0)
    envs.step(np.full(2000, 4))
    envs.reset(seed=0)
    actions = envs.sample_actions(np.arange(2000, dtype=np.uint64))
    counts = np.bincount(actions, minlength=9)
    assert counts.min() > 150


def test_what_a_step_returned_is_not_changed_by_the_next() -> None:
    envs = SapperVectorEnv(num_envs=3, on="5x5x3")
    cells, info = envs.reset(seed=1)
    kept, mask = cells.copy(), info["action_mask"].copy()
    envs.step(np.array([12, 12, 12]))
    assert np.array_equal(cells, kept)
    assert np.array_equal(info["action_mask"], mask)


def test_wrong_shapes_are_named() -> None:
    envs = SapperVectorEnv(num_envs=3, on="5x5x3")
    envs.reset(seed=1)
    with pytest.raises(SapperError, match="expected 3 actions"):
        envs.step(np.array([1, 2]))
    with pytest.raises(SapperError, match="expected 3 seeds"):
        envs.reset(seed=[1, 2])
    with pytest.raises(SapperError, match="at least one environment"):
        SapperVectorEnv(num_envs=0)


def test_every_allowed_action_is_drawn_as_often_and_no_other() -> None:
    envs = SapperVectorEnv(400, "4x4x11", first_click="zero")
    envs.reset(seed=1)
    words = np.random.default_rng(3).integers(0, 2**63, 400, dtype=np.uint64)
    drawn, times = np.unique(envs.sample_actions(words), return_counts=True)
    assert drawn.tolist() == [0, 3, 12, 15]
    assert np.abs(times - 100).max() < 35  # four deviations
