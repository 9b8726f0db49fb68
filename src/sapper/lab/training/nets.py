"""
Small dense nets: trained by JAX and Optax, kept as plain arrays.

Tables 1 and 2 give the layers. Each has an "input" layer with neurons and an
activation of its own, which we read as a dense layer, as Keras does.

References:
    [1] Sinha, Malviya, Nayak 2021, tables 1 and 2.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from sapper.errors import MissingExtraError

# Outputs and activation of each layer; nine inputs.
TABLE_1: Final = ((9, "relu"), (9, "relu"), (5, "relu"), (5, "relu"), (1, "sigmoid"))
TABLE_2: Final = ((9, "relu"), (9, "tanh"), (9, "linear"), (9, "linear"), (1, "tanh"))
BATCH: Final = 128
CHUNK: Final = 32 * BATCH

Weights = list[tuple[Any, Any]]
Loss = Literal["cross-entropy", "squares"]


def import_jax() -> tuple[Any, Any]:
    """Import the libraries, or say which extra brings them."""
    try:
        import jax  # noqa: PLC0415 - an extra, wanted for training only
        import optax  # noqa: PLC0415
    except ImportError:
        raise MissingExtraError.of("jax and optax", "learn") from None
    return jax, optax


@dataclass
class Net:
    """A net under training: layers, weights, the scaling of its inputs, the optimiser's state."""

    layers: tuple[tuple[int, str], ...]
    weights: Weights
    means: NDArray[np.float32]
    scales: NDArray[np.float32]
    step: Callable[..., Any]
    state: Any

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the net as plain arrays."""
        names = [
            name if name in ("linear", "relu", "tanh") else "linear" for _, name in self.layers
        ]
        out: dict[str, NDArray[Any]] = {
            "activations": np.array(json.dumps(names)),
            "means": self.means,
            "scales": self.scales,
        }
        for i, (weights, biases) in enumerate(self.weights):
            out[f"weights_{i}"] = np.asarray(weights, dtype=np.float32)
            out[f"biases_{i}"] = np.asarray(biases, dtype=np.float32)
        return out

    def learn(
        self,
        rows: NDArray[np.float32],
        targets: NDArray[np.float32],
        random: np.random.Generator,
    ) -> float:
        """Go through the rows once, in random order; give the mean loss."""
        # One shape of chunk, so that the step is compiled once; the last one is filled up
        # with rows from the beginning.
        order = random.permutation(len(rows))
        order = np.resize(order, -(-len(order) // CHUNK) * CHUNK)
        losses = []
        for start in range(0, len(order), CHUNK):
            part = order[start : start + CHUNK]
            x = ((rows[part] - self.means) / self.scales).reshape(-1, BATCH, rows.shape[1])
            y = targets[part].reshape(-1, BATCH)
            self.weights, self.state, loss = self.step(self.weights, self.state, x, y)
            losses.append(loss)
        return float(np.mean([float(loss) for loss in losses]))


def forward(weights: Weights, layers: tuple[tuple[int, str], ...], x: Any, jax: Any) -> Any:
    """Return the value before the last activation."""
    for i, ((w, b), (_, name)) in enumerate(zip(weights, layers, strict=True)):
        x = x @ w + b
        if i + 1 < len(layers):
            x = {"relu": jax.nn.relu, "tanh": jax.numpy.tanh, "linear": lambda v: v}[name](x)
    return x[..., 0]


def make_net(
    layers: tuple[tuple[int, str], ...],
    loss: Loss,
    optimiser: Literal["adam", "rmsprop"],
    *,
    seed: int,
    scaling: tuple[NDArray[np.float32], NDArray[np.float32]] | None = None,
) -> Net:
    """Make a net with random weights (Glorot's, as Keras has them) and its training step."""
    jax, optax = import_jax()
    random = np.random.default_rng(seed)
    sizes = [9, *(size for size, _ in layers)]
    weights: Weights = []
    for a, b in pairwise(sizes):
        limit = np.sqrt(6 / (a + b))
        weights.append(
            (
                random.uniform(-limit, limit, (a, b)).astype(np.float32),
                np.zeros(b, dtype=np.float32),
            )
        )
    # The rates of Keras: 0.001 for both.
    rule = optax.adam(1e-3) if optimiser == "adam" else optax.rmsprop(1e-3, decay=0.9, eps=1e-7)

    def cost(current: Weights, x: Any, y: Any) -> Any:
        value = forward(current, layers, x, jax)
        if loss == "cross-entropy":
            return optax.sigmoid_binary_cross_entropy(value, y).mean()
        return ((jax.numpy.tanh(value) - y) ** 2).mean()

    def one(carry: Any, batch: Any) -> Any:
        current, state = carry
        value, slope = jax.value_and_grad(cost)(current, *batch)
        change, state = rule.update(slope, state, current)
        return (optax.apply_updates(current, change), state), value

    def many(current: Weights, state: Any, x: Any, y: Any) -> Any:
        (current, state), values = jax.lax.scan(one, (current, state), (x, y))
        return current, state, values.mean()

    means, scales = scaling or (np.zeros(9, dtype=np.float32), np.ones(9, dtype=np.float32))
    return Net(layers, weights, means, scales, jax.jit(many), rule.init(weights))


def scaling_of(rows: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the means and deviations of the columns."""
    means = rows.mean(axis=0, dtype=np.float64).astype(np.float32)
    scales = rows.std(axis=0, dtype=np.float64).astype(np.float32)
    return means, np.where(scales > 0, scales, 1).astype(np.float32)
