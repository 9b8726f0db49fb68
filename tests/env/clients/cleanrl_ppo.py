"""
A PPO in CleanRL's style, one file and one loop, learns on the vector form with its masks.

CleanRL is scripts to copy, and its package on PyPI needs a Gym that no longer installs, so
this is the shape of its `ppo.py` written for Sapper: `make_vec`, `RecordEpisodeStatistics`,
rollouts in tensors, generalized advantages, clipped updates.
"""

from __future__ import annotations

import gymnasium as gym
import numpy as np
import torch
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from torch import nn
from torch.distributions.categorical import Categorical

import sapper.env

NUM_ENVS, NUM_STEPS, UPDATES, EPOCHS, MINIBATCHES = 16, 32, 12, 4, 4
GAMMA, GAE_LAMBDA, CLIP, ENTROPY, VALUE = 0.99, 0.95, 0.2, 0.01, 0.5
SIZE, CODES = 25, 12


class Learner(nn.Module):  # type: ignore[misc,unused-ignore]  # PyTorch may be absent
    """An actor and a critic of the cells' codes."""

    def __init__(self) -> None:
        super().__init__()
        self.critic = nn.Sequential(nn.Linear(SIZE * CODES, 64), nn.Tanh(), nn.Linear(64, 1))
        self.actor = nn.Sequential(nn.Linear(SIZE * CODES, 64), nn.Tanh(), nn.Linear(64, SIZE))

    def value(self, cells: torch.Tensor) -> torch.Tensor:
        return self.critic(self._planes(cells)).flatten()

    def chances(self, cells: torch.Tensor, mask: torch.Tensor) -> Categorical:
        return Categorical(logits=self.actor(self._planes(cells)).masked_fill(~mask, -1e9))

    def _planes(self, cells: torch.Tensor) -> torch.Tensor:
        return nn.functional.one_hot(cells.long(), CODES).float().flatten(1)


torch.manual_seed(1)
envs = RecordEpisodeStatistics(
    gym.make_vec("Sapper/Custom-v0", num_envs=NUM_ENVS, on="5x5x3", first_click="zero",
                 reward="progress")
)  # fmt: skip
assert isinstance(envs.unwrapped, sapper.env.SapperVectorEnv)
learner = Learner()
optimizer = torch.optim.Adam(learner.parameters(), lr=2.5e-3, eps=1e-5)
seen, info = envs.reset(seed=1)
obs, mask = torch.tensor(seen), torch.tensor(info["action_mask"], dtype=torch.bool)
done = torch.zeros(NUM_ENVS)
returns_seen: list[float] = []

for _ in range(UPDATES):
    rollout = []
    for _ in range(NUM_STEPS):
        with torch.no_grad():
            chances = learner.chances(obs, mask)
            action = chances.sample()
            row = [obs, mask, action, chances.log_prob(action), learner.value(obs), done]
        seen, reward, over, cut, info = envs.step(action.numpy())
        rollout.append([*row, torch.tensor(reward, dtype=torch.float32)])
        obs, mask = torch.tensor(seen), torch.tensor(info["action_mask"], dtype=torch.bool)
        done = torch.tensor(over | cut, dtype=torch.float32)
        if "episode" in info:
            returns_seen += info["episode"]["r"][info["_episode"]].tolist()
    cells, masks, actions, old, values, dones, rewards = map(
        torch.stack, zip(*rollout, strict=True)
    )
    with torch.no_grad():
        last, advantages = torch.zeros(NUM_ENVS), torch.zeros_like(rewards)
        following, not_done = learner.value(obs), 1 - done
        for step in reversed(range(NUM_STEPS)):
            delta = rewards[step] + GAMMA * following * not_done - values[step]
            last = delta + GAMMA * GAE_LAMBDA * not_done * last
            advantages[step] = last
            following, not_done = values[step], 1 - dones[step]
    flat = [one.flatten(0, 1) for one in (cells, masks, actions, old, values, dones, advantages)]
    for _ in range(EPOCHS):
        # In the step after an episode's end nothing is played: Gymnasium's NextStep.
        played = np.flatnonzero(flat[5].numpy() == 0)
        for part in np.array_split(np.random.permutation(played), MINIBATCHES):
            cells, masks, actions, old, values, _, gain = (one[part] for one in flat)
            chances = learner.chances(cells, masks)
            ratio = (chances.log_prob(actions) - old).exp()
            target = gain + values
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            policy_loss = torch.max(-gain * ratio, -gain * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
            value_loss = 0.5 * (learner.value(cells) - target).square().mean()
            loss = policy_loss - ENTROPY * chances.entropy().mean() + VALUE * value_loss
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(learner.parameters(), 0.5)
            optimizer.step()

half = len(returns_seen) // 2
first, second = np.mean(returns_seen[:half]), np.mean(returns_seen[half:])
print(f"{len(returns_seen)} episodes, mean return {first:.3f}, then {second:.3f}")
assert len(returns_seen) > 500
assert second > first
