"""
Leases: who plays which games now, so that no two runners play the same ones.

A lease is a row; it lives as long as its runner is heard of (`runners.py`), by the
database's clock. Each function works within a transaction that the caller began.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, Float, bindparam, delete, func, or_, select, text

from sapper.lab.store.protocol import ALIVE_SECONDS, Span
from sapper.lab.store.runners import read_clock
from sapper.lab.store.schema import experiment, lease, runner

# The first room between what is stored or leased, in pieces. Only what lies in the span is
# read, by the index, and the last of each table that begins before it.
_BEFORE: Final = """SELECT * FROM (SELECT first_game AS a, first_game + num_games AS b
    FROM {table} WHERE condition_id = :condition AND first_game < :first
    ORDER BY first_game DESC LIMIT 1) AS before_in_{table}"""
_WITHIN: Final = """SELECT first_game, first_game + num_games FROM {table}
    WHERE condition_id = :condition AND first_game >= :first AND first_game < :last"""
_BUSY: Final = " UNION ALL ".join(
    part.format(table=name) for name in ("task", "lease") for part in (_BEFORE, _WITHIN)
)
_CLAIM: Final = text(
    f"""INSERT INTO lease (condition_id, first_game, num_games, runner_id)
    WITH RECURSIVE
    busy AS ({_BUSY} UNION ALL SELECT :first, :first),
    room AS (
        SELECT a, coalesce(b, :last) AS b FROM (
            SELECT max(b) OVER (ORDER BY a, b) AS a, lead(a) OVER (ORDER BY a, b) AS b
            FROM busy) AS edges
        WHERE a >= :first AND a < coalesce(b, :last) ORDER BY a LIMIT 1),
    piece AS (
        SELECT 1 AS number, a, b FROM room
        UNION ALL SELECT number + 1, a + :size, b FROM piece
        WHERE a + :size < b AND number < :times)
    SELECT :condition, a, CASE WHEN a + :size < b THEN :size ELSE b - a END, :runner FROM piece
    RETURNING first_game, num_games"""
)


_ONE_AT_A_TIME: Final = (
    select(experiment.c.id)
    .where(experiment.c.id == bindparam("experiment"))
    .with_for_update(key_share=True)
)
_END_OF_THE_DEAD: Final = delete(lease).where(
    lease.c.runner_id.in_(
        select(runner.c.id).where(
            runner.c.experiment_id == bindparam("experiment"),
            or_(
                runner.c.is_done != 0,
                func.abs(bindparam("now", type_=Float) - runner.c.seen_at) >= ALIVE_SECONDS,
            ),
        )
    )
)
_END: Final = delete(lease).where(
    lease.c.condition_id == bindparam("condition"),
    lease.c.first_game == bindparam("first"),
    lease.c.runner_id == bindparam("runner"),
)


def claim(
    connection: Connection, experiment_id: int, runner_id: int, values: dict[str, int]
) -> list[Span]:
    """Lease pieces of the first room in a span for a runner."""
    # One claim at a time; tasks are stored meanwhile.
    connection.execute(_ONE_AT_A_TIME, {"experiment": experiment_id})
    end_of_the_dead(connection, experiment_id)
    found = connection.execute(_CLAIM, {**values, "runner": runner_id})
    return sorted((int(first), int(count)) for first, count in found)


def end_of_the_dead(connection: Connection, experiment_id: int) -> None:
    """End the leases of runners that ended or are not heard of."""
    values = {"experiment": experiment_id, "now": read_clock(connection)}
    connection.execute(_END_OF_THE_DEAD, values)


def end(connection: Connection, runner_id: int, tasks: Sequence[tuple[int, int]]) -> None:
    """End leases of a runner, by the numbers of their conditions and of their first games."""
    values = [{"condition": one, "first": first, "runner": runner_id} for one, first in tasks]
    if values:
        connection.execute(_END, values)
