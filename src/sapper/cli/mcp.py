"""`sapper mcp`: Minesweeper for any client of the Model Context Protocol."""

from __future__ import annotations

from typing import Annotated

import typer

from sapper.errors import MissingExtraError


def mcp(
    hide_help: Annotated[
        bool,
        typer.Option(
            "--hide-help", help="Without analyse, hint and explain: the model plays on its own."
        ),
    ] = False,
) -> None:
    """
    Serve Minesweeper over the Model Context Protocol, on standard input and output.

    Tools: new_game, show, reveal, flag, analyse, hint, explain, review. A client starts
    the command itself; docs/guides/language-models.md shows how it is told to.

    [bold]Examples[/]

    sapper mcp

    sapper mcp --hide-help
    """
    try:
        from sapper.llm.faces.mcp_server import make_server  # noqa: PLC0415 - needs the extra
    except ImportError as error:
        raise MissingExtraError.of(error.name or "mcp", "llm") from None
    make_server(hide_help=hide_help).run("stdio")
