"""`sapper experiment check`: what a file asks for, and what it will cost."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from sapper.cli.experiment.options import FileArgument, get_definition
from sapper.cli.experiment.tables import format_bytes, format_seconds
from sapper.cli.options import LoadOption, load_files
from sapper.cli.tables import Column, print_table, print_wrapped
from sapper.game.words import count
from sapper.lab.executors import default_workers
from sapper.lab.experiments.pilot import estimate


def check(
    file: FileArgument,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Workers assumed in the estimate.")
    ] = None,
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
    numbers = [Column(name, kind="number") for name in ("games", "tasks", "one core", "disk")]
    rows = [
        (
            cost.key,
            str(definition.games),
            str(cost.tasks or "-"),
            "-" if cost.seconds is None else format_seconds(cost.seconds),
            "-" if cost.bytes is None else format_bytes(cost.bytes),
        )
        for cost in costs
    ]
    title = f"{definition.name}: {definition.title or definition.source or 'an experiment'}"
    print_table([Column("condition", kind="id"), *numbers], rows, title=title)
    measured = [cost for cost in costs if cost.seconds is not None and cost.bytes is not None]
    scale = len(costs) / len(measured)
    seconds = scale * sum(cost.seconds or 0.0 for cost in measured)
    print_wrapped(
        f"{count(len(costs), 'condition')}, {count(definition.total_games, 'game')}, "
        f"about {count(round(scale * sum(cost.tasks or 0 for cost in measured)), 'task')}, "
        f"about {format_seconds(seconds / workers)} on {count(workers, 'worker')}, "
        f"about {format_bytes(scale * sum(cost.bytes or 0.0 for cost in measured))}"
    )
