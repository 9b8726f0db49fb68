"""`sapper engine`: the engine for programs in any language, and a check of other programs."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Literal

import typer

from sapper.cli.help import PlainCommand, make_group

app = make_group(
    "engine",
    "Answer JSON lines on standard input and output: the engine for any program.",
    needs_command=False,
)


@app.callback(invoke_without_command=True)
def engine(ctx: typer.Context) -> None:
    """
    Answer JSON lines on standard input and output: the engine for any program.

    One request a line, `{"id": 1, "do": "analyse", "position": "..1./..2./11../.... 3"}`,
    one answer a line, with the same id. The end of the input, or `quit`, ends it.
    docs/guides/engine.md has every request with its fields.
    """
    if ctx.invoked_subcommand is None:
        from sapper.engine.serve import serve  # noqa: PLC0415 - a check needs none of it

        serve()


@app.command("check", cls=PlainCommand)
def check(
    command: Annotated[
        str, typer.Argument(metavar="COMMAND", help="The program, as typed in a shell, in quotes.")
    ],
    dialect: Annotated[
        Literal["sapper", "codingame"],
        typer.Option(
            metavar="sapper|codingame", help="How it is asked; docs/guides/engine.md shows both."
        ),
    ] = "sapper",
    games: Annotated[int, typer.Option(min=1, help="Games on each grid.")] = 10,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON array on stdout and nothing else.")
    ] = False,
) -> None:
    """
    Check that a program keeps what `engine:COMMAND` needs, a line for each promise.

    It plays on small and odd grids under every rule; what it writes to standard error is
    shown. The exit code is 1 if a promise is broken.

    [bold]Examples[/]

    sapper engine check "node examples/engines/solver.mjs"

    sapper engine check "./my_bot --fast" --dialect codingame --games 3
    """
    from sapper.agents.registry import load_agent  # noqa: PLC0415 - the engine needs none of it
    from sapper.cli.tables import print_json  # noqa: PLC0415 - as above
    from sapper.testing.programs import check_program  # noqa: PLC0415 - as above

    words = command if command.startswith("engine:") else f"engine:dialect={dialect}:{command}"
    found = []
    for promise in check_program(load_agent(words), num_games=games):
        found.append(promise)
        if not as_json:
            typer.echo(str(promise))
    if as_json:
        print_json([asdict(promise) for promise in found])
    if not all(promise.is_kept for promise in found):
        raise typer.Exit(1)
