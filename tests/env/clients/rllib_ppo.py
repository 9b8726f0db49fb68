"""PPO of RLlib trains on the single form, its actions checked by the environment."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.tune.registry import register_env

import sapper.env


def make(config: dict[str, Any]) -> gym.Env[Any, Any]:
    """Return the environment with flat planes, as RLlib's default networks take them."""
    env = gym.make("Sapper/Custom-v0", observation="planes", max_episode_steps=50, **config)
    return gym.wrappers.DtypeObservation(gym.wrappers.FlattenObservation(env), np.float32)


assert isinstance(make({"on": "5x5x3"}).unwrapped, sapper.env.SapperEnv)
ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
register_env("sapper", make)
config = (
    PPOConfig()
    .environment("sapper", env_config={"on": "5x5x3", "first_click": "zero", "reward": "progress"})
    .env_runners(num_env_runners=0, num_envs_per_env_runner=4)
    .training(train_batch_size_per_learner=400, minibatch_size=100, num_epochs=2)
)
learner = config.build_algo()
for _ in range(2):
    told = learner.train()["env_runners"]
assert told["num_env_steps_sampled_lifetime"] >= 800
assert 0 < told["episode_len_mean"] <= 50
learner.stop()
ray.shutdown()
