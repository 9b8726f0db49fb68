"""
Stores written by every older version are read and played on.

A new version adds its statements to `VERSIONS`, a store of its own to `stores/`
(`python -m lab.store.test_migrations` in `tests` writes it) and a digest here.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlalchemy import inspect, text

from lab.experiments_for_tests import expected_games, play, stored_games
from lab.rows_for_tests import add, behind, enter, rows_of
from sapper.agents import Games
from sapper.lab.experiments import load_definition
from sapper.lab.store import Store, migrations, open_store
from sapper.lab.store.schema import metadata
from sapper.lab.store.sql import SqlStore
from sapper.lab.store.statements import TABLES, VERSIONS

STORES = Path(__file__).parents[1] / "stores"
FILES = sorted(path.name.removesuffix(".db.gz") for path in STORES.glob("*.db.gz"))
DEFINITION = load_definition(STORES / "old.toml")
KEPT = 32
# What the games in the old stores are, written when they were: digests of the columns. Seeds
# may give other boards one day.
THEN = STORES / "old.json"


def restore(name: str, folder: Path) -> str:
    path = folder / f"{name}.db"
    path.write_bytes(gzip.decompress((STORES / f"{name}.db.gz").read_bytes()))
    return str(path)


def test_there_is_an_old_store_of_every_version() -> None:
    assert [f"version-{number}" for number in range(1, len(VERSIONS) + 1)] == FILES


@pytest.mark.parametrize("name", FILES)
def test_old_file_is_read_and_played_on(name: str, tmp_path: Path) -> None:
    with open_store(restore(name, tmp_path)) as store:
        then = json.loads(THEN.read_text())
        assert store.list_experiments() == ["old"]
        assert kept(store) == then
        found = store.find_experiment("old")
        assert found is not None
        assert found.plan == DEFINITION.plan()
        (failure,) = store.failures(found.id)
        assert failure.error == "boom"
        check_play_on(store, then)


def kept(store: Store) -> dict[str, Any]:
    """Return digests of the rows and the sums of every condition."""
    found = store.find_experiment("old")
    assert found is not None
    tallies = store.tallies(found.id)
    digests = {}
    for row in found.conditions:
        games = Games.concat(part for _, part in store.iter_games(row))
        turns = [columns for _, columns in store.iter_turns(row)]
        whole = {name: np.concatenate([one[name] for one in turns]) for name in turns[0]}
        digests[row.key] = {
            "games": digest(dict(games)),
            "turns": digest(whole),
            "tally": vars(tallies[row.id]),
        }
    return digests


def digest(columns: dict[str, Any]) -> dict[str, str]:
    """Shorten each column that does not depend on the clock."""
    return {
        name: hashlib.sha256(np.asarray(column).astype("<i8").tobytes()).hexdigest()[:16]
        for name, column in columns.items()
        if name != "nanoseconds"
    }


def check_play_on(store: Store, then: dict[str, Any]) -> None:
    """The missing games are played; those that were kept stay as they are."""
    assert play(DEFINITION, store, allow_versions=True).is_complete
    found, played = stored_games(store, "old"), expected_games(DEFINITION)
    assert found.keys() == played.keys() == then.keys()
    for key, games in found.items():
        columns = dict(games)
        first = {name: one[:KEPT] for name, one in columns.items()}
        assert digest(first) == then[key]["games"]
        for name in columns.keys() - {"nanoseconds"}:
            assert np.array_equal(columns[name][KEPT:], played[key][name][KEPT:]), name


def test_store_of_the_version_before_is_brought_up_to_date(
    new_address: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new sum, as the next version may have it: old seals stay whole."""
    address = new_address()
    with open_store(address) as store:
        x = enter(store)
        add(store, x, [rows_of(0)])
        before = store.tallies(x.id)
    added = "ALTER TABLE task ADD COLUMN chords BIGINT NOT NULL DEFAULT 0"
    newer = (*VERSIONS, {"sqlite": (added,), "postgresql": (added,)})
    monkeypatch.setattr(migrations, "VERSIONS", newer)
    monkeypatch.setattr(migrations, "TABLES", (*TABLES, ()))
    monkeypatch.setattr(SqlStore, "newest_version", len(newer))
    with open_store(address) as store:
        assert store.tallies(x.id) == before
        assert add(store, x, [rows_of(20)]) == [True]
    with behind(address) as connection:
        assert connection.execute(text("SELECT sum(chords) FROM task")).scalar() == 0
        assert connection.execute(text("SELECT version FROM schema_version")).scalar() == len(newer)


def test_tables_are_those_that_statements_use(new_address: Callable[[], str]) -> None:
    address = new_address()
    open_store(address).close()
    with behind(address) as connection:
        found = inspect(connection)
        for table in metadata.tables.values():
            columns = {
                column["name"]: column["nullable"] for column in found.get_columns(table.name)
            }
            assert columns == {column.name: False for column in table.columns}


# A released version never changes: a new one goes to the end of `VERSIONS`, and here.
DIGESTS = ["3c56d66414cea0b7", "9088509c105deeaa"]


def test_released_statements_never_change() -> None:
    found = []
    for statements in VERSIONS:
        lines = "\n".join(line for dialect in sorted(statements) for line in statements[dialect])
        found.append(hashlib.sha256(" ".join(lines.split()).encode()).hexdigest()[:16])
    assert found == DIGESTS


def main() -> None:
    """Write a store of this version: that of the version before, brought up to date."""
    with tempfile.TemporaryDirectory() as folder:
        path = restore(f"version-{len(VERSIONS) - 1}", Path(folder))
        open_store(path).close()
        name = f"version-{len(VERSIONS)}.db.gz"
        (STORES / name).write_bytes(gzip.compress(Path(path).read_bytes(), mtime=0))


if __name__ == "__main__":
    main()
