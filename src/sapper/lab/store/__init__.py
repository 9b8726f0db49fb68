"""
The store: every game of every experiment, in a database.

`protocol.py` says what a store does, `sql.py` does it on SQLite and PostgreSQL,
`blocks.py` packs the rows of a task, `migrations.py` brings old stores up to
date. A store knows rows, not agents.
"""

from sapper.lab.store.opening import DEFAULT_STORE, open_store
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
    "RunnerRow",
    "Store",
    "TaskRows",
    "open_store",
]
