"""Trees predict as the library that trained them."""

from __future__ import annotations

import numpy as np
import pytest

from sapper.agents.models import TrainedModel
from sapper.lab.executors.crew import Crew
from sapper.lab.training import plans, trees
from sapper.lab.training.data import V4_0, DataPlayer, Silent, harvest


def test_trees_predict_as_the_library_does() -> None:
    xgboost = trees.import_xgboost()
    with Crew(1) as executor:
        tasks = plans.CLASSIFICATION.tasks(5, 0.002)
        data = harvest(
            DataPlayer("features", {"score": "printed"}, V4_0), tasks, executor, Silent(), ""
        )
    unseen = (data.rows[::3].copy(), data.targets[::3].copy())
    heard = []

    def hear(stage: str, done: float, total: float, note: str = "") -> None:
        heard.append((stage, done, total, note[:5]))

    booster, _ = trees.train_trees(
        data.rows, data.targets, unseen, seed=1, threads=1, rounds=40, progress=hear
    )
    assert heard == [("trees", done, 40, "loss ") for done in range(1, 41)]
    model = TrainedModel("features", {}, trees.trees_to_arrays(booster, 9))
    rows = np.concatenate([data.rows[:3000], np.random.default_rng(2).normal(5, 9, (3000, 9))])
    rows = rows.astype(np.float32)
    margins = booster.predict(xgboost.DMatrix(rows), output_margin=True)
    assert model.predict(rows) == pytest.approx(margins, abs=1e-5)
