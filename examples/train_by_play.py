"""
Learn to play from rewards alone: policy gradients on the vector environment.

Nothing is given but the rules: a small network scores every covered cell from the 5x5
cells around it, games are played by chance according to the scores, and what went well
becomes likelier (REINFORCE with the mean of the batch as baseline).

    python examples/train_by_play.py --on 5x5x3 --seconds 60
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray
from risk_net_policy import look_around
from train_risk_net import make_net, predict

from sapper.env import OUTCOMES, SapperVectorEnv, play_policy
from sapper.game.rules import Rules
from sapper.lab import play_games

Array = NDArray[Any]


def make_update(optimiser: optax.GradientTransformation) -> Any:
    """Return the compiled step of learning."""

    def loss(net: list[Any], inputs: Any, masks: Any, actions: Any, gains: Any) -> Any:
        count, cells = masks.shape
        scores = predict(net, inputs.reshape(count * cells, -1)).reshape(count, cells)
        chances = jax.nn.log_softmax(jnp.where(masks, scores, -1e9))
        taken = jnp.take_along_axis(chances, actions[:, None], axis=1)[:, 0]
        spread = -(jnp.exp(chances) * jnp.where(masks, chances, 0)).sum(axis=1)
        return -(taken * gains).mean() - 0.01 * spread.mean()

    @jax.jit
    def update(net: list[Any], state: Any, *batch: Any) -> Any:
        gradient = jax.grad(loss)(net, *batch)
        change, state = optimiser.update(gradient, state)
        return optax.apply_updates(net, change), state

    return update


def learn(on: str, first_click: str, seconds: float, seed: int = 0) -> list[Any]:
    """Play and learn for this many seconds."""
    envs = SapperVectorEnv(num_envs=256, on=on, first_click=first_click, reward="progress")
    rng = np.random.default_rng(seed)
    net: list[Any] = make_net(jax.random.PRNGKey(seed))
    optimiser = optax.adam(3e-3)
    state, update = optimiser.init(net), make_update(optimiser)
    mines = envs.settings.rules.num_mines
    score = jax.jit(predict)
    cells, info = envs.reset(seed=seed)
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        steps = []
        for _ in range(8):
            inputs, masks = look_around(cells, mines), info["action_mask"]
            values = np.asarray(score(net, inputs.reshape(-1, inputs.shape[-1])))
            noisy = values.reshape(masks.shape) + rng.gumbel(size=masks.shape)
            actions = np.where(masks, noisy, -np.inf).argmax(axis=1)
            cells, rewards, over, _, info = envs.step(actions)
            lost = over & (info["outcome"] == OUTCOMES.index("lost"))
            steps.append((inputs, masks, actions, rewards - lost))
        parts = [np.concatenate(part) for part in zip(*steps, strict=True)]
        net, state = update(net, state, *prepare(*parts))
    return net


def prepare(inputs: Array, masks: Array, actions: Array, gains: Array) -> tuple[Array, ...]:
    """Return a batch to learn from: gains against their mean, ended games left out."""
    alive = np.asarray(masks.any(axis=1))
    steady = (gains - gains[alive].mean()) / (gains[alive].std() + 1e-6)
    return inputs, np.where(alive[:, None], masks, True), actions, steady * alive


def as_policy(net: list[Any], num_mines: int) -> Any:
    """Return the learned policy: the best score, without chance."""
    layers = [(np.asarray(w), np.asarray(b)) for w, b in net]

    def act(cells: NDArray[np.uint8], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        inputs = look_around(cells, num_mines)
        hidden = inputs.reshape(-1, inputs.shape[-1])
        for weights, bias in layers[:-1]:
            hidden = np.maximum(hidden @ weights + bias, 0)
        scores = (hidden @ layers[-1][0] + layers[-1][1]).reshape(masks.shape)
        return np.asarray(np.where(masks, scores, -np.inf).argmax(axis=1), np.int64)

    return act


def main() -> None:
    """Learn, then play games of other seeds."""
    parser = argparse.ArgumentParser(description="Learn to play from rewards alone.")
    parser.add_argument("--on", default="5x5x3")
    parser.add_argument("--first-click", default="zero")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--games", type=int, default=10_000, help="games to play afterwards")
    args = parser.parse_args()
    rules = Rules.parse(args.on, first_click=args.first_click)
    net = learn(args.on, args.first_click, args.seconds)
    policy = play_policy(as_policy(net, rules.num_mines))
    games = play_games(policy, rules, games=args.games, seed=1)
    print(f"won {100 * games.win_rate:.2f} % of {len(games):,} games")


if __name__ == "__main__":
    main()
