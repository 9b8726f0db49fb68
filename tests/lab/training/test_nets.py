"""Nets predict as the library that trained them."""

from __future__ import annotations

import numpy as np
import pytest

from sapper.agents.models import TrainedModel
from sapper.lab.training import nets, sinha


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
