"""
SQL over games and turns: the blocks of a store, unpacked into DuckDB.

Three tables: ``games`` and ``turns`` with a row each, and ``conditions`` with the sums
of each. Every row carries its condition's parameters, under the names that exports
use. Blocks are unpacked column by column, and only the columns that a statement names:
ten million games are grouped in a few seconds. What does not fit into memory goes to a
temporary folder.
"""

from __future__ import annotations

import importlib.util
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np

from sapper.errors import MissingExtraError, SapperError
from sapper.game.game import OUTCOMES
from sapper.lab.output.board_numbers import board_numbers
from sapper.lab.output.table import (
    TEXT,
    check_names,
    game_columns,
    parameter_types,
    turn_columns,
    value_of,
)
from sapper.lab.store.blocks import Columns
from sapper.lab.store.protocol import ConditionRow, ExperimentRow, Store
from sapper.lab.tallies import SUM_COLUMNS

if TYPE_CHECKING:
    import duckdb

# Rows that are handed to DuckDB at once.
_CHUNK: Final = 1_000_000
_WORD: Final = re.compile(r"[^\W\d]\w*")
_COUNT: Final = re.compile(r"\bcount\s*\(\s*\*\s*\)", re.IGNORECASE)
_SQL_TYPES: Final = {
    "<u1": "UTINYINT", "<i4": "INTEGER", "<i8": "BIGINT", "<u8": "UBIGINT", "<f8": "DOUBLE",
    "bool": "BOOLEAN", TEXT: "VARCHAR",
}  # fmt: skip

# What a store or a statement from elsewhere must not reach.
_CLOSED: Final = {
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "lock_configuration": "true",
}

Note = Callable[[int], None]


@dataclass(frozen=True)
class Answer:
    """What a statement gives: names of columns, and rows as they are fetched."""

    names: list[str]
    rows: Iterator[tuple[Any, ...]]


