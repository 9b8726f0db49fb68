"""What every store must do, on SQLite and on a real PostgreSQL server."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from sqlalchemy import create_engine, text

from lab.experiments_for_tests import some_games
from sapper.errors import StoreError
from sapper.lab.store import ConditionRow, FailureRow, Store, TaskRows, open_store
from sapper.lab.store.blocks import extra_columns, pack_games, pack_turns, unpack_games
from sapper.lab.tallies import Tally

GAMES = some_games(20)
EXTRA = extra_columns(list(GAMES))
PLAN = {"seed": 1, "conditions": ["a", "b"]}
CONDITIONS = [
    ConditionRow("a", {"agent": "x", "on": "beginner", "mines": 10}, EXTRA, ("opener", "guesser")),
    ConditionRow("b", {"agent": "y", "on": "beginner", "mines": 10}, EXTRA),
]


@pytest.fixture
def address(new_address: Callable[[], str]) -> str:
    return new_address()


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with open_store(address) as opened:
        yield opened


def rows_of(first: int, count: int = 20, turns: bool = False) -> TaskRows:
    cut = {name: column[:count] for name, column in GAMES.items()}
    turn = np.arange(3)
    names = ("game", "nanoseconds", "turn", "part", "cells_proven_safe", "cells_proven_mines")
    columns = dict.fromkeys((*names, "cells_revealed", "windows", "mines_left"), turn)
    return TaskRows(
        first_game=first,
        tally=Tally(
            games=count,
            wins=int(cut["won"].sum()),
            guesses=int(cut["guesses"].sum()),
            nanoseconds=5,
            seconds=0.25,
            tasks=1,
        ),
        games=pack_games(cut, EXTRA),
        turns=pack_turns(columns) if turns else None,
        num_turns=3 if turns else 0,
    )


def test_block_gives_back_what_was_packed() -> None:
    back = unpack_games(pack_games(GAMES, EXTRA), 20, EXTRA)
    assert sorted(back.keys()) == sorted(GAMES)
    assert all(np.array_equal(back[name], GAMES[name]) for name in GAMES)


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
    assert list(found.conditions[0].columns) == EXTRA


def test_adding_an_experiment_again_gives_the_first(store: Store) -> None:
    first = store.add_experiment("x", PLAN, 100, CONDITIONS)
    assert store.add_experiment("x", {"seed": 2}, 5, []) == first


def test_updated_experiment_keeps_its_games_and_gets_new_conditions(store: Store) -> None:
    before = store.add_experiment("x", PLAN, 100, CONDITIONS[:1])
    store.add_tasks([(before.conditions[0].id, rows_of(0))], 1)
    after = store.update_experiment("x", PLAN, 200, CONDITIONS)
    assert after.games == 200
    assert [row.key for row in after.conditions] == ["a", "b"]
    assert store.spans(after.id) == {before.conditions[0].id: [(0, 20)]}


def test_finished_task_gives_its_rows_back(store: Store) -> None:
    a = store.add_experiment("x", PLAN, 100, CONDITIONS).conditions[0]
    assert store.add_tasks([(a.id, rows_of(20)), (a.id, rows_of(0))], 1) == [True, True]
    found = list(store.iter_games(a))
    assert [span for span, _ in found] == [(0, 20), (20, 20)]
    for _, columns in found:
        assert all(np.array_equal(columns[name], GAMES[name]) for name in GAMES)


def test_turns_come_back_in_order(store: Store) -> None:
    a = store.add_experiment("x", PLAN, 100, CONDITIONS).conditions[0]
    store.add_tasks([(a.id, rows_of(0, turns=True))], 1)
    ((span, columns),) = store.iter_turns(a)
    assert span == (0, 20)
    assert columns["turn"].tolist() == [0, 1, 2]


@pytest.mark.parametrize(("first", "count"), [(20, 20), (10, 20), (30, 20), (0, 20), (25, 5)])
def test_no_game_is_stored_twice(store: Store, first: int, count: int) -> None:
    a, b = store.add_experiment("x", PLAN, 100, CONDITIONS).conditions
    store.add_tasks([(a.id, rows_of(20)), (a.id, rows_of(0, 10))], 1)
    spans = store.spans(1)
    expected = [first == 10 and count == 10]
    assert store.add_tasks([(a.id, rows_of(first, count))], 1) == expected
    assert store.spans(1) == spans
    assert store.add_tasks([(b.id, rows_of(first, count))], 1) == [True]


def test_one_task_that_is_there_already_does_not_stop_the_others(store: Store) -> None:
    a = store.add_experiment("x", PLAN, 100, CONDITIONS).conditions[0]
    store.add_tasks([(a.id, rows_of(0))], 1)
    tasks = [(a.id, rows_of(20)), (a.id, rows_of(0)), (a.id, rows_of(40))]
    assert store.add_tasks(tasks, 1) == [True, False, True]
    assert store.spans(1) == {a.id: [(0, 60)]}


def test_tallies_sum_up_by_condition(store: Store) -> None:
    experiment = store.add_experiment("x", PLAN, 100, CONDITIONS)
    a, b = experiment.conditions
    store.add_tasks([(a.id, rows_of(0)), (a.id, rows_of(20))], 1)
    tallies = store.tallies(experiment.id)
    assert list(tallies) == [a.id, b.id]
    of_a, of_b = tallies.values()
    assert (of_a.tasks, of_a.games, of_a.wins) == (2, 40, 2 * int(GAMES["won"].sum()))
    assert (of_a.nanoseconds, of_a.seconds) == (10, 0.5)
    assert of_b == Tally()


def test_deleted_experiment_leaves_nothing(store: Store, address: str) -> None:
    a = store.add_experiment("x", PLAN, 100, CONDITIONS).conditions[0]
    store.add_tasks([(a.id, rows_of(0, turns=True))], 1)
    store.delete_experiment("x")
    assert store.list_experiments() == []
    assert list(store.iter_games(a)) == []
    store.add_experiment("x", PLAN, 100, CONDITIONS)
    assert store.spans(1) == {}


def test_failure_is_told_until_its_games_are_there(store: Store) -> None:
    experiment = store.add_experiment("x", PLAN, 100, CONDITIONS)
    a = experiment.conditions[0]
    failure = FailureRow(a.id, 20, 20, 123, 2, "boom")
    store.add_failure(failure, 1)
    store.add_failure(failure, 1)
    assert store.failures(experiment.id) == [failure]
    store.add_tasks([(a.id, rows_of(20))], 1)
    assert store.failures(experiment.id) == []


def test_runner_is_alive_until_done(store: Store) -> None:
    experiment = store.add_experiment("x", PLAN, 100, CONDITIONS)
    number = store.enter_runner(experiment.id, 4, "0.1")
    (row,) = store.runners(experiment.id)
    assert row.is_alive
    assert (row.id, row.workers, row.version) == (number, 4, "0.1")
    store.see_runner(number, is_done=True)
    assert not store.runners(experiment.id)[0].is_alive


def test_sql_views_show_games_and_turns_as_rows(store: Store, address: str) -> None:
    a = store.add_experiment("x", PLAN, 100, CONDITIONS).conditions[0]
    store.add_tasks([(a.id, rows_of(0, turns=True)), (a.id, rows_of(20, 7))], 1)
    url = address if "://" in address else f"sqlite:///{address}"
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    names = [name for name in GAMES if name not in ("outcome", "won", "lost", "stuck", *EXTRA)]
    with engine.connect() as connection:
        query = f"SELECT game, outcome, {', '.join(names)} FROM game ORDER BY game"
        rows = connection.execute(text(query)).all()
        turns = connection.execute(text("SELECT turn, part FROM turn ORDER BY turn")).all()
    engine.dispose()
    assert [row[0] for row in rows] == list(range(27))
    assert [row[1] == "won" for row in rows[:20]] == GAMES["won"].tolist()
    for number, name in enumerate(names, start=2):
        assert [row[number] for row in rows[:20]] == GAMES[name].tolist(), name
    assert [tuple(row) for row in turns] == [(0, 0), (1, 1), (2, 2)]


def test_old_store_is_brought_up_to_date(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from sapper.lab.store import migrations

    everything = list(migrations.MIGRATIONS)
    monkeypatch.setattr(migrations, "MIGRATIONS", everything[:2])
    with open_store(address) as old:
        a = old.add_experiment("x", PLAN, 100, CONDITIONS).conditions[0]
        old.add_tasks([(a.id, rows_of(0))], 1)
    monkeypatch.setattr(migrations, "MIGRATIONS", everything)
    with open_store(address) as new:
        assert new.spans(1) == {a.id: [(0, 20)]}
        assert new.enter_runner(1, 1, "0") > 0
        assert new.add_tasks([(a.id, rows_of(10))], 1) == [False]


def test_store_from_the_future_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from sapper.lab.store import migrations

    open_store(address).close()
    monkeypatch.setattr(migrations, "MIGRATIONS", migrations.MIGRATIONS[:1])
    with pytest.raises(StoreError, match="use a newer sapper"):
        open_store(address)


def test_database_with_other_tables_is_refused(address: str) -> None:
    url = address if "://" in address else f"sqlite:///{address}"
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE mine (id INTEGER)"))
    engine.dispose()
    with pytest.raises(StoreError, match="other tables"):
        open_store(address)


def test_flipped_bit_is_noticed(store: Store, address: str) -> None:
    a = store.add_experiment("x", PLAN, 100, CONDITIONS).conditions[0]
    store.add_tasks([(a.id, rows_of(0))], 1)
    url = address if "://" in address else f"sqlite:///{address}"
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        block = bytearray(connection.execute(text("SELECT data FROM game_block")).scalar_one())
        block[77] ^= 4
        connection.execute(text("UPDATE game_block SET data = :data"), {"data": bytes(block)})
    engine.dispose()
    with pytest.raises(StoreError, match="damaged"):
        list(store.iter_games(a))
