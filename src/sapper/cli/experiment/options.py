"""What the experiment commands have in common."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sapper.cli.completion import complete_experiment_files, complete_experiments
from sapper.errors import NotationError, SapperError
from sapper.lab.experiments import Definition
from sapper.lab.experiments.shipped import experiment_name, find_experiment, shipped_names
from sapper.lab.store import DEFAULT_STORE, ExperimentRow

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


def get_definition(file: str) -> Definition:
    """
    Read the experiment of a file, or of a name that the package brings.

    Where an agent is not known the error suggests --load.
    """
    try:
        return find_experiment(file)
    except SapperError as error:
        if "unknown agent" not in str(error):
            raise
        raise NotationError(f"{error}; an agent of your own needs --load FILE.py") from None


def shipped_definition(experiment: ExperimentRow) -> Definition | None:
    """Return the package's definition of a stored experiment, if it was played by that."""
    if experiment.name not in shipped_names():
        return None
    definition = get_definition(experiment.name)
    return definition if definition.plan() == experiment.plan else None


def find_definition(file: str) -> tuple[str, Definition | None]:
    """Read a name off a file, or take it as it is."""
    path = Path(file)
    if path.is_file() or path.suffix == ".toml":
        definition = get_definition(file)
        return definition.name, definition
    return experiment_name(file), None
