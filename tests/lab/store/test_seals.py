"""Damage is an error that says so, never another number."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text

from lab.rows_for_tests import add, behind, enter, rows_of
from sapper.errors import StoreError
from sapper.lab.experiments.stored_plan import get_enrolled
from sapper.lab.store import Store, open_store
from sapper.lab.store.seals import SEALED
from sapper.lab.store.tasks import read_sums
from sapper.lab.tallies import Tally


@pytest.fixture
def address(new_address: Callable[[], str]) -> str:
    return new_address()


def fill(address: str) -> None:
    with open_store(address) as store:
        x = enter(store)
        add(store, x, [rows_of(0, turns=True), rows_of(20, turns=True), rows_of(40, 10)])


def read_all(address: str) -> list[object]:
    """Read everything that a report reads."""
    with open_store(address, create=False) as store:
        found: list[object] = [store.list_experiments()]
        for name in store.list_experiments():
            experiment = get_enrolled(name, store)
            found += [experiment, store.tallies(experiment.id), store.failures(experiment.id)]
            for row in experiment.conditions:
                found += [(span, list(games)) for span, games in store.iter_games(row)]
                for span, turns in store.iter_turns(row):
                    found += [(span, {name: turns[name].tolist() for name in turns})]
        return found


@pytest.mark.parametrize("kind", ["game", "turn"])
def test_flipped_bit_in_a_block_is_noticed(address: str, kind: str) -> None:
    fill(address)
    with behind(address) as connection:
        query = f"SELECT task_id, data FROM {kind}_block ORDER BY task_id LIMIT 1"
        number, data = connection.execute(text(query)).one()
        block = bytearray(data)
        block[-3] ^= 4
        statement = text(f"UPDATE {kind}_block SET data = :data WHERE task_id = :id")
        connection.execute(statement, {"data": bytes(block), "id": number})
    with pytest.raises(StoreError, match=r"the rows of .* are not what was written"):
        read_all(address)


@pytest.mark.parametrize("kind", ["game", "turn"])
def test_missing_block_is_noticed(address: str, kind: str) -> None:
    fill(address)
    with behind(address) as connection:
        connection.execute(text(f"DELETE FROM {kind}_block WHERE task_id = 2"))
    with pytest.raises(StoreError, match="are missing"):
        read_all(address)


def test_every_flipped_bit_in_the_sums_is_noticed(tmp_path: Path) -> None:
    address = str(tmp_path / "s.db")
    fill(address)
    missed = []
    with open_store(address) as store:
        found = store.find_experiment("x")
        assert found is not None
        right = store.tallies(found.id)
        for name in SEALED:
            for bit in (*range(0, 31, 3), 30):
                flip(address, name, bit)
                if reads_other(store, found.id, right):
                    missed.append((name, bit))
                flip(address, name, bit)
    assert missed == []


def flip(address: str, name: str, bit: int) -> None:
    with behind(address) as connection:
        connection.exec_driver_sql("DROP TRIGGER IF EXISTS games_only_once_update")
        connection.exec_driver_sql("PRAGMA ignore_check_constraints = ON")
        flipped = f"({name} | {1 << bit}) - ({name} & {1 << bit})"
        connection.execute(text(f"UPDATE task SET {name} = {flipped} WHERE id = 2"))


def reads_other(store: Store, number: int, right: dict[int, Tally]) -> bool:
    """Whether wrong sums are given without an error."""
    try:
        return store.tallies(number) != right
    except StoreError:
        return False


def test_random_flips_in_the_file_never_change_a_number(tmp_path: Path) -> None:
    address = str(tmp_path / "s.db")
    fill(address)
    whole, right = Path(address).read_bytes(), read_all(address)
    assert not Path(f"{address}-wal").exists()
    chance, wrong = random.Random(5), []
    for number in range(100):
        damaged = bytearray(whole)
        place = chance.randrange(len(damaged))
        while damaged[place] == 0 and chance.random() < 0.9:  # mostly where something stands
            place = chance.randrange(len(damaged))
        bit = chance.randrange(8)
        damaged[place] ^= 1 << bit
        path = tmp_path / f"{number}.db"
        path.write_bytes(damaged)
        try:
            if read_all(str(path)) != right:
                wrong.append((place, bit))
        except StoreError:
            pass
        path.unlink()
    assert wrong == []


@pytest.mark.parametrize(
    ("column", "table"),
    [("plan", "experiment"), ("parameters", "condition"), ("columns", "condition")],
)
def test_damaged_text_is_a_store_error(address: str, table: str, column: str) -> None:
    fill(address)
    with behind(address) as connection:
        connection.execute(text(f"UPDATE {table} SET {column} = '{{'"))
    with pytest.raises(StoreError, match=r"damaged: the (experiment|condition)"):
        read_all(address)


def test_text_that_is_not_utf8_is_a_store_error(tmp_path: Path) -> None:
    address = str(tmp_path / "s.db")
    fill(address)
    with behind(address) as connection:
        connection.execute(text("UPDATE experiment SET plan = CAST(x'7BFF7D' AS TEXT)"))
    with pytest.raises(StoreError):
        read_all(address)


@pytest.mark.parametrize("value", ["'two'", "NULL", "-1", "2.5"])
def test_schema_version_that_is_no_number_is_a_store_error(tmp_path: Path, value: str) -> None:
    address = str(tmp_path / "s.db")
    open_store(address).close()
    with behind(address) as connection:
        connection.execute(text("DROP TABLE schema_version"))
        connection.execute(text("CREATE TABLE schema_version (version)"))
        connection.execute(text(f"INSERT INTO schema_version VALUES ({value})"))
    with pytest.raises(StoreError, match="schema_version is"):
        open_store(address)


@pytest.mark.parametrize("value", [None, "x", b"\xff"])
def test_sums_that_are_no_numbers_are_damage(value: object) -> None:
    row = {"key": "a", "id": 1, "tasks": 1, "seal": 1, **dict.fromkeys(SEALED, value)}
    with pytest.raises(StoreError, match="the sums of 'a' are no numbers"):
        read_sums(row)
