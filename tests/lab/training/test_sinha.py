"""The whole pipeline at scale 0.01: data, training, evaluation, files, play."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sapper import Rules, play_games
from sapper.agents.models import dump_model, read_model
from sapper.errors import SapperError, UnknownNameError
from sapper.lab.training import nets, plans, sinha, train
from sapper.lab.training.alpha import AlphaFit
from sapper.lab.training.data import Harvest

SCALE = 0.01
# Those with the most data.
SLOWLY = [pytest.param(name, marks=pytest.mark.slow) for name in ("sinha/v5.0", "sinha/v5.5")]


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


class FakeNet:
    """Learns nothing, and loses an eighth less each time."""

    def __init__(self, *_: object, **__: object) -> None:
        self.loss = 0.8765432

    def learn(self, *_: object) -> float:
        self.loss *= 7 / 8
        return self.loss

    def arrays(self) -> dict[str, object]:
        return {}


@pytest.mark.parametrize(
    ("agent_id", "count", "passes", "digits"),
    [("sinha/v5.5", "NUM_EPISODES", 0, 5), ("sinha/v6.0", "NUM_Q_EPISODES", 5, 6)],
)
def test_each_episode_of_a_training_says_its_number_and_the_loss_so_far(
    agent_id: str, count: str, passes: int, digits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[tuple[str, str]] = []

    def fake_harvest(*given: object) -> Harvest:
        stage, *note = given[4:]
        heard.append((str(stage), "".join(map(str, note))))
        one = np.ones(1, np.float32)
        return Harvest(np.ones((1, 9), np.float32), one, one.astype(int), one > 0, one.astype(int))

    monkeypatch.setattr(plans, count, 3)
    monkeypatch.setattr(nets, "make_net", FakeNet)
    monkeypatch.setattr(sinha, "harvest", fake_harvest)
    monkeypatch.setattr(sinha, "fit_alpha", lambda *_: AlphaFit((0.0, 0.0, 0.0, 0.5), 0.9, 1))
    _, model = train(agent_id, seed=4)
    losses = [0.8765432 * (7 / 8) ** turn for turn in range(1, passes + 4)]
    assert model.info["metrics"]["losses"] == [round(loss, digits) for loss in losses]
    notes = [f"loss {loss:.5f}" for loss in losses[passes - 1 : -1]] if passes else [
        "", *(f"loss {loss:.5f}" for loss in losses[:-1])
    ]  # fmt: skip
    stages = [f"episode {number} of 3" for number in (1, 2, 3)]
    assert [one for one in heard if "episode" in one[0]] == list(zip(stages, notes, strict=True))


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
