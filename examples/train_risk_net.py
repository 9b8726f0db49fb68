"""
Train a small network on positions with exact risks, and save it for play.

The network sees the 5x5 cells around a covered cell and the share of mines among what
is covered, and learns the exact risk. `risk_net_policy.py` plays it with numpy alone.

    sapper data positions --on beginner --games 2000 --to positions.parquet
    python examples/train_risk_net.py positions.parquet risk_net.npz
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pyarrow.parquet as pq
from numpy.typing import NDArray
from risk_net_policy import NUM_INPUTS, look_around

HIDDEN = 64


def load_rows(path: Path) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return inputs and exact risks of every covered or flagged cell of every position."""
    table = pq.read_table(path)
    shape = json.loads(table.schema.metadata[b"sapper"])
    rows, columns = shape["rows_of_the_grid"], shape["columns_of_the_grid"]
    cells = np.array(table["cells"].to_pylist(), np.uint8).reshape(-1, rows, columns)
    risks = np.array(table["risk"].to_pylist(), np.float32).reshape(len(cells), -1)
    inputs = look_around(cells, shape["num_mines"])
    flat = cells.reshape(len(cells), -1)
    covered = (flat == 9) | (flat == 10)
    return inputs[covered], risks[covered]


def make_net(key: Any) -> list[Any]:
    """Return random weights of two hidden layers."""
    sizes = [NUM_INPUTS, HIDDEN, HIDDEN, 1]
    keys = jax.random.split(key, len(sizes) - 1)
    return [
        (jax.random.normal(k, (a, b)) * np.sqrt(2 / a), jnp.zeros(b))
        for k, a, b in zip(keys, sizes[:-1], sizes[1:], strict=True)
    ]


def predict(net: list[Any], inputs: Any) -> Any:
    """Return the network's logit of being a mine."""
    for weights, bias in net[:-1]:
        inputs = jax.nn.relu(inputs @ weights + bias)
    weights, bias = net[-1]
    return (inputs @ weights + bias)[:, 0]


def train(
    inputs: NDArray[np.float32], risks: NDArray[np.float32], *, epochs: int, seed: int
) -> list[Any]:
    """Fit the risks by their cross-entropy."""
    net = make_net(jax.random.PRNGKey(seed))
    optimiser = optax.adam(1e-3)
    state = optimiser.init(net)

    def loss(net: list[Any], x: Any, y: Any) -> Any:
        return optax.sigmoid_binary_cross_entropy(predict(net, x), y).mean()

    @jax.jit
    def update(net: list[Any], state: Any, x: Any, y: Any) -> Any:
        value, gradient = jax.value_and_grad(loss)(net, x, y)
        change, state = optimiser.update(gradient, state)
        return optax.apply_updates(net, change), state, value

    order = np.random.default_rng(seed)
    for epoch in range(epochs):
        shuffled = order.permutation(len(inputs))
        losses = []
        for start in range(0, len(shuffled) - 1023, 1024):
            batch = shuffled[start : start + 1024]
            net, state, value = update(net, state, inputs[batch], risks[batch])
            losses.append(float(value))
        print(f"epoch {epoch + 1}: loss {np.mean(losses):.4f}")
    return net


def main() -> None:
    """Train and save."""
    parser = argparse.ArgumentParser(description="Train a network on exact risks.")
    parser.add_argument("positions", type=Path)
    parser.add_argument("to", type=Path)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    inputs, risks = load_rows(args.positions)
    print(f"{len(inputs):,} covered cells")
    net = train(inputs, risks, epochs=args.epochs, seed=args.seed)
    arrays: dict[str, Any] = {}
    for number, (weights, bias) in enumerate(net):
        arrays |= {f"w{number}": np.asarray(weights), f"b{number}": np.asarray(bias)}
    np.savez(args.to, **arrays)


if __name__ == "__main__":
    main()
