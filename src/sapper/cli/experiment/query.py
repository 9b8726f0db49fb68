"""`sapper experiment query`: SQL over the games and turns of a store."""

from __future__ import annotations

import csv
import json
import math
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Any, Final

import typer
from rich.console import Console

from sapper.cli.experiment.options import STORE, StoreOption, find_definition
from sapper.cli.tables import Column, make_progress, print_table
from sapper.errors import SapperError
from sapper.lab.experiments.stored_plan import get_enrolled
from sapper.lab.output.query import Answer, Query
from sapper.lab.store import ExperimentRow, Store, open_store

# A table is for reading; more rows are for CSV or JSON.
_MOST_SHOWN: Final = 1000


def query(
    sql: Annotated[str, typer.Argument(metavar="SQL", help="The statement, DuckDB's SQL.")],
    store: StoreOption = STORE,
    experiment: Annotated[
        list[str] | None,
        typer.Option("--experiment", "-e", metavar="FILE", help="Only this one; repeatable."),
    ] = None,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array.")] = False,
    files: Annotated[
        bool,
        typer.Option("--files", help="Let statements read and write files and load extensions."),
    ] = False,
) -> None:
    r"""
    Answer SQL over games, turns and conditions, at full speed.

    The tables are [bold]games[/], [bold]turns[/] and [bold]conditions[/]; every row has its
    condition's parameters (agent, "on", first_click, …) and the experiment's name.
    A statement reads these tables and nothing else; with [bold]--files[/] it may be any.
    `SELECT * FROM games LIMIT 1` shows the columns, docs/columns.md says what they mean.
    Needs the extra: pip install 'sapper\[query]'.

    [bold]Examples[/]

    sapper experiment query "SELECT agent, outcome, count(*) FROM games GROUP BY ALL"

    sapper experiment query "SELECT part, avg(nanoseconds) FROM turns GROUP BY part" --csv
    """
    if as_csv and as_json:
        raise SapperError("expected --csv or --json, got both")
    with open_store(store, create=False) as opened:
        chosen = _choose(opened, experiment)
        with make_progress() as bar:
            shown = bar.add_task("reading rows", total=None)
            with Query(
                opened, chosen, lambda rows: bar.advance(shown, rows), files=files
            ) as tables:
                answer = tables.ask(sql)
                bar.stop()
                _print(answer, as_csv=as_csv, as_json=as_json)


def _choose(store: Store, names: list[str] | None) -> list[ExperimentRow]:
    if not names:
        return [get_enrolled(name, store) for name in store.list_experiments()]
    return [get_enrolled(find_definition(name)[0], store) for name in names]


def _print(answer: Answer, *, as_csv: bool, as_json: bool) -> None:
    if as_json:
        _print_json(answer)
    elif as_csv:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(answer.names)
        writer.writerows(answer.rows)
    else:
        _print_table(answer)


def _print_json(answer: Answer) -> None:
    """Write an array row by row, so that a long one needs no memory."""
    sys.stdout.write("[")
    for number, row in enumerate(_plain(answer.rows)):
        sys.stdout.write(",\n" if number else "\n")
        sys.stdout.write(json.dumps(dict(zip(answer.names, row, strict=True)), default=str))
    sys.stdout.write("\n]\n")


def _plain(rows: Iterator[tuple[Any, ...]]) -> Iterator[list[Any]]:
    """Return null for what JSON has no number for."""
    for row in rows:
        yield [
            None if isinstance(value, float) and not math.isfinite(value) else value
            for value in row
        ]


def _print_table(answer: Answer) -> None:
    rows = list(islice(answer.rows, _MOST_SHOWN + 1))
    columns = [
        Column(
            name,
            kind="number" if any(isinstance(row[i], int | float) for row in rows) else "id",
        )
        for i, name in enumerate(answer.names)
    ]
    print_table(columns, [[_show(value) for value in row] for row in rows[:_MOST_SHOWN]])
    if len(rows) > _MOST_SHOWN:
        Console(stderr=True).print(f"the first {_MOST_SHOWN} rows; --csv or --json gives all")


def _show(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)
