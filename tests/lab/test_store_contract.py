"""What every store must do: SQLite, a real PostgreSQL server, and memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import text

from lab.rows_for_tests import CONDITIONS, GAMES, PLAN, PROVEN, add, behind, enter, rows_of
from sapper.errors import StoreError
from sapper.lab.store import FailureRow, MemoryStore, Store, open_store
from sapper.lab.tallies import Tally


@pytest.fixture
def address(new_address: Callable[[], str]) -> str:
    return new_address()


@pytest.fixture
def database(address: str) -> Iterator[Store]:
    """Open a store whose tables can be looked at from outside."""
    with open_store(address) as opened:
        yield opened


@pytest.fixture(params=["sqlite", "postgresql", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if request.param == "memory":
        yield MemoryStore()
        return
    kept = str(tmp_path / "contract.db")
    if request.param == "postgresql":
        kept = request.getfixturevalue("postgres").new_database()
    with open_store(kept) as opened:
        yield opened


def test_new_store_has_no_experiments(store: Store) -> None:
    assert store.list_experiments() == []
    assert store.find_experiment("x") is None


def test_experiment_comes_back_as_added(store: Store) -> None:
    added = store.add_experiment("x", PLAN, 100, CONDITIONS)
    found = store.find_experiment("x")
    assert found == added
    assert (found.plan, found.games) == (PLAN, 100)
    assert [row.key for row in found.conditions] == ["a", "b"]
    assert found.conditions[0].parameters == CONDITIONS[0].parameters
    assert list(found.conditions[0].columns) == PROVEN


def test_adding_an_experiment_again_gives_the_first(store: Store) -> None:
    first = store.add_experiment("x", PLAN, 100, CONDITIONS)
    assert store.add_experiment("x", {"seed": 2}, 5, []) == first


def test_updated_experiment_keeps_its_games_and_gets_new_conditions(store: Store) -> None:
    before = store.add_experiment("x", PLAN, 100, CONDITIONS[:1])
    runner = store.enter_runner(before.id, 1, "")
    store.add_tasks([(before.conditions[0].id, rows_of(0))], runner)
    after = store.update_experiment("x", PLAN, 200, CONDITIONS)
    assert after.games == 200
    assert [row.key for row in after.conditions] == ["a", "b"]
    assert store.spans(after.id) == {before.conditions[0].id: [(0, 20)]}
    # The runner that entered before goes on: what decides its games is the same.
    assert store.add_tasks([(before.conditions[0].id, rows_of(20))], runner) == [True]


def test_finished_task_gives_its_rows_back(store: Store) -> None:
    x = enter(store)
    assert add(store, x, [rows_of(20), rows_of(0)]) == [True, True]
    found = list(store.iter_games(x.a))
    assert [span for span, _ in found] == [(0, 20), (20, 20)]
    for _, games in found:
        assert games.keys() == GAMES.keys()
        assert all(np.array_equal(games[name], GAMES[name]) for name in GAMES.columns)
    assert [span for span, _ in store.iter_games(x.a, most=20)] == [(0, 20)]


def test_turns_come_back_in_order(store: Store) -> None:
    x = enter(store)
    add(store, x, [rows_of(0, turns=True)])
    ((span, columns),) = store.iter_turns(x.a)
    assert span == (0, 20)
    assert columns["turn"].tolist() == [0, 1, 2]


# What is there: games 0 to 9 and 20 to 39. Then: first game, number of games, whether new.
ADDED = [
    (10, 10, True),
    (40, 20, True),
    (12, 5, True),
    (20, 20, False),
    (10, 20, False),
    (30, 20, False),
    (0, 20, False),
    (25, 5, False),
    (9, 11, False),  # one game too many on the left
    (10, 11, False),  # one game too many on the right
    (39, 1, False),
    (9, 1, False),
    (0, 1, False),
    (20, 1, False),
]


@pytest.mark.parametrize("sums", [False, True], ids=["games", "sums"])
def test_no_game_is_stored_twice(store: Store, sums: bool) -> None:
    for number, (first, count, is_new) in enumerate(ADDED):
        x = enter(store, f"x{number}")
        add(store, x, [rows_of(20, sums=sums), rows_of(0, 10, sums=sums)])
        spans, tally = store.spans(x.id), store.tallies(x.id)[x.a.id]
        assert add(store, x, [rows_of(first, count, sums=sums)]) == [is_new], (first, count)
        if is_new:
            assert store.tallies(x.id)[x.a.id].games == 30 + count
        else:
            assert store.spans(x.id) == spans
            assert store.tallies(x.id)[x.a.id] == tally
        assert store.add_tasks([(x.b.id, rows_of(first, count, sums=sums))], x.runner) == [True]


def test_one_task_that_is_there_already_does_not_stop_the_others(store: Store) -> None:
    x = enter(store)
    add(store, x, [rows_of(0)])
    assert add(store, x, [rows_of(20), rows_of(0), rows_of(40)]) == [True, False, True]
    assert store.spans(x.id) == {x.a.id: [(0, 60)]}


def test_tallies_sum_up_by_condition(store: Store) -> None:
    x = enter(store)
    add(store, x, [rows_of(0), rows_of(20)])
    tallies = store.tallies(x.id)
    assert list(tallies) == [x.a.id, x.b.id]
    one = Tally.of(GAMES, 0.25)
    assert tallies[x.a.id] == one + one
    assert tallies[x.b.id] == Tally()


def test_sums_alone_grow_into_one_row_and_have_no_games(database: Store, address: str) -> None:
    store, x = database, enter(database)
    spans = [(40, 20), (0, 20), (20, 20), (80, 10), (60, 20)]
    assert add(store, x, [rows_of(*span, sums=True) for span in spans]) == [True] * 5
    assert store.spans(x.id) == {x.a.id: [(0, 90)]}
    whole = Tally.of(GAMES, 0.25)
    tally = store.tallies(x.id)[x.a.id]
    assert (tally.games, tally.seconds) == (90, 1.25)
    assert tally.wins == 4 * whole.wins + rows_of(0, 10).tally.wins
    assert list(store.iter_games(x.a)) == []
    with behind(address) as connection:
        assert connection.execute(text("SELECT count(*) FROM task")).scalar_one() <= 2
        assert connection.execute(text("SELECT count(*) FROM game_block")).scalar_one() == 0


def test_sums_do_not_grow_into_a_task_with_games(store: Store) -> None:
    x = enter(store)
    add(store, x, [rows_of(0), rows_of(20, sums=True), rows_of(40)])
    assert [span for span, _ in store.iter_games(x.a)] == [(0, 20), (40, 20)]
    assert store.tallies(x.id)[x.a.id].games == 60


def test_deleted_experiment_leaves_nothing(store: Store) -> None:
    x = enter(store)
    add(store, x, [rows_of(0, turns=True)])
    store.delete_experiment("x")
    assert store.list_experiments() == []
    assert list(store.iter_games(x.a)) == []
    again = enter(store)
    assert store.spans(again.id) == {}


def test_failure_is_reported_until_its_games_are_there(store: Store) -> None:
    x = enter(store)
    failure = FailureRow(x.a.id, 20, 20, 123, 2, "boom")
    store.add_failure(failure, x.runner)
    store.add_failure(failure, x.runner)
    add(store, x, [rows_of(0), rows_of(40)])  # on both sides of it
    assert store.failures(x.id) == [failure]
    add(store, x, [rows_of(20)])
    assert store.failures(x.id) == []


def test_runner_is_alive_until_done(store: Store) -> None:
    x = enter(store)
    (row,) = store.runners(x.id)
    assert row.is_alive
    assert (row.id, row.workers, row.version) == (x.runner, 1, "0.1")
    store.see_runner(x.runner, is_done=True)
    assert not store.runners(x.id)[0].is_alive


@pytest.mark.parametrize("seconds", [-3600, 3600], ids=["long ago", "in the future"])
def test_runner_seen_at_another_time_is_not_alive(
    database: Store, address: str, seconds: float
) -> None:
    store, x = database, enter(database)
    with behind(address) as connection:
        connection.execute(text("UPDATE runner SET seen_at = seen_at + :s"), {"s": seconds})
    (row,) = store.runners(x.id)
    assert not row.is_alive
    store.see_runner(x.runner)
    assert store.runners(x.id)[0].is_alive


def test_store_from_the_future_is_refused(address: str) -> None:
    open_store(address).close()
    with behind(address) as connection:
        connection.execute(text("UPDATE schema_version SET version = 99"))
    with pytest.raises(StoreError, match="use a newer sapper"):
        open_store(address)
