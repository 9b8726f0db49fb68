"""Small experiments, and their rows in a form that compares."""

from __future__ import annotations

from typing import Any

import numpy as np

from sapper.agents import Games, load_agent, play_seeds
from sapper.agents.run.play import game_seeds
from sapper.game.rules import Rules
from sapper.lab.executors import Executor, ProcessPool
from sapper.lab.experiments import Definition, parse_definition
from sapper.lab.experiments.progress import Outcome
from sapper.lab.experiments.runner import Runner
from sapper.lab.store.protocol import Store
from sapper.lab.tasks import play_task

SMALL = """
name = "small"
games = {games}
seed = 7
agent_seed = 3
{more}
[parameters]
agent = ["random", "kvietinskas/single-point"]
on = ["beginner", "16x16x30"]
"""


def small(games: int = 300, more: str = "") -> Definition:
    return parse_definition(SMALL.format(games=games, more=more), "small.toml")


def play(
    definition: Definition,
    store: Store,
    executor: Executor | None = None,
    *,
    workers: int = 1,
    batch_size: int | None = 50,
    extend: bool = False,
    allow_versions: bool = False,
) -> Outcome:
    with executor or ProcessPool(play_task, workers) as pool:
        return Runner(
            definition, store, pool, batch_size=batch_size, extend=extend,
            allow_versions=allow_versions,
        ).run()  # fmt: skip


def stored_games(store: Store, name: str = "small") -> dict[str, Games]:
    """Read all games by condition; the numbers must be 0, 1, 2, … without a gap."""
    experiment = store.find_experiment(name)
    assert experiment is not None
    found = {}
    for condition in experiment.conditions:
        parts, place = [], 0
        for (first, count), games in store.iter_games(condition):
            assert first == place, f"{condition.key}: games {place} to {first - 1} are missing"
            place += count
            parts.append(games)
        found[condition.key] = Games.concat(parts)
    return found


def expected_games(definition: Definition) -> dict[str, Games]:
    """Play without lab, store or processes."""
    seeds = game_seeds(definition.seed, 0, definition.games)
    return {
        condition.key: play_seeds(
            condition.agent, condition.rules, seeds, agent_seed=definition.agent_seed
        )
        for condition in definition.conditions
    }


def same(one: dict[str, Games], other: dict[str, Games]) -> bool:
    return one.keys() == other.keys() and all(
        all(
            np.array_equal(one[key][name], other[key][name])
            for name in dict(other[key])
            if name != "nanoseconds"
        )
        for key in other
    )


def some_games(count: int = 20) -> dict[str, Any]:
    games = play_seeds(
        load_agent("kvietinskas/single-point"), Rules.parse("beginner"), game_seeds(1, 0, count)
    )
    return dict(games)
