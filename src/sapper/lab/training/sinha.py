"""
The four trainings of Sinha et al. 2021.

5.0 trees in a single pass; 5.5 the net of table 1 in episodes; 6.5 the Q-net of
table 2 in a single pass; 6.0 the same in episodes after it. Sizes, ratios and amounts
are those of section 5.2 times the scale; everything follows from the seed.

References:
    [1] Sinha, Malviya, Nayak 2021, sections 4.2.2, 4.2.3, 5.2 and algorithm 4.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

import numpy as np

from sapper.agents import load_agent
from sapper.agents.guessers import LearnedGuess
from sapper.agents.guessers.learned import Proofs
from sapper.agents.guessers.sinha import ScoreForm, SolutionShare
from sapper.agents.models import Arrays, TrainedModel
from sapper.agents.options import split_id
from sapper.agents.run.play import game_seeds
from sapper.errors import RulesError, UnknownNameError
from sapper.game.rules import Rules
from sapper.game.seeds import check_seed
from sapper.lab.executors import default_workers
from sapper.lab.executors.crew import Crew
from sapper.lab.training import nets, plans, trees
from sapper.lab.training.alpha import fit_alpha
from sapper.lab.training.data import (
    V4_0,
    V4_5,
    DataPlayer,
    Harvest,
    Listener,
    Silent,
    harvest,
    returns,
)

# Streams of seeds that never meet: training, unseen data, evaluation.
_DATA, _UNSEEN, _PLAY, _EPISODES, _ALPHA = 0, 1, 2, 3, 4
_EVALUATION_GAMES: Final = 10_000
_BEGINNER: Final = Rules(9, 9, 10)
_Q_PASSES: Final = 5


def _stream(seed: int, purpose: int, episode: int = 0) -> int:
    """Return a run seed for a purpose; far from the small seeds that people report with."""
    return (seed * 1_000_003 + purpose * 10_007 + episode + 2_021_000_000_000) % 2**62


@dataclass(frozen=True)
class Training:
    """One training: what is wanted, with what, and who hears of it."""

    seed: int
    scale: float
    executor: Crew
    progress: Listener
    discount: str = "linear"
    score: ScoreForm = "printed"
    proofs: Proofs = "first"

    def player(
        self, inputs: str, info: dict[str, Any], arrays: Arrays | None, search: SolutionShare = V4_5
    ) -> DataPlayer:
        """Return who plays for the data, by this training's reading."""
        return DataPlayer(inputs, info, search, arrays, self.proofs)

    def evaluate(self, inputs: str, info: dict[str, Any], arrays: Arrays) -> dict[str, float]:
        """Play beginner on unseen seeds."""
        games = max(200, round(_EVALUATION_GAMES * min(self.scale, 1.0)))
        seeds = game_seeds(_stream(self.seed, _PLAY), 0, games)
        tasks = [(_BEGINNER, part) for part in np.array_split(seeds, max(1, games // 250))]
        player = self.player(inputs, info, arrays=arrays)
        found = harvest(player, tasks, self.executor, self.progress, "games", "beginner")
        share = round(100 * float(found.won.mean()), 3)
        return {"beginner_win_percent": share, "beginner_games": games}

    def describe(self, **more: Any) -> dict[str, Any]:
        """Return what every file says of its making."""
        return {
            "seed": self.seed,
            "scale": self.scale,
            "versions": {
                "python": platform.python_version(),
                **{name: _version(name) for name in ("numpy", "xgboost-cpu", "jax", "optax")},
            },
            **more,
        }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def train_v5_0(training: Training) -> TrainedModel:
    """Train the trees on games that 4.0 played: rows wherever DSS proves nothing."""
    player = DataPlayer("features", {"score": "printed"}, V4_0, proofs="offered")
    tell, scale = training.progress, training.scale
    tasks = plans.CLASSIFICATION.tasks(_stream(training.seed, _DATA), scale)
    data = harvest(player, tasks, training.executor, tell, "data")
    tasks = plans.CLASSIFICATION.tasks(_stream(training.seed, _UNSEEN), scale * 0.02)
    unseen = harvest(player, tasks, training.executor, tell, "unseen data")
    # Few data bear few trees: their number falls with the root of the scale.
    rounds = max(1, round(trees.NUM_ROUNDS * min(scale, 1.0) ** 0.5))
    booster, loss = trees.train_trees(
        data.rows,
        data.targets,
        (unseen.rows, unseen.targets),
        seed=training.seed,
        threads=default_workers(),
        rounds=rounds,
        progress=tell,
    )
    arrays = trees.trees_to_arrays(booster, data.rows.shape[1])
    info = {"score": "printed"}
    metrics = {
        "unseen_loss": round(loss, 6),
        "unseen_rows": len(unseen.targets),
        "safe_share": round(float(data.targets.mean()), 5),
        **training.evaluate("features", info, arrays),
    }
    described = training.describe(
        data=_describe(plans.CLASSIFICATION, data, "sinha/v4.0"),
        parameters={**trees.PARAMETERS, "rounds": rounds},
        metrics=metrics,
        **info,
    )
    return TrainedModel("features", described, arrays)


def train_v5_5(training: Training) -> TrainedModel:
    """Train the net of table 1 in episodes of games that it plays itself (algorithm 4)."""
    info = {"score": "printed"}
    random = np.random.default_rng(training.seed)
    net: nets.Net | None = None
    num_rows, num_games = 0, 0
    losses: list[float] = []
    for episode in range(plans.NUM_EPISODES):
        # The first net has learnt nothing: its first games are played by 4.0.
        player = training.player("features", info, None, V4_0)
        if net is not None:
            player = training.player("features", info, net.arrays())
        tasks = plans.EPISODE.tasks(_stream(training.seed, _EPISODES, episode), training.scale)
        note = f"loss {losses[-1]:.5f}" if losses else ""
        stage = f"episode {episode + 1} of {plans.NUM_EPISODES}"
        data = harvest(player, tasks, training.executor, training.progress, stage, note)
        if net is None:
            net = nets.make_net(
                nets.TABLE_1,
                "cross-entropy",
                "adam",
                seed=training.seed,
                scaling=nets.scaling_of(data.rows),
            )
        losses.append(net.learn(data.rows, data.targets, random))
        num_rows += len(data.targets)
        num_games += len(data.won)
    if net is None:  # pragma: no cover - there is at least one episode
        raise AssertionError("no episode")
    arrays = net.arrays()
    plan = {"rows": num_rows, "games": num_games, "player": "the net itself; 4.0 before it learnt"}
    described = training.describe(
        data={**_sizes(plans.EPISODE), **plan, "episodes": plans.NUM_EPISODES},
        parameters={"layers": nets.TABLE_1, "optimiser": "adam 0.001", "batch": nets.BATCH},
        metrics={
            "losses": [round(loss, 5) for loss in losses],
            **training.evaluate("features", info, arrays),
        },
        **info,
    )
    return TrainedModel("features", described, arrays)


def _first_pass(
    training: Training,
) -> tuple[nets.Net, dict[str, Any], dict[str, Any], float, np.random.Generator]:
    """Find alpha, play by the Manhattan rule, and train the Q-net on it (5.2.2)."""
    fit = fit_alpha(
        training.score,
        _stream(training.seed, _ALPHA),
        training.scale,
        training.executor,
        training.progress,
    )
    info = {"score": training.score, "alpha": list(fit.thetas)}
    tasks = plans.Q_SINGLE.tasks(_stream(training.seed, _DATA), training.scale)
    player = training.player("sub_states", info, None)
    data = harvest(player, tasks, training.executor, training.progress, "data")
    values = returns(data, training.discount)
    top = float(values.max())
    random = np.random.default_rng(training.seed)
    net = nets.make_net(nets.TABLE_2, "squares", "rmsprop", seed=training.seed)
    losses = []
    for number in range(_Q_PASSES):
        losses.append(net.learn(data.rows, (values / top).astype(np.float32), random))
        training.progress("net", number + 1, _Q_PASSES, f"loss {losses[-1]:.5f}")
    facts = {
        "data": _describe(plans.Q_SINGLE, data, "sinha/v4.5"),
        "parameters": {
            "layers": nets.TABLE_2,
            "optimiser": "rmsprop 0.001",
            "batch": nets.BATCH,
            "passes": _Q_PASSES,
            "discount": training.discount,
            "target_scale": round(top, 6),
        },
        "alpha_fit": {"r_squared": fit.r_squared, "games": fit.num_games},
        "losses": [round(loss, 6) for loss in losses],
    }
    return net, info, facts, top, random


def train_v6_5(training: Training) -> TrainedModel:
    """Train the Q-net in a single pass."""
    net, info, facts, _, _ = _first_pass(training)
    arrays = net.arrays()
    metrics = {
        "losses": facts.pop("losses"),
        **training.evaluate("sub_states", info, arrays),
    }
    return TrainedModel("sub_states", training.describe(metrics=metrics, **facts, **info), arrays)


def train_v6_0(training: Training) -> TrainedModel:
    """Train the Q-net in a single pass, then in episodes on games that it plays itself."""
    net, info, facts, top, random = _first_pass(training)
    losses: list[float] = facts.pop("losses")
    num_rows = 0
    for episode in range(plans.NUM_Q_EPISODES):
        tasks = plans.Q_EPISODE.tasks(_stream(training.seed, _EPISODES, episode), training.scale)
        player = training.player("sub_states", info, arrays=net.arrays())
        stage = f"episode {episode + 1} of {plans.NUM_Q_EPISODES}"
        note = f"loss {losses[-1]:.5f}"
        data = harvest(player, tasks, training.executor, training.progress, stage, note)
        targets = np.minimum(returns(data, training.discount) / top, 1).astype(np.float32)
        losses.append(round(net.learn(data.rows, targets, random), 6))
        num_rows += len(targets)
    facts["episodes"] = {
        **_sizes(plans.Q_EPISODE),
        "episodes": plans.NUM_Q_EPISODES,
        "rows": num_rows,
        "player": "the net itself",
    }
    arrays = net.arrays()
    metrics = {"losses": losses, **training.evaluate("sub_states", info, arrays)}
    return TrainedModel("sub_states", training.describe(metrics=metrics, **facts, **info), arrays)


def _sizes(plan: plans.Plan) -> dict[str, Any]:
    return {"sides": list(plan.sides), "ratios": list(plan.ratios), "layouts": plan.layouts}


def _describe(plan: plans.Plan, data: Harvest, player: str) -> dict[str, Any]:
    rows, games = len(data.targets), len(data.won)
    return {**_sizes(plan), "rows": rows, "games": games, "player": player}


TRAINABLE: Final[dict[str, Callable[[Training], TrainedModel]]] = {
    "sinha/v5.0": train_v5_0,
    "sinha/v5.5": train_v5_5,
    "sinha/v6.0": train_v6_0,
    "sinha/v6.5": train_v6_5,
}


def train(
    agent_id: str,
    *,
    scale: float = 1.0,
    seed: int = 0,
    workers: int = 1,
    progress: Listener | None = None,
) -> tuple[str, TrainedModel]:
    """
    Train the model of an agent; give its name and the model.

    ``scale`` multiplies the games of the text. The same seed and scale give the same
    model on one machine, with any number of workers.
    """
    name, _ = split_id(agent_id)
    if name not in TRAINABLE:
        raise UnknownNameError.of("trainable agent", name, TRAINABLE)
    guesser = load_agent(agent_id).guesser
    if not isinstance(guesser, LearnedGuess):  # pragma: no cover - all of TRAINABLE are learned
        raise AssertionError(f"{agent_id} has no model")
    if not 0 < scale <= 10:
        raise RulesError(f"expected a scale above 0 and at most 10, got {scale}")
    check_seed(seed)
    # What the model is called says how it is trained: sinha-v6.5, sinha-v6.5-none-zero.
    words = guesser.name.split("-")[2:]
    with Crew(workers) as executor:
        training = Training(
            seed,
            scale,
            executor,
            progress or Silent(),
            "none" if "none" in words else "linear",
            "zero" if "zero" in words else "printed",
            guesser.proofs,
        )
        model = TRAINABLE[name](training)
    info = {"agent": agent_id, **model.info}
    return guesser.name, TrainedModel(model.inputs, info, model.arrays)
