"""
Boosted trees: trained by XGBoost, turned into plain arrays.

The text names XGBoost, logistic loss and L2, no depth, rounds or rate. Ours were
chosen on games of another seed than those reported.
"""

from __future__ import annotations

import json
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sapper.errors import MissingExtraError
from sapper.lab.training.data import Listener

PARAMETERS: Final[dict[str, Any]] = {
    "objective": "binary:logistic",
    "lambda": 1.0,
    "max_depth": 10,
    "eta": 0.1,
    "tree_method": "hist",
    "eval_metric": "logloss",
}
NUM_ROUNDS: Final = 150


def import_xgboost() -> Any:
    """Import the library, or say which extra brings it."""
    try:
        import xgboost  # noqa: PLC0415 - an extra, wanted for training only
    except ImportError:
        raise MissingExtraError.of("xgboost", "learn") from None
    return xgboost


def train_trees(
    rows: NDArray[np.float32],
    targets: NDArray[np.float32],
    unseen: tuple[NDArray[np.float32], NDArray[np.float32]],
    *,
    seed: int,
    threads: int,
    rounds: int,
    progress: Listener,
) -> tuple[Any, float]:
    """Train a booster; give it with its loss on the unseen rows."""
    xgboost = import_xgboost()

    def tell(_self: Any, _model: Any, epoch: int, log: Any) -> bool:
        progress("trees", epoch + 1, rounds, f"loss {log['unseen']['logloss'][-1]:.5f}")
        return False

    listener = type("Tell", (xgboost.callback.TrainingCallback,), {"after_iteration": tell})
    data = xgboost.QuantileDMatrix(rows, targets, nthread=threads)
    test = xgboost.QuantileDMatrix(unseen[0], unseen[1], ref=data, nthread=threads)
    log: dict[str, Any] = {}
    booster = xgboost.train(
        {**PARAMETERS, "seed": seed % 2**31, "nthread": threads},
        data,
        rounds,
        evals=[(test, "unseen")],
        evals_result=log,
        verbose_eval=False,
        callbacks=[listener()],
    )
    return booster, float(log["unseen"]["logloss"][-1])


def trees_to_arrays(booster: Any, row_size: int) -> dict[str, NDArray[Any]]:
    """Lay a booster's trees out: every node's children side by side, after it."""
    model = json.loads(booster.save_raw("json"))["learner"]
    base = _margin(model["learner_model_param"]["base_score"])
    splits: list[float] = []
    lefts: list[int] = []
    features: list[int] = []
    roots = []
    for tree in model["gradient_booster"]["model"]["trees"]:
        roots.append(len(splits))
        places = {0: len(splits)}
        order = [0]
        splits.append(0.0)
        lefts.append(0)
        features.append(0)
        for node in order:  # grows while it is walked: breadth first
            place = places[node]
            splits[place] = tree["split_conditions"][node]  # a leaf has its value there
            left, right = tree["left_children"][node], tree["right_children"][node]
            if left < 0:
                continue
            features[place] = tree["split_indices"][node]
            lefts[place] = len(splits)
            for child in (left, right):
                places[child] = len(splits)
                splits.append(0.0)
                lefts.append(0)
                features.append(0)
                order.append(child)
    return {
        "splits": np.array(splits, dtype=np.float32),
        "lefts": np.array(lefts, dtype=np.uint32),
        "features": np.array(features, dtype=np.uint8),
        "roots": np.array(roots, dtype=np.uint32),
        "base": np.array(base, dtype=np.float32),
        "row_size": np.array(row_size, dtype=np.uint32),
    }


def _margin(base_score: str) -> float:
    """Return the value that all rows start from: the log odds of the base score."""
    share = float(base_score.strip("[]"))
    return float(np.log(share / (1 - share)))
