"""
The store: every game of every experiment, in a database.

`protocol.py` says what a store does, `sql.py` does it on SQLite and PostgreSQL,
`memory.py` in plain Python. `blocks.py` packs the rows of a task, `migrations.py` brings
old stores up to date, `addresses.py` finds the store of an address, those of other
packages too. A store knows rows, not agents.
"""

from __future__ import annotations

from sapper.lab.store.addresses import DEFAULT_STORE, open_store
from sapper.lab.store.memory import MemoryStore
from sapper.lab.store.protocol import (
    ConditionRow,
    ExperimentRow,
    FailureRow,
    RunnerRow,
    Store,
    TaskRows,
)

__all__ = [
    "DEFAULT_STORE",
    "ConditionRow",
    "ExperimentRow",
    "FailureRow",
    "MemoryStore",
    "RunnerRow",
    "Store",
    "TaskRows",
    "open_store",
]
