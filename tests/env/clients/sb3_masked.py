"""MaskablePPO of sb3-contrib learns on the native environments."""

from __future__ import annotations

from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecMonitor

from sapper.env.sb3 import SapperVecEnv

envs = VecMonitor(SapperVecEnv(8, "5x5x3", first_click="zero", reward="progress"))
learner = MaskablePPO("MlpPolicy", envs, n_steps=32, batch_size=64, seed=1)
learner.learn(1024)
assert learner.num_timesteps == 1024
assert len(learner.ep_info_buffer) > 10
