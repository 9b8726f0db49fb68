"""
Agents of other people's packages, found through the entry point group ``sapper.agents``.

A package names a module in its ``pyproject.toml``; the module registers agents as the
house's own files do::

    [project.entry-points."sapper.agents"]
    mine = "my_package.agents"

What cannot be loaded, or registers an agent that cannot be built, is reported in one
line and left out as a whole; everybody else's agents stay.
"""

from __future__ import annotations

import warnings
from collections.abc import MutableMapping
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Final

from sapper.errors import SapperWarning

if TYPE_CHECKING:
    from sapper.agents.registry import Entry

GROUP: Final = "sapper.agents"


def load_packages(known: MutableMapping[str, Entry]) -> None:
    """Load every installed package's agents; ``known`` is what registering adds to."""
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        before = dict(known)
        try:
            point.load()
            for name in known.keys() - before.keys():
                known[name].make({})
        # Whatever somebody's module does while it is loaded, the rest must go on.
        except (Exception, SystemExit) as error:
            known.clear()
            known.update(before)
            said = " ".join(f"{type(error).__name__}: {error}".split())
            warnings.warn(
                f"left out the agents of {_origin(point)}: {said}", SapperWarning, stacklevel=2
            )


def _origin(point: EntryPoint) -> str:
    where = f"entry point {point.name!r}, {point.value}"
    return f"the package {point.dist.name!r} ({where})" if point.dist is not None else where
