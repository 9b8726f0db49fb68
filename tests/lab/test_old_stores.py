"""Stores written by every older version are read, completed and played on."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlalchemy import inspect, text

from lab.experiments_for_tests import expected_games, play, stored_games
from lab.rows_for_tests import behind
from lab.servers import PostgresServer
from sapper.agents import Games
from sapper.lab.experiments import load_definition
from sapper.lab.export import export
from sapper.lab.store import SqlStore, open_store
from sapper.lab.store.schema import metadata
from sapper.lab.store.statements import VERSIONS

STORES = Path(__file__).parent / "stores"
FILES = sorted(path.name.removesuffix(".db.gz") for path in STORES.glob("*.db.gz"))
DEFINITION = load_definition(STORES / "old.toml")
KEPT = 32
# What the games in the old stores are: seeds gave other boards then, so that they cannot be
# played again. Digests of the columns, written by the version that drew those boards.
THEN = json.loads((STORES / "old.json").read_text())


def restore(name: str, folder: Path) -> str:
    path = folder / f"{name}.db"
    path.write_bytes(gzip.decompress((STORES / f"{name}.db.gz").read_bytes()))
    return str(path)


DUMPS = sorted(path.name.removesuffix(".sql.gz") for path in STORES.glob("*.sql.gz"))


@pytest.fixture(params=DUMPS)
def old_postgres(postgres: PostgresServer, request: pytest.FixtureRequest) -> str:
    import psycopg

    address = postgres.new_database()
    dump = gzip.decompress((STORES / f"{request.param}.sql.gz").read_bytes()).decode()
    lines = [line for line in dump.splitlines() if not line.startswith("\\")]
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("\n".join(lines))
    return address


def test_there_is_an_old_store_of_every_version() -> None:
    assert {f"version-{number}" for number in range(1, len(VERSIONS) + 1)} <= set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_old_file_is_read_and_played_on(name: str, tmp_path: Path) -> None:
    with open_store(restore(name, tmp_path)) as store:
        check_old(store)
        check_turns(store, num_columns=7 if "narrow" in name else 9)
        check_play_on(store)


def test_old_postgresql_is_read_and_played_on(old_postgres: str) -> None:
    with open_store(old_postgres) as store:
        check_old(store)
        check_turns(store, num_columns=9)
        check_play_on(store)


def check_old(store: SqlStore) -> None:
    """The first games are there as they were played then, and so are their sums."""
    assert store.list_experiments() == ["old"]
    found = store.find_experiment("old")
    assert found is not None
    assert found.plan == DEFINITION.plan()
    tallies = store.tallies(found.id)
    for row, (key, then) in zip(found.conditions, THEN.items(), strict=True):
        assert row.key == key
        kept = Games.concat(part for _, part in store.iter_games(row))
        assert digests(dict(kept)) == then["games"]
        assert {name: getattr(tallies[row.id], name) for name in then["tally"]} == then["tally"]
    (failure,) = store.failures(found.id)
    assert failure.error == "boom"


def digests(columns: dict[str, Any]) -> dict[str, str]:
    """Shorten each column that does not depend on the clock."""
    return {
        name: hashlib.sha256(np.asarray(column).astype("<i8").tobytes()).hexdigest()[:16]
        for name, column in columns.items()
        if name != "nanoseconds"
    }


def check_turns(store: SqlStore, num_columns: int) -> None:
    """Turns come back with the columns that were kept then, and their values."""
    found = store.find_experiment("old")
    assert found is not None
    for row, then in zip(found.conditions, THEN.values(), strict=True):
        parts = [columns for _, columns in store.iter_turns(row)]
        assert all(len(columns) == num_columns for columns in parts)
        whole = {name: np.concatenate([one[name] for one in parts]) for name in parts[0]}
        assert digests(whole).items() <= then["turns"].items()


def check_play_on(store: SqlStore) -> None:
    """The missing games are played; those that were kept stay as they are."""
    assert play(DEFINITION, store).is_complete
    found, played = stored_games(store, "old"), expected_games(DEFINITION)
    assert found.keys() == played.keys() == THEN.keys()
    for key, games in found.items():
        columns = dict(games)
        assert digests({name: one[:KEPT] for name, one in columns.items()}) == THEN[key]["games"]
        for name in columns.keys() - {"nanoseconds"}:
            assert np.array_equal(columns[name][KEPT:], played[key][name][KEPT:]), name


def test_turns_without_newer_columns_are_exported_with_empty_ones(tmp_path: Path) -> None:
    with open_store(restore("version-4-narrow-turns", tmp_path)) as store:
        found = store.find_experiment("old")
        assert found is not None
        rows = export(store, found, tmp_path / "turns.csv", turns=True)
    lines = (tmp_path / "turns.csv").read_text().splitlines()
    assert len(lines) == rows + 1
    header, first = lines[0].split(","), lines[1].split(",")
    row = dict(zip(header, first, strict=True))
    assert (row["windows"], row["mines_left"], row["turn"]) == ("", "", "1")


def test_tables_are_those_that_statements_use(tmp_path: Path, postgres: PostgresServer) -> None:
    for address in (str(tmp_path / "new.db"), postgres.new_database()):
        open_store(address).close()
        with behind(address) as connection:
            found = inspect(connection)
            for table in metadata.tables.values():
                columns = {column["name"] for column in found.get_columns(table.name)}
                assert columns == {column.name for column in table.columns}


def test_migrated_store_has_the_tables_of_a_new_one(tmp_path: Path) -> None:
    texts = []
    open_store(str(tmp_path / "new.db")).close()
    for address in (str(tmp_path / "new.db"), restore("version-4", tmp_path)):
        open_store(address).close()
        with behind(address) as connection:
            query = "SELECT type, name, sql FROM sqlite_master ORDER BY 1, 2"
            rows = connection.execute(text(query)).all()
        texts.append([[" ".join(str(one).split()) for one in row] for row in rows])
    # Only the layout of the oldest tables' text may differ.
    assert [row[:2] for row in texts[0]] == [row[:2] for row in texts[1]]


# A released version never changes: a new one goes to the end of `VERSIONS`, and here.
DIGESTS = {
    1: "d26f123b479eb2e7",
    2: "491b6b63cb311ff5",
    3: "b30dd345a51a0632",
    4: "e3b0c44298fc1c14",
    5: "af7dc1637cbb496e",
}


def test_released_statements_never_change() -> None:
    found = {}
    for number, statements in enumerate(VERSIONS, start=1):
        lines = "\n".join(line for dialect in sorted(statements) for line in statements[dialect])
        found[number] = hashlib.sha256(" ".join(lines.split()).encode()).hexdigest()[:16]
    assert found == DIGESTS
