"""
The command line: `sapper COMMAND`.

Thin: every command reads its options, calls the library and shows what comes
back. A `SapperError` is printed as one line with exit code 2; `--debug` shows
its trace; anything else is a bug and shows its own. A command's module is loaded
when the command is used, so that help and completion are quick.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import warnings
from collections.abc import Iterator
from importlib import import_module
from typing import Annotated, Any, Final, TextIO, cast

import typer

from sapper.cli.help import PlainCommand, PlainGroup
from sapper.cli.signals import INTERRUPTED, handle_signals
from sapper.cli.streams import prepare_streams
from sapper.errors import ArgumentError, SapperError, SapperWarning, UnknownNameError

_UNWRITABLE: Final = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG)

# Where each command lives and what it does, in a line; a test compares the lines with
# the commands' own.
COMMANDS: Final = {
    "play": ("play:play", "Play in the terminal, or watch an agent, with the keys or the mouse."),
    "analyse": (
        "analyse:analyse_command",
        "Show what is proven in a position, the risk of every other cell, and why.",
    ),
    "review": (
        "review:review_command",
        "Review a game: luck against skill, needless guesses, missed proofs, value lost.",
    ),
    "boards": (
        "boards:boards_command",
        "Generate boards that can be solved without a guess, each with its proof.",
    ),
    "agents": ("agents:agents", "List the agents, or show one with its options and parts."),
    "run": ("run:run", "Play agents on the same boards and show win rates with 95 % intervals."),
    "compare": (
        "compare:compare_command",
        "Compare two agents on the same boards: is one better, by how much, and how sure is it?",
    ),
    "reproduce": (
        "reproduce:reproduce",
        "Play the conditions of a published table and lay its numbers beside ours.",
    ),
    "experiment": (
        "experiment:app",
        "Experiments of any size: defined in a file, resumable at any point, turned into reports.",
    ),
    "optimum": (
        "optimum:optimum_command",
        "Find the value of a whole game under best play, and the best first cells.",
    ),
    "web": ("web:web", "Open the page: play, analyse, ask why, watch agents, compare results."),
    "engine": (
        "engine:app",
        "Answer JSON lines on standard input and output: the engine for any program.",
    ),
    "llm": (
        "llm:app",
        "Language models: evaluate them on a benchmark, serve games to train on.",
    ),
    "mcp": (
        "mcp:mcp",
        "Serve Minesweeper over the Model Context Protocol, on standard input and output.",
    ),
    "league": (
        "league:league_command",
        "Play an open league of agents and programs on stated rules, or verify a published one.",
    ),
    "env": ("env:app", "Policies for the Gymnasium environment."),
    "data": ("data:app", "Write training data."),
    "train": ("train:train", "Train the model of a learned agent."),
    "build": (
        "build:build",
        "Make the pattern database of Vaitzman et al.: every 4x4 layout, a thousand games each.",
    ),
    "bench": (
        "bench:bench",
        "Play a fixed workload on one core: games a second and the signature of each agent.",
    ),
}


# What a word that does not fit raises, whichever library reads the words for typer.
_UsageError = cast("type[Exception]", typer.BadParameter.__mro__[1])


class _Commands(PlainGroup):
    """The commands by name, each loaded when it is used."""

    _is_completing = False

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        """Read the options before the command."""
        with _errors_in_a_line():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: Any) -> Any:
        """Read the rest, and run the command."""
        with _errors_in_a_line():
            return super().invoke(ctx)

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - the interface has it
        """Name the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Load a command; while names are completed, what they do is enough."""
        if cmd_name not in COMMANDS:
            if ctx.resilient_parsing:
                return None
            raise UnknownNameError.of("command", cmd_name, COMMANDS)
        if self._is_completing:
            return PlainCommand(cmd_name, help=COMMANDS[cmd_name][1])
        return load_command(cmd_name)

    def short_help_of(self, ctx: Any, name: str) -> str:  # noqa: ARG002 - the interface has it
        """Describe a command in a line, without loading it."""
        return COMMANDS[name][1]

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """Offer commands and options without loading any of them."""
        self._is_completing = True
        return super().shell_complete(ctx, incomplete)


@contextlib.contextmanager
def _errors_in_a_line() -> Iterator[None]:
    """Report words that do not fit in one line, as every other error."""
    try:
        yield
    except _UsageError as error:
        said, ctx = getattr(error, "format_message", str)(), getattr(error, "ctx", None)
        if ctx is None or "\n" in said:  # a group without a command: that shows its help
            raise
        said = said[:1].lower() + said[1:].rstrip(".")
        raise ArgumentError(f"{said}; see `{ctx.command_path} -h`") from None


def load_command(name: str) -> Any:
    """Load the module of a command and make the command of its function or app."""
    module, _, attribute = COMMANDS[name][0].partition(":")
    try:
        found = getattr(import_module(f"sapper.cli.{module}"), attribute)
    except KeyboardInterrupt:
        _say("stopped")
        sys.exit(INTERRUPTED)
    if isinstance(found, typer.Typer):
        return typer.main.get_group(found)
    single = typer.Typer(add_completion=False, rich_markup_mode=None)
    single.command(name, cls=PlainCommand)(found)
    return typer.main.get_command(single)


app = typer.Typer(
    name="sapper",
    cls=_Commands,
    help="A Minesweeper laboratory: play, watch and compare agents on the same boards.",
    epilog=(
        "Try: [bold]sapper play[/] · [bold]sapper agents[/] · "
        "[bold]sapper run kvietinskas/single-point --on expert --games 1000[/]"
    ),
    no_args_is_help=True,
    rich_markup_mode=None,
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
    prepare_streams()
    handle_signals()  # SIGTERM tidies up on its way out, as Ctrl-C does
    try:
        warnings.showwarning = _show_warning
        try:
            app(prog_name="sapper")
        finally:
            sys.stdout.flush()
    except SapperError as error:
        if "--debug" in sys.argv:
            raise
        _say(str(error), "31")
        sys.exit(2)
    except KeyboardInterrupt:
        _say("stopped")
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        sys.exit(1)
    except OSError as error:
        # Standard output has no name; a file has, and is somebody else's error.
        if error.errno not in _UNWRITABLE or error.filename is not None:
            raise
        _drop_output()
        _say(f"cannot write the output: {error.strerror}", "31")
        sys.exit(2)
    except Exception as error:
        told = _describe_own(error)
        if "--debug" in sys.argv or not told:
            raise
        sys.stderr.write(told + "\n")
        sys.exit(1)


def _describe_own(error: Exception) -> str:
    """Point to the user's own code where an error is; "" if it is in ours."""
    from sapper.agents.own_frames import describe_own  # noqa: PLC0415 - loads the agents

    return describe_own(error)


def _say(words: str, colour: str = "") -> None:
    """Write one line on stderr."""
    text = f"sapper: {words}"
    is_coloured = colour and sys.stderr.isatty() and "NO_COLOR" not in os.environ
    sys.stderr.write(f"\033[{colour}m{text}\033[0m\n" if is_coloured else f"{text}\n")


def _drop_output() -> None:
    """Send what is still to be written nowhere, so that the end of Python is silent."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
