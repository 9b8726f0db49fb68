"""
`sapper experiment run`: play what is missing, and show how far it is.

Exit codes: 0 complete and read back, 2 an error, 3 not complete (tasks failed every
time), 130 stopped by Ctrl-C, 143 by SIGTERM; whatever was finished is stored.
"""

from __future__ import annotations

import time
from typing import Annotated, Final

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.padding import Padding
from rich.progress_bar import ProgressBar
from rich.text import Text

from sapper.cli.experiment.options import STORE, FileArgument, StoreOption, get_definition
from sapper.cli.experiment.tables import format_seconds, win_table
from sapper.cli.options import LoadOption, WorkersOption, load_files
from sapper.cli.tables import Fitted, show_fitted
from sapper.errors import StoreError
from sapper.game.words import count
from sapper.lab.executors import Executor, make_executor
from sapper.lab.experiments import Definition
from sapper.lab.experiments.planner import LARGEST_BATCH
from sapper.lab.experiments.progress import Outcome, Progress
from sapper.lab.experiments.runner import Runner
from sapper.lab.experiments.stored_plan import read_back, restart_experiment
from sapper.lab.store import Store, open_store
from sapper.lab.tasks import play_task

FAILED: Final = 3
_SIGNALLED: Final = 128  # a shell reports this and the signal's number
# A log gets a line of progress this often.
_LINE_SECONDS: Final = 30.0

SchedulerOption = Annotated[
    str | None,
    typer.Option(metavar="tcp://HOST:PORT", help="Play on a Dask cluster instead."),
]
VersionsOption = Annotated[
    bool,
    typer.Option(
        "--allow-versions",
        help="Let workers, and games that are stored, be of another version of Sapper.",
    ),
]


def run(
    file: FileArgument,
    store: StoreOption = STORE,
    workers: WorkersOption = None,
    scheduler: SchedulerOption = None,
    allow_versions: VersionsOption = False,
    batch_size: Annotated[
        int | None,
        typer.Option(
            min=1, max=LARGEST_BATCH, help="Games a task; fitted to the speed if not given."
        ),
    ] = None,
    extend: Annotated[
        bool, typer.Option("--extend", help="Accept conditions added to a file with results.")
    ] = False,
    restart: Annotated[
        bool, typer.Option("--restart", help="Delete the experiment's stored results first.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="With --restart: even while a runner plays it.")
    ] = False,
    load: LoadOption = None,
) -> None:
    """
    Play an experiment into a store, from where it stands.

    Ctrl-C finishes the running tasks and stops; pressed twice it drops them. Run
    again to go on. Exit codes: 0 complete and read back, 2 error, 3 not complete, 130
    stopped by Ctrl-C, 143 by SIGTERM.

    [bold]Examples[/]

    sapper experiment run becerra-5.2

    sapper experiment run mine.toml --store postgresql://me@host/sapper --scheduler tcp://host:8786
    """
    load_files(load)
    definition = get_definition(file)
    # First the workers: without them no store is made.
    with (
        open_executor(workers, scheduler, allow_versions=allow_versions) as executor,
        open_store(store) as opened,
    ):
        if restart:
            restart_experiment(definition.name, opened, force=force)
        outcome = play_experiment(
            definition,
            opened,
            executor,
            allow_versions=allow_versions,
            batch_size=batch_size,
            extend=extend,
        )
    # Not what the runner believes: what somebody finds who opens the store now.
    with open_store(store, create=False) as opened:
        stored = read_back(definition, opened)
    finish(outcome, stored)


def open_executor(
    workers: int | None, scheduler: str | None, *, allow_versions: bool = False
) -> Executor:
    """Open what plays tasks: processes here, or a cluster."""
    say = Console(stderr=True).print
    return make_executor(play_task, workers, scheduler, allow_versions=allow_versions, say=say)


def play_experiment(
    definition: Definition,
    store: Store,
    executor: Executor,
    *,
    allow_versions: bool = False,
    batch_size: int | None = None,
    extend: bool = False,
) -> Outcome:
    """Play an experiment and draw how far it is on stderr."""
    console = Console(stderr=True)
    view = _View()
    runner = Runner(
        definition, store, executor, batch_size=batch_size, extend=extend,
        allow_versions=allow_versions, listener=view.note,
    )  # fmt: skip
    view.progress = runner.progress
    if not console.is_terminal:
        view.plain = console
        return runner.run()
    with Live(get_renderable=view.render, console=console, refresh_per_second=4, transient=True):
        return runner.run()


def finish(outcome: Outcome, stored: int) -> None:
    """Show how it ended and leave with the exit code that says so."""
    progress = outcome.progress
    show_fitted(_table(progress))
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    console.print(
        f"{stored:,} of {count(progress.total_games, 'game')} stored, "
        f"{progress.games_played:,} played now in {count(progress.tasks_played, 'task')}, "
        f"{progress.games_per_second:,.0f} games a second"
    )
    if progress.failures:
        console.print(
            f"{count(progress.failures, 'task')} failed every time; "
            "`sapper experiment status` names what failed",
            style="red",
        )
    if outcome.is_interrupted:
        console.print("stopped; run again to go on")
        raise typer.Exit(_SIGNALLED + outcome.signal)
    if stored < progress.total_games:
        console.print("not complete; run again to go on", style="red")
        raise typer.Exit(FAILED)
    if not outcome.is_complete:
        raise StoreError("games are missing from the store; run again to play them")


class _View:
    """What is drawn while an experiment runs."""

    def __init__(self) -> None:
        self.progress: Progress | None = None
        self.plain: Console | None = None
        self._told_at = time.monotonic()

    def note(self, progress: Progress) -> None:
        """Remember the progress; the next refresh shows it, a log gets a line now and then."""
        self.progress = progress
        if self.plain is not None and time.monotonic() - self._told_at > _LINE_SECONDS:
            self._told_at = time.monotonic()
            self.plain.print(_words(progress), highlight=False, soft_wrap=True)

    def render(self) -> Group:
        """Draw a bar, a line and the table so far."""
        progress = self.progress
        if progress is None:
            return Group(Text("starting"))
        bar = ProgressBar(progress.total_games, progress.games_stored, width=60)
        # A low terminal cuts from below: the table, not the progress.
        return Group(Padding(bar, 0), Text(_words(progress)), _table(progress, shorten=True))


def _words(progress: Progress) -> str:
    left = progress.total_games - progress.games_stored
    speed = progress.games_per_second
    remaining = format_seconds(left / speed) if progress.games_played else "-"
    words = (
        f"{progress.games_stored:,} of {count(progress.total_games, 'game')} · "
        f"{count(progress.tasks_played, 'task')} done, about {progress.tasks_left:,} left · "
        f"{speed:,.0f} games/s · {remaining} left"
    )
    if progress.retries or progress.failures:
        words += f" · {count(progress.retries, 'retry')}, {count(progress.failures, 'failure')}"
    if progress.stopping:
        words += " · finishing the running tasks; Ctrl-C again drops them"
    return words


def _table(progress: Progress, *, shorten: bool = False) -> Fitted:
    rows = {row.id: row for row in progress.experiment.conditions}
    pairs = [(rows[number], tally) for number, tally in progress.tallies.items()]
    return win_table(pairs, progress.games, shorten=shorten)
