"""
Export the rows of an experiment to CSV or Parquet, block by block.

Every row repeats the condition's parameters, the seeds, the version and the date, so that
a file is complete in itself; columns that only some agents have are empty for the others.
"""

from __future__ import annotations

import csv
import importlib.util
import io
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np

from sapper.agents.run.columns import column_names
from sapper.errors import MissingExtraError, SapperError
from sapper.game.game import OUTCOMES
from sapper.game.io.disk import check_folder, drafted, save_text
from sapper.lab.output.board_numbers import BOARD_COLUMNS, board_numbers
from sapper.lab.output.played import made_by
from sapper.lab.output.table import (
    TEXT,
    WORDS,
    check_names,
    game_columns,
    parameter_types,
    turn_columns,
    value_of,
)
from sapper.lab.store.protocol import ConditionRow, ExperimentRow, Store
from sapper.lab.tallies import SUM_COLUMNS

FORMATS: Final = (".csv", ".parquet")


class _Writer(Protocol):
    def write(self, condition: ConditionRow, columns: Mapping[str, Any], count: int) -> None: ...

    def close(self) -> None: ...


def export(store: Store, experiment: ExperimentRow, path: Path, *, turns: bool = False) -> int:
    """Write the games, or the turns, of an experiment; return the number of rows."""
    check_names(experiment)
    conditions = [with_origin(experiment, row) for row in experiment.conditions]
    parameters = parameter_types(conditions)
    columns = turn_columns() if turns else game_columns(experiment.conditions)
    check_folder(path)
    rows = 0
    with drafted(path) as draft:
        writer = _open_writer(path, draft, parameters, columns, experiment)
        try:
            for condition in conditions:
                for block, count in _blocks(store, condition, turns=turns):
                    writer.write(condition, block, count)
                    rows += count
        except BaseException:
            with suppress(OSError):
                writer.close()
            raise
        writer.close()
    return rows


def export_sums(store: Store, experiment: ExperimentRow, path: Path) -> int:
    """Write the parameters and sums of every condition as CSV; return the number of rows."""
    if path.suffix != ".csv":
        raise SapperError(f"expected a file ending in .csv for sums, got {path.name!r}")
    conditions = [with_origin(experiment, row) for row in experiment.conditions]
    parameters = list(dict.fromkeys(key for row in conditions for key in row.parameters))
    sums, tallies = column_names(SUM_COLUMNS), store.tallies(experiment.id)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*parameters, *sums])
    for row in conditions:
        values = [row.parameters.get(name) for name in parameters]
        values += [getattr(tallies[row.id], name) for name in sums]
        writer.writerow(map(as_text, values))
    save_text(path, text.getvalue())
    return len(conditions)


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


def _open_writer(
    path: Path,
    draft: Path,
    parameters: dict[str, str],
    columns: dict[str, str],
    experiment: ExperimentRow,
) -> _Writer:
    if path.suffix == ".csv":
        return _CsvWriter(draft, parameters, list(columns))
    if path.suffix == ".parquet":
        if importlib.util.find_spec("pyarrow") is None:
            raise MissingExtraError.of("pyarrow", "parquet")
        return _ParquetWriter(draft, parameters, columns, experiment)
    raise SapperError(f"expected a file ending in {' or '.join(FORMATS)}, got {path.name!r}")


def _column(
    name: str, condition: ConditionRow, columns: Mapping[str, Any], count: int
) -> list[Any] | np.ndarray[Any, Any]:
    """Return a column of a block; None where this agent has no such column."""
    found: np.ndarray[Any, Any] | None = columns.get("game" if name == "game_number" else name)
    if found is None:
        return [None] * count
    if name in WORDS:
        words = OUTCOMES if name == "outcome" else condition.parts
        return [words[code] if 0 <= code < len(words) else "other" for code in found.tolist()]
    return found


class _CsvWriter:
    def __init__(self, path: Path, parameters: dict[str, str], columns: list[str]) -> None:
        self._parameters, self._columns = parameters, columns
        self._file = path.open("w", encoding="utf-8", newline="")
        self._csv = csv.writer(self._file, lineterminator="\n")
        self._csv.writerow([*parameters, *columns])

    def write(self, condition: ConditionRow, columns: Mapping[str, Any], count: int) -> None:
        given = condition.parameters
        constant = [as_text(value_of(given, *one)) for one in self._parameters.items()]
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
    """
    Typed columns: words as dictionaries of text, numbers as numbers.

    What the rows were played by stands in the file's metadata too, as JSON under ``sapper``.
    """

    def __init__(
        self,
        path: Path,
        parameters: dict[str, str],
        columns: dict[str, str],
        experiment: ExperimentRow,
    ) -> None:
        import pyarrow as pa  # noqa: PLC0415 - an extra
        import pyarrow.parquet as pq  # noqa: PLC0415 - an extra

        self._pa = pa
        self._parameters, self._columns = parameters, columns
        words = pa.dictionary(pa.int32(), pa.string())
        kinds = {TEXT: words, "bool": pa.bool_()}
        shown = {name: TEXT if name in WORDS else kind for name, kind in columns.items()}
        fields = [
            (name, kinds.get(kind) or pa.from_numpy_dtype(np.dtype(kind)))
            for name, kind in (*parameters.items(), *shown.items())
        ]
        origin = {"experiment": experiment.name, "plan": dict(experiment.plan), **made_by()}
        metadata = {"sapper": json.dumps(origin)}
        self._schema = pa.schema(fields, metadata)
        self._writer = pq.ParquetWriter(str(path), self._schema, compression="zstd")

    def write(self, condition: ConditionRow, columns: Mapping[str, Any], count: int) -> None:
        pa, arrays = self._pa, []
        for name, kind in self._parameters.items():
            value = value_of(condition.parameters, name, kind)
            arrays.append(pa.array([value] * count, type=self._schema.field(name).type))
        for name in self._columns:
            values = _column(name, condition, columns, count)
            arrays.append(pa.array(values, type=self._schema.field(name).type))
        self._writer.write_table(pa.Table.from_arrays(arrays, schema=self._schema))

    def close(self) -> None:
        self._writer.close()


def as_text(value: Any) -> str:
    """Write a value for a CSV file: nothing where there is none, numbers in full."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)
