"""`sapper experiment study`: how batch size and number of processes change the time."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from sapper.cli.experiment.options import FileArgument, get_definition
from sapper.cli.options import LoadOption, load_files
from sapper.cli.tables import Column, print_table
from sapper.game.words import count
from sapper.lab.experiments.study import Timing, run_study


def study(
    file: FileArgument,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a page with the heat map.")
    ] = None,
    load: LoadOption = None,
) -> None:
    """
    Time an experiment for each batch size and number of processes of its [study] table.

    [bold]Example[/]

    sapper experiment study study-batch-size --html study.html
    """
    load_files(load)
    definition = get_definition(file)
    progress = Console(stderr=True, highlight=False)

    def tell(timing: Timing) -> None:
        progress.print(
            f"{count(timing.workers, 'worker')}, {count(timing.batch_size, 'game')} per task: "
            f"{timing.seconds:.2f} s"
        )

    timings = run_study(definition, tell)
    sizes = sorted({one.batch_size for one in timings})
    columns = [
        Column(name, kind="number") for name in ("processes", *(f"{n} a task" for n in sizes))
    ]
    found = {(one.workers, one.batch_size): one for one in timings}
    rows = [
        [str(workers), *(f"{found[workers, size].games_per_second / 1000:.1f}" for size in sizes)]
        for workers in sorted({one.workers for one in timings})
    ]
    title = f"{count(definition.total_games, 'game')}: thousands of games a second"
    print_table(columns, rows, title=title)
    if html is not None:
        from sapper.lab.output.reports.page import write_page  # noqa: PLC0415 - plotting is slow to load
        from sapper.lab.output.reports.study import study_section  # noqa: PLC0415 - as above

        write_page([study_section(timings)], html, definition)
        progress.print(f"the page is {html}")
