"""The tables as statements use them; `statements.py` makes them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Column, Float, Integer, LargeBinary, MetaData, Table, Text

from sapper.lab.tallies import STORED

metadata = MetaData()
# SQLite numbers rows by itself only in columns of exactly this type.
_Id = BigInteger().with_variant(Integer, "sqlite")
_SUMS: dict[str, Any] = dict.fromkeys(STORED, BigInteger)


def _table(table_name: str, /, *, primary: str = "id", **columns: Any) -> Table:
    """Declare a table by its columns' types; ``primary`` tells its rows apart."""
    parts = [
        Column(name, kind, primary_key=name == primary, nullable=False)
        for name, kind in columns.items()
    ]
    return Table(table_name, metadata, *parts)


schema_version = _table("schema_version", version=Integer)
experiment = _table(
    "experiment", id=_Id, name=Text, plan=Text, games=BigInteger, created_at=Float, crc=BigInteger
)
condition = _table(
    "condition", id=_Id, experiment_id=_Id, key=Text, parameters=Text, columns=Text, parts=Text,
    crc=BigInteger,
)  # fmt: skip
task = _table(
    "task", id=_Id, condition_id=_Id, first_game=BigInteger, num_games=BigInteger, runner_id=_Id,
    **_SUMS, microseconds=BigInteger, num_blocks=Integer,
    seal=BigInteger, finished_at=Float, version=Text,
)  # fmt: skip
game_block = _table("game_block", primary="task_id", task_id=_Id, crc=BigInteger, data=LargeBinary)
turn_block = _table("turn_block", primary="task_id", task_id=_Id, crc=BigInteger, data=LargeBinary)
failure = _table(
    "failure", id=_Id, condition_id=_Id, first_game=BigInteger, num_games=BigInteger,
    game_seed=BigInteger, attempts=Integer, error=Text, runner_id=_Id, failed_at=Float,
)  # fmt: skip
runner = _table(
    "runner", id=_Id, experiment_id=_Id, host=Text, pid=BigInteger, workers=Integer, version=Text,
    started_at=Float, seen_at=Float, is_done=Integer,
)  # fmt: skip
lease = _table(
    "lease", primary="first_game", condition_id=_Id, first_game=BigInteger, num_games=BigInteger,
    runner_id=_Id,
)  # fmt: skip
evaluation = _table(
    "evaluation", id=_Id, name=Text, settings=Text, created_at=Float, crc=BigInteger
)
evaluation_item = _table(
    "evaluation_item", id=_Id, evaluation_id=_Id, item=Text, record=Text, finished_at=Float,
    crc=BigInteger,
)  # fmt: skip


def owner_of(column: str) -> str:
    """
    Name the table whose row owns a row with this column; "" if the column names none.

    >>> owner_of("condition_id"), owner_of("num_games")
    ('condition', '')
    """
    name = column.removesuffix("_id")
    return name if name != column and name in metadata.tables else ""


def columns_of(table: Table) -> list[str]:
    """Name the columns; one that says who owns the row names the table after an arrow."""
    return [
        f"{column.name} → {owner}" if (owner := owner_of(column.name)) else column.name
        for column in table.columns
    ]


def depth_of(table: Table) -> int:
    """Return how many owners a row has above it."""
    owners = {owner_of(column.name) for column in table.columns} - {""}
    return max((1 + depth_of(metadata.tables[name]) for name in owners), default=0)


def tables() -> list[Table]:
    """Return the tables, owners first."""
    return sorted(metadata.tables.values(), key=depth_of)
