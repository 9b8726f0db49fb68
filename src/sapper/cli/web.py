"""`sapper web`: the page in the browser, served from here or written as one file."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console

from sapper.cli.listening import HOST, listen
from sapper.cli.signals import INTERRUPTED
from sapper.errors import MissingExtraError, SapperError


def web(
    export: Annotated[
        Path | None,
        typer.Option(
            "--export",
            metavar="FILE.html",
            help="Write the whole page as one file that works from a disk, and serve nothing.",
        ),
    ] = None,
    store: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|URL", help="Show the experiments of this store, as they go on, too."
        ),
    ] = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port on this machine; 0 for any free one.")
    ] = 8765,
    show: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in the browser.")
    ] = True,
) -> None:
    """
    Open the page: play, analyse, ask why, watch agents, compare results.

    Everything is computed in the browser. The server answers this machine only.

    [bold]Examples[/]

    sapper web

    sapper web --export sapper.html

    sapper web --store sapper.db --port 8080
    """
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    if export is not None:
        from sapper.web.export import export_page  # noqa: PLC0415 - loads all agents

        size = export_page(export)
        console.print(f"the page is {export} ({size:,} bytes); open it in any browser")
        return
    try:
        import uvicorn  # noqa: PLC0415 - an optional dependency

        from sapper.web.server import make_app, num_at_work  # noqa: PLC0415 - needs the extra
    except ImportError as error:
        raise MissingExtraError.of(error.name or "starlette", "web") from None

    listening = listen(port)
    port = listening.getsockname()[1]
    try:
        app = make_app(port, store)
    except SapperError:
        listening.close()
        raise
    address = f"http://{HOST}:{port}/"
    console.print(f"the page is {address}   (stop with Ctrl-C)")
    if show:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    config = uvicorn.Config(
        app, log_level="warning", server_header=False, lifespan="off", timeout_graceful_shutdown=1
    )
    try:
        uvicorn.Server(config).run(sockets=[listening])
    except (KeyboardInterrupt, SystemExit) as stopped:
        if num_at_work() > 0:
            _leave(stopped)
        raise


def _leave(stopped: KeyboardInterrupt | SystemExit) -> NoReturn:
    """End the process while threads compute: Python's own end would abort in the core."""
    if isinstance(stopped, SystemExit):
        os._exit(int(stopped.code or 0))
    sys.stderr.write("sapper: stopped\n")
    sys.stderr.flush()
    os._exit(INTERRUPTED)
