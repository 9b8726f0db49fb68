"""
The experiments that the package brings: those of the papers, and some of the house.

They are the files of `experiments/` in the checkout; the build copies them into the
package, so that `sapper experiment run becerra-5.2` needs no file at hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import sapper
from sapper.errors import NotationError, UnknownNameError

# src/sapper/lab/experiments/shipped.py in a checkout; an installed file lies elsewhere.
_CHECKOUT: Final = Path(__file__).resolve().parents[4]


def shipped_experiments() -> dict[str, Path]:
    """Return the file of every experiment that the package brings, by name."""
    for folder in _folders():
        if found := sorted(folder.glob("*.toml")):
            return {path.stem: path for path in found}
    return {}


def find_file(text: str) -> Path:
    """
    Find an experiment's file by its path, or by name if the package brings it.

    >>> find_file("becerra-5.2").name
    'becerra-5.2.toml'
    >>> find_file("beccera-5.2")
    Traceback (most recent call last):
    sapper.errors.UnknownNameError: unknown experiment 'beccera-5.2'; did you mean 'becerra-5.2'?
    """
    path = Path(text)
    if path.is_file():
        return path
    known = shipped_experiments()
    if path.suffix == ".toml" or len(path.parts) != 1:
        if path.suffix == ".toml" and path.stem in known:
            raise NotationError(
                f"no experiment file {text!r}; the package brings it by the name {path.stem!r}"
            )
        return path
    if text not in known:
        raise UnknownNameError.of("experiment", text, known)
    return known[text]


def _folders() -> Iterator[Path]:
    if (_CHECKOUT / "CMakeLists.txt").is_file():
        yield _CHECKOUT / "experiments"
    for place in sapper.__path__:
        yield Path(place) / "experiments"
