"""Tianshou collects steps of the single form with a Q-network."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
from tianshou.algorithm.modelfree.dqn import DQN, DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.utils.net.common import Net

import sapper.env


def make() -> gym.Env[Any, Any]:
    return gym.make("Sapper/Custom-v0", on="5x5x3", max_episode_steps=50)


assert sapper.env.SapperEnv is type(make().unwrapped)
network = Net(state_shape=(5, 5), action_shape=25, hidden_sizes=[64])
policy = DiscreteQLearningPolicy(model=network, action_space=make().action_space, eps_training=0.5)
learner = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3))
collector = Collector(learner, DummyVectorEnv([make] * 4), VectorReplayBuffer(1000, 4))
collector.reset()
assert collector.collect(n_step=200).n_collected_steps == 200
