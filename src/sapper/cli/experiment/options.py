"""What the experiment commands have in common."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sapper.cli.completion import complete_experiment_files, complete_experiments
from sapper.errors import NotationError, SapperError
from sapper.lab.experiments import Definition, load_definition
from sapper.lab.experiments.shipped import find_file, shipped_experiments
from sapper.lab.store import DEFAULT_STORE, ExperimentRow, Store, open_store

FileArgument = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="The experiment's TOML file, or the name of one that `sapper experiment list "
        "--shipped` lists.",
        autocompletion=complete_experiment_files,
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


def _read(path: Path) -> Definition:
    """Read an experiment file; for an unknown agent, suggest --load."""
    try:
        return load_definition(path)
    except SapperError as error:
        if "unknown agent" not in str(error):
            raise
        raise NotationError(f"{error}; an agent of your own needs --load FILE.py") from None


def get_definition(file: str) -> Definition:
    """Read the experiment of a file, or of a name that the package brings."""
    return _read(find_file(file))


def shipped_definition(experiment: ExperimentRow) -> Definition | None:
    """Return the package's definition of a stored experiment, if it was played by that."""
    path = shipped_experiments().get(experiment.name)
    definition = _read(path) if path is not None else None
    return definition if definition and definition.plan() == experiment.plan else None


def find_definition(file: str) -> tuple[str, Definition | None]:
    """Read a name off a file, or take it as it is."""
    path = Path(file)
    if path.is_file() or path.suffix == ".toml":
        definition = _read(path)
        return definition.name, definition
    return file, None


def open_results(address: str) -> Store:
    """Open a store that must be there."""
    return open_store(address, create=False)