class Query:
    """
    Tables of a store's experiments, made when a statement names them.

    Use it as a context: what DuckDB wrote to the disk is deleted at the end. A statement is
    one question: it neither reads nor writes files, loads no extension and changes no
    setting, unless ``files`` says that it may.
    """

    def __init__(
        self,
        store: Store,
        experiments: Sequence[ExperimentRow],
        note: Note | None = None,
        *,
        files: bool = False,
    ) -> None:
        if importlib.util.find_spec("duckdb") is None:
            raise MissingExtraError.of("duckdb", "query")
        import duckdb  # noqa: PLC0415 - an extra

        self._store, self._experiments = store, list(experiments)
        for experiment in self._experiments:
            check_names(experiment)
        self._note = note or (lambda _rows: None)
        self._folder = tempfile.TemporaryDirectory(prefix="sapper-query-")
        self._error = duckdb.Error
        self._database = duckdb.connect(config={"temp_directory": self._folder.name})
        for name, value in () if files else _CLOSED.items():
            self._database.execute(f"SET {name} = {value}")
        self._is_closed = not files
        self._statements = self._database.extract_statements
        self._reads = {duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN}
        self._loaded: set[str] = set()
        self._parameters = parameter_types(self._conditions())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._database.close()
        self._folder.cleanup()

    def ask(self, sql: str) -> Answer:
        """Answer a statement; what DuckDB refuses is an error in one line."""
        if not sql.strip(" ;\n\t"):
            raise SapperError(f"expected a query; the tables are {', '.join(_TABLES)}")
        if self._is_closed:
            self._check(sql)
        for table in self.tables_of(sql):
            self._load(table, sql)
        try:
            result = self._database.execute(sql)
            names = [str(column[0]) for column in result.description or ()]
        except (self._error, RuntimeError) as error:
            known = "; ".join(self._describe(table) for table in self.tables_of(sql))
            known = known or f"the tables are {', '.join(_TABLES)}"
            raise SapperError(f"cannot answer the query: {_first_lines(error)}; {known}") from None
        return Answer(names, self._fetch(result))

    def _check(self, sql: str) -> None:
        """Refuse what is more than one question."""
        try:
            found = self._statements(sql)
        except (self._error, RuntimeError) as error:
            raise SapperError(f"cannot answer the query: {_first_lines(error)}") from None
        if len(found) != 1 or found[0].type not in self._reads:
            raise SapperError(
                "expected one statement that reads (SELECT, FROM, DESCRIBE, SHOW, EXPLAIN); "
                "--files allows others, and your own files"
            )

    def tables_of(self, sql: str) -> list[str]:
        """Name the tables that a statement may need."""
        words = {word.lower() for word in _WORD.findall(sql)}
        everything = "show" in words or "describe" in words
        return [name for name in _TABLES if everything or name in words]

    def _describe(self, table: str) -> str:
        """Name the columns that a table has."""
        given = ["experiment", *self._parameters, "condition_id"]
        if table == "conditions":
            names = [*given, "key", *(column.name for column in SUM_COLUMNS)]
        else:
            names = [*given, *self._columns(table)]
        return f"{table} has {', '.join(names)}"

    def _fetch(self, result: duckdb.DuckDBPyConnection) -> Iterator[tuple[Any, ...]]:
        try:
            while rows := result.fetchmany(10_000):
                yield from rows
        except (self._error, RuntimeError) as error:
            raise SapperError(f"cannot answer the query: {_first_lines(error)}") from None

    def _load(self, table: str, sql: str) -> None:
        if table in self._loaded:
            self._database.execute(f"DROP VIEW IF EXISTS {table}")
            self._database.execute(f"DROP TABLE IF EXISTS {table}_")
        self._loaded.add(table)
        self._load_conditions()
        if table == "conditions":
            self._database.execute("CREATE OR REPLACE VIEW conditions AS FROM conditions_")
            return
        columns = self._columns(table)
        wanted = {name: kind for name, kind in columns.items() if _is_wanted(name, sql)}
        self._fill(table, wanted)
        shown = [_shown(name) for name in wanted]
        source = f"{table}_ t"
        given = [name for name in ("experiment", *self._parameters) if _is_wanted(name, sql)]
        if given:
            source += " JOIN conditions_ c USING (condition_id)"
        named = [*(f"c.{_quoted(name)}" for name in given), "t.condition_id", *shown]
        self._database.execute(f"CREATE VIEW {table} AS SELECT {', '.join(named)} FROM {source}")

    def _columns(self, table: str) -> dict[str, str]:
        """Name the columns of a table, with their types."""
        return turn_columns() if table == "turns" else game_columns(self._conditions())

    def _conditions(self) -> list[ConditionRow]:
        return [row for experiment in self._experiments for row in experiment.conditions]

    def _fill(self, table: str, wanted: dict[str, str]) -> None:
        types = [f"{_quoted(name)} {_sql_type(name, wanted[name])}" for name in wanted]
        types = ["condition_id BIGINT", *types]
        self._database.execute(f"CREATE TABLE {table}_ ({', '.join(types)})")
        if "part" in wanted:
            self._load_parts()
        waiting: list[Columns] = []
        rows = 0
        for columns, count in self._blocks(table, wanted):
            waiting.append({"condition_id": columns["condition_id"], **_only(columns, wanted)})
            rows += count
            self._note(count)
            if rows >= _CHUNK:
                self._insert(table, wanted, waiting)
                waiting, rows = [], 0
        if waiting:
            self._insert(table, wanted, waiting)

    def _blocks(self, table: str, wanted: dict[str, str]) -> Iterator[tuple[Columns, int]]:
        """Yield the columns of each block with the number of their condition."""
        for experiment in self._experiments:
            for row in experiment.conditions:
                if table == "turns":
                    for _, turns in self._store.iter_turns(row):
                        count = len(turns["game"])
                        yield {**turns, "game_number": turns["game"], **_number(row, count)}, count
                    continue
                for (first, count), games in self._store.iter_games(row):
                    numbers = np.arange(first, first + count)
                    given = {"game_number": numbers, **_number(row, count)}
                    yield {**games.columns, **board_numbers(row, games, wanted), **given}, count

    def _insert(self, table: str, wanted: dict[str, str], waiting: list[Columns]) -> None:
        """Hand blocks over; those of older versions may lack columns."""
        groups: dict[tuple[str, ...], list[Columns]] = {}
        for columns in waiting:
            groups.setdefault(tuple(columns), []).append(columns)
        for names, parts in groups.items():
            chunk = {name: np.concatenate([part[name] for part in parts]) for name in names}
            self._database.register("chunk", chunk)
            shown = ", ".join(
                _word_of(name) if name in chunk else "NULL" for name in ("condition_id", *wanted)
            )
            self._database.execute(f"INSERT INTO {table}_ SELECT {shown} FROM chunk")
            self._database.unregister("chunk")

    def _load_parts(self) -> None:
        """Make the table that gives parts their names."""
        rows = [
            (row.id, number, name)
            for row in self._conditions()
            for number, name in enumerate(row.parts)
        ]
        self._database.execute(
            "CREATE OR REPLACE TABLE parts_ (condition_id BIGINT, part INTEGER, name VARCHAR)"
        )
        if rows:
            self._database.executemany("INSERT INTO parts_ VALUES (?, ?, ?)", rows)

    def _load_conditions(self) -> None:
        """Make the table of conditions with their parameters and sums."""
        sums = {column.name: column.type for column in SUM_COLUMNS}
        types = ["experiment VARCHAR", "condition_id BIGINT", "key VARCHAR"]
        types += [f"{_quoted(name)} {_SQL_TYPES[kind]}" for name, kind in self._parameters.items()]
        types += [f"{name} {_SQL_TYPES[kind]}" for name, kind in sums.items()]
        self._database.execute(f"CREATE OR REPLACE TABLE conditions_ ({', '.join(types)})")
        rows = []
        for experiment in self._experiments:
            tallies = self._store.tallies(experiment.id)
            for row in experiment.conditions:
                given = row.parameters
                values = [value_of(given, *one) for one in self._parameters.items()]
                counted = [getattr(tallies[row.id], name) for name in sums]
                rows.append([experiment.name, row.id, row.key, *values, *counted])
        if rows:
            marks = ", ".join("?" * len(rows[0]))
            self._database.executemany(f"INSERT INTO conditions_ VALUES ({marks})", rows)


