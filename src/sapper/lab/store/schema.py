"""The tables as statements use them; `statements.py` makes them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

metadata = MetaData()
# SQLite numbers rows by itself only in columns of exactly this type.
_Id = BigInteger().with_variant(Integer, "sqlite")


def _parent(column: str) -> ForeignKey:
    return ForeignKey(column, ondelete="CASCADE")


schema_version = Table("schema_version", metadata, Column("version", Integer, nullable=False))

experiment = Table(
    "experiment",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("name", Text, nullable=False),
    Column("plan", Text, nullable=False),
    Column("games", BigInteger, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("crc", BigInteger),
)

condition = Table(
    "condition",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("experiment_id", _Id, _parent("experiment.id"), nullable=False),
    Column("key", Text, nullable=False),
    Column("parameters", Text, nullable=False),
    Column("columns", Text, nullable=False),
    Column("parts", Text, nullable=False),
    Column("crc", BigInteger),
)

task = Table(
    "task",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("condition_id", _Id, _parent("condition.id"), nullable=False),
    Column("first_game", BigInteger, nullable=False),
    Column("num_games", BigInteger, nullable=False),
    Column("runner_id", _Id, nullable=False),
    Column("wins", BigInteger, nullable=False),
    Column("wins_without_guess", BigInteger, nullable=False),
    Column("stuck", BigInteger, nullable=False),
    Column("guesses", BigInteger, nullable=False),
    Column("guesses_squared", BigInteger),
    Column("mines_flagged", BigInteger),
    Column("nanoseconds", BigInteger, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("finished_at", Float, nullable=False),
    Column("num_blocks", Integer, nullable=False),
    Column("block_version", Integer, nullable=False),
    Column("seal", BigInteger),
)

game_block = Table(
    "game_block",
    metadata,
    Column("task_id", _Id, _parent("task.id"), primary_key=True),
    Column("crc", BigInteger, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

turn_block = Table(
    "turn_block",
    metadata,
    Column("task_id", _Id, _parent("task.id"), primary_key=True),
    Column("num_turns", BigInteger, nullable=False),
    Column("crc", BigInteger, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

failure = Table(
    "failure",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("condition_id", _Id, _parent("condition.id"), nullable=False),
    Column("first_game", BigInteger, nullable=False),
    Column("num_games", BigInteger, nullable=False),
    Column("game_seed", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("error", Text, nullable=False),
    Column("runner_id", _Id, nullable=False),
    Column("failed_at", Float, nullable=False),
)

runner = Table(
    "runner",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("experiment_id", _Id, _parent("experiment.id"), nullable=False),
    Column("host", Text, nullable=False),
    Column("pid", BigInteger, nullable=False),
    Column("workers", Integer, nullable=False),
    Column("version", Text, nullable=False),
    Column("started_at", Float, nullable=False),
    Column("seen_at", Float, nullable=False),
    Column("is_done", Integer, nullable=False),
)
