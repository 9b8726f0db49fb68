"""Rows to put into stores, and databases to look into behind a store's back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
from sqlalchemy import Connection, create_engine

from lab.experiments_for_tests import some_games
from sapper.agents import Games
from sapper.agents.run.columns import PROVEN_BY, TURN_COLUMNS
from sapper.lab.store import ConditionRow, ExperimentRow, Store, TaskRows
from sapper.lab.tallies import Tally

GAMES = Games(some_games(20))
PROVEN = [name for name in GAMES.columns if name.startswith(PROVEN_BY)]
PLAN = {"seed": 1, "agent_seed": 0, "conditions": ["a", "b"]}
BEGINNER = {"columns": 9, "rows": 9, "mines": 10, "first_click": "safe", "game": "normal"}
CONDITIONS = [
    ConditionRow("a", {"agent": "x", "on": "beginner", **BEGINNER}, PROVEN, ("opener", "guesser")),
    ConditionRow("b", {"agent": "y", "on": "beginner", **BEGINNER}, PROVEN),
]


class Entered(NamedTuple):
    """An experiment with two conditions, and a runner that plays it."""

    id: int
    runner: int
    a: ConditionRow
    b: ConditionRow


def enter(store: Store, name: str = "x") -> Entered:
    experiment = store.add_experiment(name, PLAN, 100, CONDITIONS)
    return entered(store, experiment)


def entered(store: Store, experiment: ExperimentRow) -> Entered:
    number = store.enter_runner(experiment.id, 1, "0.1")
    return Entered(experiment.id, number, *experiment.conditions)


def rows_of(first: int, count: int = 20, *, turns: bool = False, sums: bool = False) -> TaskRows:
    """Make a task of real games; with ``sums`` nothing but their sums."""
    games = Games({name: column[:count] for name, column in GAMES.columns.items()})
    number = np.arange(3)
    columns = {column.name: number for column in TURN_COLUMNS}
    return TaskRows.pack(
        first_game=first,
        tally=Tally.of(games, 0.25),
        games=None if sums else games,
        turns=columns if turns else None,
        version="0.1",
    )


def add(store: Store, into: Entered, tasks: Sequence[TaskRows]) -> list[bool]:
    """Store tasks of the first condition."""
    return store.add_tasks([(into.a.id, one) for one in tasks], into.runner)


@contextmanager
def behind(address: str) -> Iterator[Connection]:
    """Change a database without the store."""
    url = address if "://" in address else f"sqlite:///{address}"
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()
