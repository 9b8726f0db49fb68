"""
Play the network of `train_risk_net.py`: numpy alone, many games a call.

    sapper run exact --policy examples/risk_net_policy.py:act --on beginner

The weights are read from `risk_net.npz` in the working folder, or from the file that
RISK_NET names.
"""

from __future__ import annotations

import os
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

REACH = 2
SIDE = 2 * REACH + 1
OFF_GRID = 12
NUM_CODES = 13
NUM_INPUTS = SIDE * SIDE * NUM_CODES + 1


def look_around(cells: NDArray[np.uint8], num_mines: int | None = None) -> NDArray[np.float32]:
    """Return the inputs of every cell: games x cells x inputs; flags count as covered."""
    count, rows, columns = cells.shape
    cells = np.where(cells == 10, 9, cells)
    wide = np.pad(cells, ((0, 0), (REACH, REACH), (REACH, REACH)), constant_values=OFF_GRID)
    views = np.lib.stride_tricks.sliding_window_view(wide, (SIDE, SIDE), axis=(1, 2))
    codes = views.reshape(count, rows * columns, SIDE * SIDE)
    planes = np.eye(NUM_CODES, dtype=np.float32)[codes].reshape(count, rows * columns, -1)
    mines = np.full(count, num_mines or round(0.16 * rows * columns)) - (cells == 11).sum((1, 2))
    density = mines / np.maximum(1, (cells == 9).sum((1, 2)))
    shares = np.broadcast_to(density[:, None, None], (count, rows * columns, 1))
    return np.concatenate([planes, shares.astype(np.float32)], axis=2)


@lru_cache(maxsize=1)
def load_net() -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """Read the weights once."""
    with np.load(os.environ.get("RISK_NET", "risk_net.npz"), allow_pickle=False) as arrays:
        return [(arrays[f"w{i}"], arrays[f"b{i}"]) for i in range(len(arrays.files) // 2)]


def predict(inputs: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the network's logit of being a mine for each row of inputs."""
    *hidden, (weights, bias) = load_net()
    for w, b in hidden:
        inputs = np.maximum(inputs @ w + b, 0)
    return (inputs @ weights + bias)[:, 0]


def act(cells: NDArray[np.uint8], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the covered cell of least predicted risk for each game."""
    risk = np.full(masks.shape, np.inf, np.float32)
    num_mines = {(6, 6): 4, (9, 9): 10, (16, 16): 40, (16, 30): 99}.get(cells.shape[1:])
    inputs = look_around(cells, num_mines)
    risk[masks] = predict(inputs[masks])
    return np.asarray(risk.argmin(axis=1), np.int64)
