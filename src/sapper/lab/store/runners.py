"""
Who plays an experiment now: the statements about runners behind `sql.py`.

Each works within a transaction that the caller began.
"""

from __future__ import annotations

import os
import socket
import time

from sqlalchemy import Connection, insert, select, text, update

from sapper.lab.store.protocol import RunnerRow
from sapper.lab.store.schema import runner
from sapper.lab.store.shapes import check_numbers, refuse


def add(connection: Connection, experiment_id: int, workers: int, version: str) -> int:
    """Note that this process begins to play; returns its number."""
    now = read_clock(connection)
    values = {
        "experiment_id": experiment_id,
        "host": socket.gethostname(),
        "pid": os.getpid(),
        "workers": workers,
        "version": version,
        "started_at": now,
        "seen_at": now,
        "is_done": 0,
    }
    number = connection.execute(insert(runner).values(values).returning(runner.c.id))
    return int(number.scalar_one())


def see(connection: Connection, runner_id: int, *, is_done: bool) -> None:
    """Note that a runner is alive, or done."""
    values = {"seen_at": read_clock(connection), "is_done": int(is_done)}
    connection.execute(update(runner).where(runner.c.id == runner_id).values(values))


def read(connection: Connection, experiment_id: int) -> list[RunnerRow]:
    """Return the runners of an experiment, latest first."""
    query = (
        select(runner).where(runner.c.experiment_id == experiment_id).order_by(runner.c.id.desc())
    )
    now = read_clock(connection)
    found = connection.execute(query).mappings().all()
    for row in found:
        check_numbers({name: row[name] for name in ("id", "pid", "workers")}, "a runner")
        if not isinstance(row["seen_at"], int | float):
            refuse("the time at which a runner was seen")
    return [
        RunnerRow(
            id=row["id"],
            host=str(row["host"]),
            pid=row["pid"],
            workers=row["workers"],
            version=str(row["version"]),
            # Seen in the future: the clock was put back since.
            seconds_ago=abs(now - row["seen_at"]),
            is_done=bool(row["is_done"]),
        )
        for row in found
    ]


def read_clock(connection: Connection) -> float:
    """Return the time by the database's clock, which all runners share."""
    if connection.dialect.name == "postgresql":
        query = text("SELECT extract(epoch FROM clock_timestamp())::float")
        return float(connection.execute(query).scalar_one())
    return time.time()
