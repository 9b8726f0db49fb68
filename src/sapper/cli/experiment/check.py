"""`sapper experiment check`: what a file asks for, and what it will cost."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from sapper.cli.experiment.options import FileArgument, get_definition
from sapper.cli.experiment.tables import format_bytes, format_seconds
from sapper.cli.options import LoadOption, load_files, wide_console
from sapper.lab.executors import default_workers
from sapper.lab.experiments.pilot import estimate


def check(
    file: FileArgument,
    workers: Annotated[int | None, typer.Option(min=1, help="Workers to reckon with.")] = None,
    load: LoadOption = None,
) -> None:
    """
    Check an experiment; show its conditions, tasks, time and disk from a short pilot.

    [bold]Example[/]

    sapper experiment check becerra-5.2
    """
    load_files(load)
    definition = get_definition(file)
    workers = workers or default_workers()
    with Console(stderr=True).status("playing a few games of each condition"):
        costs = estimate(definition)
    table = Table(title=f"{definition.name}: {definition.title or file}")
    table.add_column("condition", overflow="fold")
    for heading in ("games", "tasks", "one core", "disk"):
        table.add_column(heading, justify="right")
    for cost in costs:
        took = "-" if cost.seconds is None else format_seconds(cost.seconds)
        size = "-" if cost.bytes is None else format_bytes(cost.bytes)
        table.add_row(cost.key, str(definition.games), str(cost.tasks or "-"), took, size)
    console = wide_console()
    console.print(table)
    measured = [cost for cost in costs if cost.seconds is not None and cost.bytes is not None]
    scale = len(costs) / len(measured)
    seconds = scale * sum(cost.seconds or 0.0 for cost in measured)
    console.print(
        f"{len(costs)} conditions, {definition.total_games} games, "
        f"about {round(scale * sum(cost.tasks or 0 for cost in measured))} tasks, "
        f"about {format_seconds(seconds / workers)} on {workers} workers, "
        f"about {format_bytes(scale * sum(cost.bytes or 0.0 for cost in measured))}",
        highlight=False,
    )
