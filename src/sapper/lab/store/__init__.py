"""
The store: every game of every experiment, in a database.

`protocol.py` says what a store does, `sql.py` does it on SQLite and PostgreSQL,
`blocks.py` packs the rows of a task, `migrations.py` brings old stores up to
date. A store knows rows, not agents.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sapper.lab.store.memory import MemoryStore
from sapper.lab.store.protocol import (
    ConditionRow,
    ExperimentRow,
    FailureRow,
    RunnerRow,
    Store,
    TaskRows,
)
from sapper.lab.store.sql import SqlStore

if TYPE_CHECKING:
    from sapper.lab.store.sql import SqlStore

__all__ = [
    "DEFAULT_STORE",
    "ConditionRow",
    "ExperimentRow",
    "FailureRow",
    "MemoryStore",
    "RunnerRow",
    "SqlStore",
    "Store",
    "TaskRows",
    "open_store",
]

DEFAULT_STORE: Final = "sapper.db"


def open_store(address: str = DEFAULT_STORE, **options: Any) -> SqlStore:
    """Open a store by its address; `opening.open_store` explains the options."""
    # Runs kept in memory need no database library, which takes long to load.
    from sapper.lab.store import opening  # noqa: PLC0415

    return opening.open_store(address, **options)
