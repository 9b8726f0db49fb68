"""
Evaluations of language models in a store: what was asked, and each item as it was answered.

An evaluation has a name and settings, an item a record, both JSON; what they mean is
known to `sapper.llm.asking`. An item is stored whole, in one transaction, and only once.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.engine import RowMapping
from sqlalchemy.exc import IntegrityError

from sapper.errors import StoreError
from sapper.lab.store.protocol import Store
from sapper.lab.store.rows import read_json
from sapper.lab.store.schema import evaluation, evaluation_item
from sapper.lab.store.seals import check_text, text_crc
from sapper.lab.store.shapes import refuse
from sapper.lab.store.sql import SqlStore

Json = dict[str, Any]


class Evaluations:
    """The evaluations of a store on SQLite or PostgreSQL."""

    def __init__(self, store: Store) -> None:
        if not isinstance(store, SqlStore):
            raise StoreError(
                f"expected a store on SQLite or PostgreSQL for evaluations, got {store.address!r}"
            )
        self._store = store

    def names(self) -> list[str]:
        """Name the evaluations in the order they were made."""
        query = select(evaluation).order_by(evaluation.c.id)
        rows = self._store.read(lambda c: c.execute(query).mappings().all())
        return [str(_checked(row)["name"]) for row in rows]

    def find(self, name: str) -> tuple[int, Json] | None:
        """Return number and settings of an evaluation, or None."""
        return self._store.read(lambda connection: _find(connection, name))

    def add(self, name: str, settings: Mapping[str, Any]) -> tuple[int, Json]:
        """Return number and settings of the evaluation of this name, made if it is not there."""
        text = json.dumps(settings)

        def add(connection: Connection) -> tuple[int, Json]:
            if (found := _find(connection, name)) is not None:
                return found
            values = {"name": name, "settings": text, "crc": text_crc(name, text)}
            connection.execute(insert(evaluation).values(**values, created_at=time.time()))
            found = _find(connection, name)
            assert found is not None  # noqa: S101 - it was just written
            return found

        return self._store.write(add)

    def delete(self, name: str) -> None:
        """Delete an evaluation with its items."""
        statement = delete(evaluation).where(evaluation.c.name == name)
        self._store.write(lambda connection: connection.execute(statement))

    def add_record(self, number: int, item: str, record: Mapping[str, Any]) -> bool:
        """Store an item's record; False if the item is there already."""
        text = json.dumps(record)
        values = {
            "evaluation_id": number, "item": item, "record": text, "finished_at": time.time(),
            "crc": text_crc(number, item, text),
        }  # fmt: skip
        try:
            self._store.write(lambda c: c.execute(insert(evaluation_item).values(**values)))
        except StoreError as error:
            if not isinstance(error.__cause__, IntegrityError):
                raise
            if self._is_there(number):
                return False
            raise StoreError("the evaluation was deleted while it was running") from None
        return True

    def _is_there(self, number: int) -> bool:
        query = select(evaluation.c.id).where(evaluation.c.id == number)
        return self._store.read(lambda c: c.execute(query).first()) is not None

    def records(self, number: int) -> dict[str, Json]:
        """Return the records of an evaluation by item."""
        query = (
            select(evaluation_item)
            .where(evaluation_item.c.evaluation_id == number)
            .order_by(evaluation_item.c.id)
        )
        rows = self._store.read(lambda c: c.execute(query).mappings().all())
        found = {}
        for row in rows:
            what = f"the record of {row['item']!r}"
            check_text(row["crc"], what, row["evaluation_id"], row["item"], row["record"])
            found[str(row["item"])] = _json(row["record"], what)
        return found


def _find(connection: Connection, name: str) -> tuple[int, Json] | None:
    query = select(evaluation).where(evaluation.c.name == name)
    row = connection.execute(query).mappings().one_or_none()
    if row is None:
        return None
    what = f"the settings of {name!r}"
    return int(row["id"]), _json(_checked(row)["settings"], what)


def _checked(row: RowMapping) -> RowMapping:
    check_text(row["crc"], f"the evaluation {row['name']!r}", row["name"], row["settings"])
    return row


def _json(text: str, what: str) -> Json:
    found = read_json(text, what)
    if not isinstance(found, dict):
        refuse(what)
    return found
