"""What the experiment commands have in common."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sapper.cli.completion import complete_experiment_files, complete_experiments
from sapper.errors import NotationError, SapperError
from sapper.lab.experiments import Definition, load_definition
from sapper.lab.store import DEFAULT_STORE, Store, open_store

FileArgument = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="The experiment's TOML file.", autocompletion=complete_experiment_files
    ),
]
ResultArgument = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="The experiment's TOML file, or its name.",
        autocompletion=complete_experiments,
    ),
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


def read_definition(path: Path) -> Definition:
    """Read an experiment file; of an agent that nobody knows say how to bring one's own."""
    try:
        return load_definition(path)
    except SapperError as error:
        if "unknown agent" not in str(error):
            raise
        raise NotationError(f"{error}; an agent of your own needs --load FILE.py") from None


def find_definition(file: str) -> tuple[str, Definition | None]:
    """Read a name off a file, or take it as it is."""
    path = Path(file)
    if path.is_file() or path.suffix == ".toml":
        definition = read_definition(path)
        return definition.name, definition
    return file, None


def open_results(address: str) -> Store:
    """Open a store that must be there."""
    return open_store(address, create=False)
