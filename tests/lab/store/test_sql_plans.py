"""A task is stored for the plan it was played for, or not at all; on both databases."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import text

from lab.rows_for_tests import CONDITIONS, PLAN, add, behind, enter, rows_of
from sapper.errors import StoreError
from sapper.lab.store import FailureRow, Store, open_store

OTHER = {**PLAN, "seed": 2}


@pytest.fixture
def address(new_address: Callable[[], str]) -> str:
    return new_address()


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with open_store(address) as opened:
        yield opened


def test_ids_are_never_given_twice(store: Store) -> None:
    seen: set[tuple[str, int]] = set()
    for _ in range(3):
        x = enter(store)
        add(store, x, [rows_of(0)])
        ids = {("experiment", x.id), ("runner", x.runner), ("condition", x.a.id)}
        ids |= {("condition", x.b.id)}
        assert not ids & seen
        seen |= ids
        store.delete_experiment("x")


@pytest.mark.parametrize("again", [False, True], ids=["deleted", "replaced"])
def test_task_of_a_deleted_experiment_is_refused_and_said(store: Store, again: bool) -> None:
    x = enter(store)
    store.delete_experiment("x")
    if again:
        new = store.add_experiment("x", OTHER, 100, CONDITIONS)
    with pytest.raises(StoreError, match="deleted or replaced while it was played"):
        add(store, x, [rows_of(0), rows_of(20)])
    with pytest.raises(StoreError, match="deleted or replaced"):
        store.see_runner(x.runner)
    with pytest.raises(StoreError, match="deleted or replaced"):
        store.add_failure(FailureRow(x.a.id, 0, 1, 1, 1, "boom"), x.runner)
    if again:
        assert store.spans(new.id) == {}


def test_runner_of_another_process_is_refused_too(store: Store, address: str) -> None:
    x = enter(store)
    with open_store(address) as other:
        other.delete_experiment("x")
        other.add_experiment("x", OTHER, 100, CONDITIONS)
    with pytest.raises(StoreError, match="deleted or replaced"):
        add(store, x, [rows_of(0)])


def test_task_played_for_a_plan_that_was_changed_is_refused(store: Store, address: str) -> None:
    x = enter(store)
    with behind(address) as connection:
        plan = '{"seed": 2, "agent_seed": 0, "conditions": ["a", "b"]}'
        connection.execute(text("UPDATE experiment SET plan = :plan"), {"plan": plan})
    with pytest.raises(StoreError, match="plan of 'x' was changed while it was played"):
        add(store, x, [rows_of(0)])


def test_task_for_a_condition_of_another_experiment_is_refused(store: Store) -> None:
    x, y = enter(store, "x"), enter(store, "y")
    with pytest.raises(StoreError, match="condition was deleted"):
        store.add_tasks([(y.a.id, rows_of(0))], x.runner)
    assert store.spans(y.id) == {}


def test_runner_that_never_entered_stores_nothing(store: Store) -> None:
    x = enter(store)
    with pytest.raises(StoreError, match="deleted or replaced"):
        store.add_tasks([(x.a.id, rows_of(0))], x.runner + 1)


def test_update_may_not_change_what_decides_games(store: Store) -> None:
    store.add_experiment("x", PLAN, 100, CONDITIONS)
    with pytest.raises(StoreError, match="changed by another runner"):
        store.update_experiment("x", OTHER, 100, CONDITIONS)
    found = store.find_experiment("x")
    assert found is not None
    assert found.plan == PLAN


def test_experiment_that_a_living_runner_plays_is_not_replaced(store: Store) -> None:
    x = enter(store)
    with pytest.raises(StoreError, match="is being played with another plan by process"):
        store.replace_experiment("x", OTHER, 100, CONDITIONS)
    store.see_runner(x.runner, is_done=True)
    new = store.replace_experiment("x", OTHER, 50, CONDITIONS)
    assert (new.plan, new.games) == (OTHER, 50)
    assert new.id != x.id


def test_experiment_with_games_is_not_replaced(store: Store) -> None:
    x = enter(store)
    add(store, x, [rows_of(0)])
    store.see_runner(x.runner, is_done=True)
    with pytest.raises(StoreError, match="has games"):
        store.replace_experiment("x", OTHER, 100, CONDITIONS)
    assert store.spans(x.id) == {x.a.id: [(0, 20)]}


def test_runner_cannot_enter_an_experiment_that_is_gone(store: Store) -> None:
    x = enter(store)
    store.delete_experiment("x")
    with pytest.raises(StoreError, match="deleted or replaced"):
        store.enter_runner(x.id, 1, "")
