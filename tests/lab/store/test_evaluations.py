"""Evaluations of language models are kept as they were put, each item once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text

from lab.rows_for_tests import behind
from sapper.errors import StoreError
from sapper.lab.store import MemoryStore, open_store
from sapper.lab.store.evaluations import Evaluations

SETTINGS = {"model": "m", "split": "public", "limit": None}
RECORD = {"id": "proofs-001", "turns": [{"answer": "r1c1 \x00 \ud800 \u00e9"}]}


def test_records_come_back_as_they_were(new_address: Callable[[], str]) -> None:
    address = new_address()
    with open_store(address) as store:
        number, settings = Evaluations(store).add("first", SETTINGS)
        assert settings == SETTINGS
        assert Evaluations(store).add_record(number, "proofs-001", RECORD)
    with open_store(address) as store:
        kept = Evaluations(store)
        assert kept.names() == ["first"]
        assert kept.find("first") == (number, SETTINGS)
        assert kept.find("second") is None
        assert kept.records(number) == {"proofs-001": RECORD}


def test_item_is_kept_once(new_address: Callable[[], str]) -> None:
    with open_store(new_address()) as store:
        kept = Evaluations(store)
        number, _ = kept.add("first", SETTINGS)
        assert kept.add("first", {"other": 1}) == (number, SETTINGS)
        assert kept.add_record(number, "x", RECORD)
        assert not kept.add_record(number, "x", {"another": 1})
        assert kept.records(number) == {"x": RECORD}


def test_deleted_evaluation_takes_its_items_along(new_address: Callable[[], str]) -> None:
    with open_store(new_address()) as store:
        kept = Evaluations(store)
        number, _ = kept.add("first", SETTINGS)
        kept.add_record(number, "x", RECORD)
        kept.delete("first")
        assert kept.names() == []
        assert kept.records(number) == {}
        with pytest.raises(StoreError, match="deleted while it was running"):
            kept.add_record(number, "y", RECORD)


def test_changed_record_is_noticed(new_address: Callable[[], str]) -> None:
    address = new_address()
    with open_store(address) as store:
        kept = Evaluations(store)
        number, _ = kept.add("first", SETTINGS)
        kept.add_record(number, "x", {"outcome": "lost"})
    with behind(address) as connection:
        connection.execute(text('UPDATE evaluation_item SET record = \'{"outcome": "won"}\''))
        connection.commit()
    with open_store(address) as store, pytest.raises(StoreError, match="the store is damaged"):
        Evaluations(store).records(number)


def test_memory_keeps_no_evaluations(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="expected a store on SQLite or PostgreSQL"):
        Evaluations(MemoryStore())
