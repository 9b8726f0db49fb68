"""What the experiment commands have in common."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sapper.lab.experiments import Definition, load_definition
from sapper.lab.store import DEFAULT_STORE, Store, open_store

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="The experiment's TOML file.")]
ResultArgument = Annotated[
    str, typer.Argument(metavar="FILE", help="The experiment's TOML file, or its name.")
]
StoreOption = Annotated[
    str,
    typer.Option(
        "--store",
        metavar="PATH|URL",
        envvar="SAPPER_STORE",
        help="An SQLite file, or postgresql://user@host/name.",
    ),
]
STORE = DEFAULT_STORE


def find_definition(file: str) -> tuple[str, Definition | None]:
    """Read a name off a file, or take it as it is."""
    path = Path(file)
    if path.is_file() or path.suffix == ".toml":
        definition = load_definition(path)
        return definition.name, definition
    return file, None


def open_results(address: str) -> Store:
    """Open a store that must be there."""
    return open_store(address, create=False)
