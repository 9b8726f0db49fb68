"""What every store must do: SQLite, a real PostgreSQL server, and memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import text

from lab.rows_for_tests import CONDITIONS, GAMES, PLAN, add, behind, enter, rows_of
from sapper.errors import StoreError
from sapper.lab.store import Store, open_store
from sapper.lab.store.schema import metadata
from sapper.lab.tallies import Tally
from sapper.testing import check_store


@pytest.fixture
def address(new_address: Callable[[], str]) -> str:
    return new_address()


@pytest.fixture
def database(address: str) -> Iterator[Store]:
    """Open a store whose tables can be looked at from outside."""
    with open_store(address) as opened:
        yield opened


def test_database_keeps_the_contract(new_address: Callable[[], str]) -> None:
    check_store(lambda: open_store(new_address()))


def test_runner_that_entered_goes_on_after_more_was_added(database: Store) -> None:
    """What decides its games is the same."""
    x = enter(database)
    database.update_experiment("x", PLAN, 200, CONDITIONS)
    assert add(database, x, [rows_of(20)]) == [True]


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


def test_tables_explain_themselves(address: str) -> None:
    open_store(address).close()
    with behind(address) as connection:
        rows = connection.execute(text("SELECT name, meaning FROM about")).all()
    about = {str(name): str(meaning) for name, meaning in rows}
    assert set(about) == {"this database", *metadata.tables}
    assert "{column: type}" in about["game_block"]
    for name, command in (
        ("this database", "sapper experiment list"),
        ("game_block", "sapper experiment export NAME --to FILE.parquet"),
        ("turn_block", 'sapper experiment query "SELECT * FROM turns"'),
    ):
        assert command in about[name]


def test_store_from_the_future_is_refused(address: str) -> None:
    open_store(address).close()
    with behind(address) as connection:
        connection.execute(text("UPDATE schema_version SET version = 99"))
    with pytest.raises(StoreError, match="use a newer sapper"):
        open_store(address)
