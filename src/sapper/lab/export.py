"""
Export the rows of an experiment to CSV or Parquet, block by block.

Every row repeats the condition's parameters, the seeds, the version and the date, so that
a file is complete in itself; columns that only some agents have are empty for the others.
"""

from __future__ import annotations

import csv
import importlib.util
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np

from sapper.errors import MissingExtraError, SapperError
from sapper.game.game import OUTCOMES
from sapper.lab.board_numbers import board_numbers
from sapper.lab.columns import (
    BOARD_COLUMNS,
    GAME_COLUMNS,
    PROVEN_BY_TYPE,
    TURN_COLUMNS,
    column_names,
)
from sapper.lab.played import made_by
from sapper.lab.store.protocol import ConditionRow, ExperimentRow, Store

FORMATS: Final = (".csv", ".parquet")
# Kept as numbers, shown as words.
_WORDS: Final = ("outcome", "part")


class _Writer(Protocol):
    def write(self, condition: ConditionRow, columns: Mapping[str, Any], count: int) -> None: ...

    def close(self) -> None: ...


def export(store: Store, experiment: ExperimentRow, path: Path, *, turns: bool = False) -> int:
    """Write the games, or the turns, of an experiment; return the number of rows."""
    conditions = [with_origin(experiment, row) for row in experiment.conditions]
    parameters = list(dict.fromkeys(key for row in conditions for key in row.parameters))
    columns = _turn_columns() if turns else _game_columns(experiment.conditions)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        writer = _open_writer(path, parameters, columns)
        try:
            rows = 0
            for condition in conditions:
                for block, count in _blocks(store, condition, turns=turns):
                    writer.write(condition, block, count)
                    rows += count
        except BaseException:
            with suppress(OSError):
                writer.close()
            path.unlink(missing_ok=True)  # half a file would be taken for a whole one
            raise
        writer.close()
    except OSError as error:
        raise SapperError(f"cannot write {str(path)!r}: {error.strerror or error}") from None
    return rows


def with_origin(experiment: ExperimentRow, condition: ConditionRow) -> ConditionRow:
    """Add to a condition the seeds of its experiment, our version and the date to show."""
    plan = experiment.plan
    origin = {"seed": plan.get("seed", 0), "agent_seed": plan.get("agent_seed", 0), **made_by()}
    return replace(condition, parameters={**condition.parameters, **origin})


def _blocks(
    store: Store, condition: ConditionRow, *, turns: bool
) -> Iterator[tuple[dict[str, Any], int]]:
    if turns:
        for _, columns in store.iter_turns(condition):
            yield columns, len(columns["game"])
        return
    for (first, count), games in store.iter_games(condition):
        boards = board_numbers(condition, games, column_names(BOARD_COLUMNS))
        yield {"game": np.arange(first, first + count), **games.columns, **boards}, count


def _game_columns(conditions: Sequence[ConditionRow]) -> dict[str, str]:
    """Name the columns of games and their types."""
    common = {one.name: "text" if one.name in _WORDS else one.type for one in GAME_COLUMNS}
    proven = {name: PROVEN_BY_TYPE for row in conditions for name in row.columns}
    boards = {one.name: one.type for one in BOARD_COLUMNS}
    return {"game_number": "<i8", **common, **boards, **proven}


def _turn_columns() -> dict[str, str]:
    types = {one.name: "text" if one.name in _WORDS else one.type for one in TURN_COLUMNS}
    return {"game_number": types.pop("game"), **types}


def _open_writer(path: Path, parameters: list[str], columns: dict[str, str]) -> _Writer:
    if path.suffix == ".csv":
        return _CsvWriter(path, parameters, list(columns))
    if path.suffix == ".parquet":
        if importlib.util.find_spec("pyarrow") is None:
            raise MissingExtraError.of("pyarrow", "parquet")
        return _ParquetWriter(path, parameters, columns)
    raise SapperError(f"expected a file ending in {' or '.join(FORMATS)}, got {path.name!r}")


def _column(
    name: str, condition: ConditionRow, columns: Mapping[str, Any], count: int
) -> list[Any] | np.ndarray[Any, Any]:
    """Return a column of a block; None where this agent has no such column."""
    found: np.ndarray[Any, Any] | None = columns.get("game" if name == "game_number" else name)
    if found is None:
        return [None] * count
    if name in _WORDS:
        words = OUTCOMES if name == "outcome" else condition.parts
        return [words[code] if 0 <= code < len(words) else "other" for code in found.tolist()]
    return found


class _CsvWriter:
    def __init__(self, path: Path, parameters: list[str], columns: list[str]) -> None:
        self._parameters, self._columns = parameters, columns
        self._file = path.open("w", encoding="utf-8", newline="")
        self._csv = csv.writer(self._file, lineterminator="\n")
        self._csv.writerow([*_parameter_names(parameters), *columns])

    def write(self, condition: ConditionRow, columns: Mapping[str, Any], count: int) -> None:
        constant = [condition.parameters.get(name, "") for name in self._parameters]
        lists = []
        for name in self._columns:
            values = _column(name, condition, columns, count)
            if isinstance(values, np.ndarray):
                values = values.tolist()
            lists.append(["" if value is None else value for value in values])
        self._csv.writerows([*constant, *row] for row in zip(*lists, strict=True))

    def close(self) -> None:
        self._file.close()


class _ParquetWriter:
    def __init__(self, path: Path, parameters: list[str], columns: dict[str, str]) -> None:
        import pyarrow as pa  # noqa: PLC0415 - an extra
        import pyarrow.parquet as pq  # noqa: PLC0415 - an extra

        self._pa = pa
        self._parameters, self._columns = parameters, columns
        words = pa.dictionary(pa.int32(), pa.string())
        fields = [(name, words) for name in _parameter_names(parameters)]
        for name, kind in columns.items():
            fields.append((name, words if kind == "text" else pa.from_numpy_dtype(np.dtype(kind))))
        self._schema = pa.schema(fields)
        self._writer = pq.ParquetWriter(str(path), self._schema, compression="zstd")

    def write(self, condition: ConditionRow, columns: Mapping[str, Any], count: int) -> None:
        pa = self._pa
        arrays = []
        for name in self._parameters:
            value = str(condition.parameters.get(name, ""))
            index = pa.array(np.zeros(count, np.int32))
            arrays.append(pa.DictionaryArray.from_arrays(index, [value]))
        for name in self._columns:
            values = _column(name, condition, columns, count)
            arrays.append(pa.array(values, type=self._schema.field(name).type))
        self._writer.write_table(pa.Table.from_arrays(arrays, schema=self._schema))

    def close(self) -> None:
        self._writer.close()


def _parameter_names(parameters: list[str]) -> list[str]:
    """Keep the parameters ``game`` and ``mines`` apart from columns of games."""
    return ["game_kind" if name == "game" else name for name in parameters]