_TABLES: Final = ("conditions", "games", "turns")


def _is_wanted(name: str, sql: str) -> bool:
    """
    Return whether a statement may need a column: it names it, or uses ``*`` or the like.

    Too much is only slower. A column can be meant without its name by a star, by
    ``COLUMNS(…)``, by ``NATURAL`` and by statements without SELECT.
    """
    bare = _COUNT.sub("count()", sql)
    words = {word.lower() for word in _WORD.findall(bare)}
    if name.lower() in words:
        return True
    return "*" in bare or "select" not in words or bool({"columns", "natural", "unpivot"} & words)


def _only(columns: Columns, wanted: dict[str, str]) -> Columns:
    return {name: columns[name] for name in wanted if name in columns}


def _number(row: ConditionRow, count: int) -> Columns:
    return {"condition_id": np.full(count, row.id, np.int64)}


def _sql_type(name: str, kind: str) -> str:
    if name == "outcome":
        return f"ENUM ({', '.join(repr(word) for word in OUTCOMES)})"
    return _SQL_TYPES[kind]


def _word_of(name: str) -> str:
    """Write how a column is taken from a chunk: outcomes as words."""
    if name == "outcome":
        cases = " ".join(f"WHEN {code} THEN '{word}'" for code, word in enumerate(OUTCOMES))
        return f"CASE outcome {cases} END"
    return _quoted(name)


def _shown(name: str) -> str:
    """Write how a column is shown: parts as words."""
    if name == "part":
        found = "SELECT p.name FROM parts_ p WHERE p.condition_id = t.condition_id"
        return f"coalesce(({found} AND p.part = t.part), 'other') AS part"
    return f"t.{_quoted(name)}"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _first_lines(error: Exception) -> str:
    """Keep what DuckDB says before it draws arrows."""
    said = re.split(r"\n\nLINE|Candidate bindings", str(error))[0]
    return " ".join(said.split()).rstrip("!.")
