"""`sapper experiment`: check, run, watch, report and export experiments."""

from __future__ import annotations

import typer

from sapper.cli.experiment.check import check
from sapper.cli.experiment.listing import list_experiments
from sapper.cli.experiment.query import query
from sapper.cli.experiment.results import export, report
from sapper.cli.experiment.run import run
from sapper.cli.experiment.status import status
from sapper.cli.experiment.study import study

app = typer.Typer(
    name="experiment",
    help="Experiments of any size: defined in a file, resumable at any point, turned into reports.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)
app.command("check")(check)
app.command("run")(run)
app.command("status")(status)
app.command("report")(report)
app.command("export")(export)
app.command("query")(query)
app.command("list")(list_experiments)
app.command("study")(study)
