"""
The command line: `sapper COMMAND`.

Thin: every command reads its options, calls the library and shows what comes
back. A `SapperError` is printed as one line with exit code 2; `--debug` shows
its trace; anything else is a bug and shows its own.
"""

from __future__ import annotations

import signal
import sys
import warnings
from types import FrameType
from typing import Annotated, TextIO

import typer
from rich.console import Console

from sapper.cli.agents import agents
from sapper.cli.analyse import analyse_command
from sapper.cli.bench import bench
from sapper.cli.boards import boards_command
from sapper.cli.build import build
from sapper.cli.compare import compare_command
from sapper.cli.data import app as data
from sapper.cli.env import app as env
from sapper.cli.experiment import app as experiment
from sapper.cli.optimum import optimum_command
from sapper.cli.play import play
from sapper.cli.reproduce import reproduce
from sapper.cli.review import review_command
from sapper.cli.run import run
from sapper.cli.train import train
from sapper.cli.web import web
from sapper.errors import SapperError, SapperWarning

app = typer.Typer(
    name="sapper",
    help="A Minesweeper laboratory: play, watch and compare agents on exactly the same boards.",
    epilog=(
        "Try: [bold]sapper play[/]  ·  [bold]sapper agents[/]  ·  "
        "[bold]sapper run kvietinskas/single-point --on expert --games 1000[/]"
    ),
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        import sapper  # noqa: PLC0415 - only the version needs the whole package

        typer.echo(f"sapper {sapper.__version__}")
        raise typer.Exit


@app.callback()
def options(
    debug: Annotated[bool, typer.Option("--debug", help="Show the trace of an error.")] = False,
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    """Options before the command."""


app.command("run")(run)
app.command("compare")(compare_command)
app.command("agents")(agents)
app.command("play")(play)
app.command("analyse")(analyse_command)
app.command("boards")(boards_command)
app.command("review")(review_command)
app.command("bench")(bench)
app.command("optimum")(optimum_command)
app.command("reproduce")(reproduce)
app.command("train")(train)
app.command("build")(build)
app.command("web")(web)
app.add_typer(experiment)
app.add_typer(env)
app.add_typer(data)


def _end(number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + number)


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    if issubclass(category, SapperWarning):
        text = f"sapper: {message}\n"
    else:
        text = warnings.formatwarning(message, category, filename, lineno, line)
    (file or sys.stderr).write(text)


def main() -> None:
    """Run the command line."""
    # SIGTERM tidies up on its way out, as Ctrl-C does.
    signal.signal(signal.SIGTERM, _end)
    try:
        warnings.showwarning = _show_warning
        app()
    except SapperError as error:
        if "--debug" in sys.argv:
            raise
        Console(stderr=True, highlight=False, soft_wrap=True).print(
            f"sapper: {error}", markup=False, style="red"
        )
        sys.exit(2)
    except KeyboardInterrupt:
        Console(stderr=True, highlight=False).print("sapper: stopped")
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(1)
