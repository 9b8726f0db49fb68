"""
The experiments that the package brings: those of the papers, and some of the house.

A paper's are those that its published tables are played by (`sapper.lab.papers.published`), known
by their own name and by the table's: ``becerra-5.2`` is ``becerra/5.2``. Those of the house
are the files of `experiments/` in the checkout; the build copies them into the package.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import sapper
from sapper.errors import SapperError, UnknownNameError
from sapper.lab.experiments.definition import Definition, load_definition, read_definition
from sapper.lab.experiments.source import Source
from sapper.lab.papers.published import experiment_entries, published_tables
from sapper.lab.papers.reproduction import make_definition

# src/sapper/lab/experiments/shipped.py in a checkout; an installed file lies elsewhere.
_CHECKOUT: Final = Path(__file__).resolve().parents[4]


def shipped_names() -> list[str]:
    """Name the experiments that the package brings."""
    tables = [table.experiment for table in published_tables().values() if table.playable]
    return sorted({*_files(), *experiment_entries(), *tables})


def find_experiment(text: str) -> Definition:
    """
    Read an experiment's file by its path, or find it by name if the package brings it.

    >>> find_experiment("becerra/5.2").name
    'becerra-5.2'
    >>> find_experiment("beccera-5.2")
    Traceback (most recent call last):
    sapper.errors.UnknownNameError: unknown experiment 'beccera-5.2'; did you mean 'becerra-5.2'?
    """
    path, name = Path(text), experiment_name(text)
    if not path.is_file() and path.suffix == ".toml" and path.stem in shipped_names():
        name = path.stem
    if name not in shipped_names() or path.is_file():
        if path.suffix != ".toml" and len(path.parts) == 1 and not path.is_file():
            raise UnknownNameError.of("experiment", text, shipped_names())
        return load_definition(path)
    if name in _files():
        return load_definition(_files()[name])
    if (entry := experiment_entries().get(name)) is not None:
        return read_definition(Source(name, ""), entry)
    table = next(one for one in published_tables().values() if one.experiment == name)
    definition = make_definition(table)
    if definition is None:
        raise SapperError(f"no agent of the table {table.name!r} is built yet")
    return definition


def experiment_name(text: str) -> str:
    """Return the experiment's name where the name of a published table is given."""
    table = published_tables().get(text)
    return table.experiment if table is not None else text


def _files() -> dict[str, Path]:
    for folder in _folders():
        if found := sorted(folder.glob("*.toml")):
            return {path.stem: path for path in found}
    return {}


def _folders() -> Iterator[Path]:
    if (_CHECKOUT / "CMakeLists.txt").is_file():
        yield _CHECKOUT / "experiments"
    for place in sapper.__path__:
        yield Path(place) / "experiments"
