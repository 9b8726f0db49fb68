"""
The views `game` and `turn`: blocks read as rows by the database itself.

Slow beside `Store.iter_games` (microseconds a value), but there for any SQL
shell: ``SELECT outcome, count(*) FROM game WHERE condition_id = 1 GROUP BY 1``.
Every value has a fixed width, so its place in the block follows from the number
of rows and the columns before it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sapper.lab.store.blocks import GAME_COLUMNS, OUTCOMES, TURN_COLUMNS

_DIGITS = "'0123456789ABCDEF'"


# What may be negative: no cell was ever opened; more flags than mines.
_SIGNED = ("first_cell", "mines_left")


def make_views(dialect: str) -> list[str]:
    """Write the statements that create the views."""
    games = _columns(GAME_COLUMNS, "b.data", "t.num_games", dialect)
    turns = _columns(TURN_COLUMNS, "b.data", "b.num_turns", dialect)
    cases = " ".join(f"WHEN {code} THEN '{name}'" for code, name in enumerate(OUTCOMES))
    games["outcome"] = f"CASE {games['outcome']} {cases} END"
    return [
        _view("game", "game_block", "t.num_games", games, "t.first_game + n.i AS game", dialect),
        _view("turn", "turn_block", "b.num_turns", turns, None, dialect),
    ]


def _view(
    name: str, table: str, count: str, columns: dict[str, str], number: str | None, dialect: str
) -> str:
    shown = ", ".join(
        [*([number] if number else []), *(f"{value} AS {key}" for key, value in columns.items())]
    )
    joined = f"FROM task t JOIN {table} b ON b.task_id = t.id"
    if dialect == "postgresql":
        return (
            f"CREATE VIEW {name} AS SELECT t.condition_id, {shown} {joined} "
            f"CROSS JOIN LATERAL generate_series(0, {count} - 1) AS n(i)"
        )
    most = f"(SELECT coalesce(max({count.partition('.')[2]}), 0) FROM "
    most += ("task" if count.startswith("t.") else table) + ")"
    return (
        f"CREATE VIEW {name} AS WITH RECURSIVE n(i) AS (SELECT 0 WHERE {most} > 0 "
        f"UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {most}) "
        f"SELECT t.condition_id, {shown} {joined} CROSS JOIN n WHERE n.i < {count}"
    )


def _columns(
    types: Sequence[tuple[str, str]], data: str, count: str, dialect: str
) -> dict[str, str]:
    """Write for each column the expression that reads row ``n.i``."""
    columns, before = {}, 0
    for name, kind in types:
        width = np.dtype(kind).itemsize
        place = f"{count} * {before} + n.i * {width}"
        read = _postgres_number if dialect == "postgresql" else _sqlite_number
        value = read(data, place, width)
        if name in _SIGNED:
            value = f"({value} - CASE WHEN {value} >= {2**31} THEN {2**32} ELSE 0 END)"
        columns[name] = value
        before += width
    return columns


def _postgres_number(data: str, place: str, width: int) -> str:
    # The highest byte of a 64-bit number is left out: no seed or time is that large.
    num_bytes = min(width, 7)
    terms = (f"get_byte({data}, ({place} + {i})::int)::bigint * {256**i}" for i in range(num_bytes))
    return "(" + " + ".join(terms) + ")"


def _sqlite_number(data: str, place: str, width: int) -> str:
    """SQLite reads no numbers from blobs: go through the hexadecimal digits of its bytes."""
    terms = []
    for i in range(min(width, 7)):
        byte = f"hex(substr({data}, {place} + {i + 1}, 1))"
        terms.append(f"(instr({_DIGITS}, substr({byte}, 1, 1)) - 1) * {16 * 256**i}")
        terms.append(f"(instr({_DIGITS}, substr({byte}, 2, 1)) - 1) * {256**i}")
    return "(" + " + ".join(terms) + ")"
