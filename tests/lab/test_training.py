"""The whole pipeline at scale 0.01: data, training, evaluation, files, play."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sapper import Rules, play_games
from sapper.agents.models import TrainedModel, dump_model, read_model
from sapper.errors import RulesError, SapperError, UnknownNameError
from sapper.lab.executors.crew import Crew
from sapper.lab.training import nets, plans, sinha, train, trees
from sapper.lab.training.data import V4_0, DataPlayer, Silent, harvest

SCALE = 0.01
# Those with the most data.
SLOWLY = [pytest.param(name, marks=pytest.mark.slow) for name in ("sinha/v5.0", "sinha/v5.5")]


def test_data_of_5_0_at_full_scale_are_as_many_games_as_the_text_says() -> None:
    boards = plans.CLASSIFICATION.boards()
    assert len(boards) == 247 * 6
    assert {max(b.columns, b.rows) for b in boards} == set(range(5, 31))
    assert all(b.columns <= b.rows <= 2 * b.columns for b in boards)
    tasks = plans.CLASSIFICATION.tasks(1, 1.0)
    assert all(len(seeds) == 100 for _, seeds in tasks)
    every = np.concatenate([seeds for _, seeds in tasks])
    assert len(np.unique(every)) == len(every)
    few = plans.Q_EPISODE
    assert sum(len(s) for _, s in few.tasks(1, SCALE)) == round(0.05 * len(few.boards()))


@pytest.mark.parametrize("agent_id", [*SLOWLY, "sinha/v6.0", "sinha/v6.5"])
def test_trained_model_reloaded_plays_the_same_games(agent_id: str, tmp_path: Path) -> None:
    _, model = train(agent_id, scale=SCALE, seed=4)
    data = dump_model(model)
    again = read_model(data, "again")
    assert dump_model(again) == data
    assert again.info["metrics"]["beginner_win_percent"] > 35
    if agent_id == "sinha/v5.0":  # fewer data, fewer trees: with the root of the scale
        assert again.info["parameters"]["rounds"] == round(150 * SCALE**0.5)
    path = tmp_path / "model.npz"
    path.write_bytes(data)
    rules = Rules.parse("beginner")
    games = [
        play_games(f"{agent_id}:model={path}", rules, 120, seed=2, batch_size=size)
        for size in (120, 17)
    ]
    assert games[0].same_play(games[1])


@pytest.mark.parametrize("agent_id", [SLOWLY[0], "sinha/v6.0"])
def test_two_trainings_with_one_seed_are_equal_on_any_number_of_workers(agent_id: str) -> None:
    one, two = (train(agent_id, scale=0.001, seed=4, workers=workers) for workers in (1, 2))
    assert dump_model(one[1]) == dump_model(two[1])


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


@pytest.mark.parametrize(
    ("layers", "loss", "rule"),
    [(nets.TABLE_1, "cross-entropy", "adam"), (nets.TABLE_2, "squares", "rmsprop")],
)
def test_nets_predict_as_the_library_does(layers, loss, rule) -> None:  # type: ignore[no-untyped-def]
    jax, _ = nets.import_jax()
    random = np.random.default_rng(3)
    rows = random.normal(1, 3, (6000, 9)).astype(np.float32)
    targets = (rows[:, 0] > 1).astype(np.float32)
    net = nets.make_net(layers, loss, rule, seed=1, scaling=nets.scaling_of(rows))
    for w, b in net.weights:  # Glorot's: uniform between plus and minus this
        limit = np.sqrt(6 / sum(w.shape))
        assert 0.7 * limit < np.abs(w).max() <= limit
        assert not np.asarray(b).any()
    losses = [net.learn(rows, targets, random) for _ in range(6)]
    assert losses[-1] < 0.8 * losses[0]
    model = TrainedModel("features", {}, net.arrays())
    scaled = (rows - net.means) / net.scales
    expected = np.asarray(nets.forward(net.weights, layers, scaled, jax))
    assert model.predict(rows) == pytest.approx(expected, abs=2e-5)


def test_library_that_is_not_there_has_no_version() -> None:
    assert sinha._version("no-such-library") is None
    assert sinha._version("numpy") == np.__version__


def test_table_1_and_2_are_as_printed() -> None:
    assert [size for size, _ in nets.TABLE_1] == [9, 9, 5, 5, 1]
    assert [name for _, name in nets.TABLE_2] == ["relu", "tanh", "linear", "linear", "tanh"]


@pytest.mark.parametrize(
    ("agent_id", "kind", "message"),
    [
        ("sinha/v4.0", UnknownNameError, "unknown trainable agent 'sinha/v4.0'"),
        ("sinha/v6.5:discount=some", SapperError, r"expected discount=linear\|none"),
    ],
)
def test_what_cannot_be_trained_is_named(agent_id: str, kind: type, message: str) -> None:
    with pytest.raises(kind, match=message):
        train(agent_id, scale=SCALE)


def test_scale_must_be_positive() -> None:
    with pytest.raises(RulesError, match="expected a scale above 0"):
        train("sinha/v5.0", scale=0)
