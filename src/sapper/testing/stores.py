"""
The contract of a store, checked on experiments, tasks, failures and runners.

A store is made empty by a function; what was put into it comes back as it was, no game
is kept twice whatever the sizes of tasks, and what is deleted is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any, Final

import numpy as np

from sapper.agents import Games, load_agent, play_seeds
from sapper.agents.run.columns import PROVEN_BY, TURN_COLUMNS
from sapper.agents.run.play import game_seeds
from sapper.arguments import explained
from sapper.errors import StoreError
from sapper.game.rules import Rules
from sapper.lab.store.protocol import (
    ConditionRow,
    ExperimentRow,
    FailureRow,
    Span,
    Store,
    TaskRows,
)
from sapper.lab.tallies import Tally
from sapper.testing.errors import ContractError

_PLAN: Final = {"seed": 1, "agent_seed": 0, "keep": "games+turns", "conditions": ["a", "b"]}
# What is put beside games 0 to 9 and 20 to 39: first game, number of games, whether it is new.
_ADDED: Final = (
    (10, 10, True), (40, 20, True), (12, 5, True), (20, 20, False), (10, 20, False),
    (30, 20, False), (0, 20, False), (25, 5, False), (9, 11, False), (10, 11, False),
    (39, 1, False), (9, 1, False), (0, 1, False), (20, 1, False),
)  # fmt: skip


@explained
def check_store(make: Callable[[], Any]) -> None:
    """
    Check a store; ``make()`` opens a new one, empty.

    >>> from sapper.lab.store import MemoryStore
    >>> check_store(MemoryStore)
    """
    checks = (
        _check_experiments, _check_rows, _check_sums, _check_failures, _check_runners,
        _check_leases, _check_versions,
    )  # fmt: skip
    for check in checks:
        with make() as store:
            _must(store.list_experiments() == [], "a new store must have no experiments")
            _must(store.find_experiment("x") is None, "what is not there is None")
            check(store)
            # Closing ends everything, as often as one likes.
            store.close()
            store.close()
    for sums in (False, True):
        with make() as store:
            _check_once(store, sums)


def _check_experiments(store: Store) -> None:
    rows = _conditions()
    added = store.add_experiment("x", _PLAN, 100, rows[:1])
    found = store.find_experiment("x")
    _must(found == added, f"an experiment must come back as it was added, got {found!r}")
    _same(added, _PLAN, 100, rows[:1])
    again = store.add_experiment("x", {**_PLAN, "seed": 2}, 5, [])
    _must(again == added, "adding an experiment again must return the first")
    runner = store.enter_runner(added.id, 1, "")
    _must(store.add_tasks([(added.conditions[0].id, _task(0))], runner) == [True], "a task is new")
    updated = store.update_experiment("x", _PLAN, 200, rows)
    _same(updated, _PLAN, 200, rows)
    _must(
        store.spans(updated.id) == {added.conditions[0].id: [(0, 20)]},
        "more games and conditions must leave stored games where they are",
    )
    store.delete_experiment("x")
    _must(store.list_experiments() == [], "a deleted experiment must be gone")
    _must(list(store.iter_games(added.conditions[0])) == [], "and its games with it")
    with suppress(StoreError):
        store.see_runner(runner)
        raise ContractError("a runner whose experiment was deleted must be told so by a StoreError")
    replaced = store.replace_experiment("x", {**_PLAN, "seed": 3}, 10, rows)
    _same(replaced, {**_PLAN, "seed": 3}, 10, rows)
    _must(store.spans(replaced.id) == {}, "a new experiment must have no games")


def _check_rows(store: Store) -> None:
    found, runner = _enter(store)
    a = found.conditions[0]
    tasks = [(a.id, _task(20, turns=True)), (a.id, _task(0, turns=True))]
    _must(store.add_tasks(tasks, runner) == [True, True], "both tasks are new")
    games = list(store.iter_games(a))
    spans = [(0, 20), (20, 20)]
    _must([span for span, _ in games] == spans, "games must come in the order of their numbers")
    for _, played in games:
        _must(played.keys() == _games().keys(), "games must have the columns that were stored")
        equal = all(np.array_equal(played[name], _games()[name]) for name in _games().columns)
        _must(equal, "games must come back as they were played")
    most = [span for span, _ in store.iter_games(a, most=20)]
    _must(most == spans[:1], f"the first 20 games are one task, got {most}")
    turns = list(store.iter_turns(a))
    _must([span for span, _ in turns] == spans, "turns must come in the order of their games")
    _must(turns[0][1]["turn"].tolist() == [0, 1, 2], "turns must come back as they were made")
    old = [(a.id, _task(first)) for first in (40, 0, 60)]
    _must(
        store.add_tasks(old, runner) == [True, False, True],
        "a task that is there already must not stop the others",
    )


def _check_sums(store: Store) -> None:
    found, runner = _enter(store)
    a, b = found.conditions
    order = (40, 0, 20)
    for first in order:
        store.add_tasks([(a.id, _task(first, sums=True))], runner)
    store.add_tasks([(a.id, _task(60))], runner)
    _must(store.spans(found.id) == {a.id: [(0, 80)]}, "neighbours must be joined")
    tallies = store.tallies(found.id)
    one = Tally.of(_games(), 0.25)
    got, expected = vars(tallies[a.id]), vars(one + one + one + one)
    alike = all(got[name] == expected[name] for name in expected if name != "tasks")
    _must(alike, f"expected the sums {expected}, got {got}")
    _must(list(tallies) == [a.id, b.id], "every condition must have a tally, in order")
    _must(tallies[b.id] == Tally(), "one without games has an empty tally")
    kept = [span for span, _ in store.iter_games(a)]
    _must(kept == [(60, 20)], f"sums alone must leave no games, got {kept}")


def _check_once(store: Store, sums: bool) -> None:
    for number, (first, count, is_new) in enumerate(_ADDED):
        found, runner = _enter(store, f"x{number}")
        a, b = found.conditions
        there = [_task(20, sums=sums), _task(0, 10, sums=sums)]
        store.add_tasks([(a.id, one) for one in there], runner)
        before = store.spans(found.id), store.tallies(found.id)
        task = _task(first, count, sums=sums)
        got = store.add_tasks([(a.id, task)], runner)
        where = f"games {first} to {first + count - 1} beside games 0 to 9 and 20 to 39"
        _must(got == [is_new], f"{where}: expected {[is_new]}, got {got}")
        after = store.spans(found.id), store.tallies(found.id)
        _must((after == before) != is_new, f"{where}: what is refused must change nothing")
        _must(after[1][a.id].games == 30 + is_new * count, f"{where}: a game is counted once")
        _must(store.add_tasks([(b.id, task)], runner) == [True], "another condition is free")


def _check_failures(store: Store) -> None:
    found, runner = _enter(store)
    a = found.conditions[0]
    failure = FailureRow(a.id, 20, 20, 123, 2, "boom")
    for _ in range(2):
        store.add_failure(failure, runner)
    store.add_tasks([(a.id, _task(first)) for first in (0, 40)], runner)
    _must(store.failures(found.id) == [failure], "a failure is kept once, until its games come")
    store.add_tasks([(a.id, _task(20))], runner)
    _must(store.failures(found.id) == [], "a failure whose games are there is none")


def _check_runners(store: Store) -> None:
    found, runner = _enter(store)
    (row,) = store.runners(found.id)
    _must(row.is_alive, "a runner that entered is alive")
    _must((row.id, row.workers, row.version) == (runner, 1, "0.1"), f"got another runner: {row}")
    other = store.enter_runner(found.id, 2, "0.1")
    _must([one.id for one in store.runners(found.id)] == [other, runner], "the latest comes first")
    store.see_runner(runner, is_done=True)
    alive = [one.id for one in store.runners(found.id) if one.is_alive]
    _must(alive == [other], "a runner that is done is not alive")


def _check_leases(store: Store) -> None:
    found, runner = _enter(store)
    other = store.enter_runner(found.id, 1, "0.1")
    a, b = found.conditions
    store.add_tasks([(a.id, _task(20))], runner)

    def lease(holder: int, within: Span, size: int, times: int = 1, of: int = a.id) -> list[Span]:
        return store.lease_games(holder, of, within, size, times)

    got = lease(runner, (0, 100), 8, 4)
    expected = [(0, 8), (8, 8), (16, 4)]
    _must(got == expected, f"up to the stored games 20 to 39 expected {expected}, got {got}")
    got = lease(other, (0, 100), 10, 2)
    _must(got == [(40, 10), (50, 10)], f"what is stored or leased is passed by, got {got}")
    _must(lease(other, (0, 60), 10) == [], "where all is stored or leased there is nothing")
    _must(lease(other, (70, 5), 10) == [(70, 5)], "no lease leaves its span")
    _must(lease(runner, (55, 45), 10) == [(60, 10)], "a lease that began before the span counts")
    _must(lease(other, (0, 8), 10, of=b.id) == [(0, 8)], "another condition is free")
    store.add_tasks([(a.id, _task(40, 10))], other)
    store.add_tasks([(a.id, _task(0, 8))], runner)
    _must(lease(other, (0, 60), 10) == [], "stored games are not leased again")
    store.add_failure(FailureRow(a.id, 8, 8, 1, 2, "boom"), runner)
    _must(lease(other, (0, 60), 10) == [(8, 8)], "what failed is given back")
    store.see_runner(other, is_done=True)
    got = lease(runner, (0, 100), 30, 9)
    _must(got == [(8, 8)], f"what a runner leased that is done is given back, got {got}")
    got = lease(runner, (20, 80), 30)
    _must(got == [(50, 10)], f"all of it, got {got}")


def _check_versions(store: Store) -> None:
    found, runner = _enter(store)
    a, b = found.conditions
    _must(store.versions(found.id) == {}, "without games there is no version")
    tasks = [(a.id, _task(0, sums=True)), (a.id, _task(20, sums=True)), (b.id, _task(0))]
    newer = replace(_task(40, sums=True), version="0.2")
    store.add_tasks([*tasks, (a.id, newer)], runner)
    got = store.versions(found.id)
    _must(got == {"0.1": 60, "0.2": 20}, f"expected the games of each version, got {got}")


def _must(holds: bool, words: str) -> None:
    if not holds:
        raise ContractError(words)


def _same(
    found: ExperimentRow, plan: dict[str, Any], games: int, rows: Sequence[ConditionRow]
) -> None:
    """Compare an experiment with what was put in; ids are the store's own."""
    _must((found.plan, found.games) == (plan, games), f"expected {plan} and {games}, got {found}")
    for got, expected in zip(found.conditions, rows, strict=True):
        for name in ("key", "parameters"):
            _must(getattr(got, name) == getattr(expected, name), f"expected {expected}, got {got}")
        for name in ("columns", "parts"):
            alike = list(getattr(got, name)) == list(getattr(expected, name))
            _must(alike, f"expected {expected}, got {got}")


def _enter(store: Store, name: str = "x") -> tuple[ExperimentRow, int]:
    found = store.add_experiment(name, _PLAN, 100, _conditions())
    return found, store.enter_runner(found.id, 1, "0.1")


def _conditions() -> list[ConditionRow]:
    shown = {"agent": "x", "on": "beginner", "columns": 9, "rows": 9, "mines": 10}
    proven = [name for name in _games().columns if name.startswith(PROVEN_BY)]
    return [
        ConditionRow("a", shown, proven, ("opener", "guesser")),
        ConditionRow("b", {**shown, "agent": "y"}, proven),
    ]


def _task(first: int, count: int = 20, *, turns: bool = False, sums: bool = False) -> TaskRows:
    games = Games({name: column[:count] for name, column in _games().columns.items()})
    made = {one.name: np.arange(3, dtype=one.type) for one in TURN_COLUMNS} if turns else None
    return TaskRows.pack(first, Tally.of(games, 0.25), None if sums else games, made, "0.1")


@cache
def _games() -> Games:
    agent, rules = load_agent("kvietinskas/single-point"), Rules.parse("beginner")
    return play_seeds(agent, rules, game_seeds(1, 0, 20))
