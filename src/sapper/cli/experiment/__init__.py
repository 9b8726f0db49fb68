"""`sapper experiment`: check, run, watch, report and export experiments."""

from __future__ import annotations

from sapper.cli.experiment.check import check
from sapper.cli.experiment.listing import list_experiments
from sapper.cli.experiment.query import query
from sapper.cli.experiment.results import export, report
from sapper.cli.experiment.run import run
from sapper.cli.experiment.status import status
from sapper.cli.help import PlainCommand, make_group

app = make_group(
    "experiment",
    "Experiments of any size: defined in a file, resumable at any point, turned into reports.",
)
app.command("check", cls=PlainCommand)(check)
app.command("run", cls=PlainCommand)(run)
app.command("status", cls=PlainCommand)(status)
app.command("report", cls=PlainCommand)(report)
app.command("export", cls=PlainCommand)(export)
app.command("query", cls=PlainCommand)(query)
app.command("list", cls=PlainCommand)(list_experiments)
