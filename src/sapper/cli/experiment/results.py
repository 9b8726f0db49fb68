"""`sapper experiment report` and `export`: what came out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from sapper.cli.experiment.options import (
    STORE,
    ResultArgument,
    StoreOption,
    find_definition,
    shipped_definition,
)
from sapper.cli.options import LoadOption, load_files
from sapper.errors import SapperError
from sapper.game.io.disk import save_text
from sapper.game.words import count
from sapper.lab.experiments.stored_plan import get_enrolled
from sapper.lab.output.export import export as write_rows
from sapper.lab.output.export import export_sums
from sapper.lab.store import open_store


def report(
    file: ResultArgument,
    store: StoreOption = STORE,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The page; NAME.html if not given.")
    ] = None,
    csv: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write the CSV files here as well.")
    ] = None,
    load: LoadOption = None,
) -> None:
    """
    Write an experiment's report: one HTML file with plots, tables and their CSV inside.

    [bold]Example[/]

    sapper experiment report becerra-5.2 --html dssp.html
    """
    from sapper.lab.output.reports import write_report  # noqa: PLC0415 - the plotting library is slow

    load_files(load)
    name, definition = find_definition(file)
    path = html or Path(f"{name.replace('/', '-')}.html")
    with open_store(store, create=False) as opened:
        experiment = get_enrolled(name, opened)
        definition = definition or shipped_definition(experiment)
        sections = write_report(opened, experiment, path, definition)
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    console.print(f"the report is {path}")
    if csv is not None:
        csv.mkdir(parents=True, exist_ok=True)
        for section in sections:
            save_text(csv / f"{section.name}.csv", section.csv)
        console.print(f"its tables are in {csv}")


def export(
    file: ResultArgument,
    to: Annotated[Path, typer.Option("--to", metavar="FILE", help="A .csv or .parquet file.")],
    store: StoreOption = STORE,
    turns: Annotated[
        bool, typer.Option("--turns", help="The turns instead of the games, where kept.")
    ] = False,
    sums: Annotated[
        bool, typer.Option("--sums", help="One row of sums for each condition instead.")
    ] = False,
    load: LoadOption = None,
) -> None:
    """
    Write every game, or turn, of an experiment to CSV or Parquet, or its sums to CSV.

    [bold]Example[/]

    sapper experiment export becerra-5.2 --to dssp.parquet

    sapper experiment export becerra-5.2 --sums --to sums.csv
    """
    load_files(load)
    name, _ = find_definition(file)
    with open_store(store, create=False) as opened:
        experiment = get_enrolled(name, opened)
        if sums:
            rows = export_sums(opened, experiment, to)
        elif experiment.plan.get("keep") == "sums":
            raise SapperError(f"only sums are kept of {name!r}; export them with --sums")
        else:
            rows = write_rows(opened, experiment, to, turns=turns)
    Console(stderr=True, highlight=False, soft_wrap=True).print(
        f"{count(rows, 'row')} written to {to}"
    )
