"""
The store of an address: a path, or a URL whose scheme says which store it is.

SQLite and PostgreSQL are ours (`opening.py`). Others come with installed packages, each
named by its scheme in the entry point group ``sapper.stores``::

    [project.entry-points."sapper.stores"]
    mine = "my_package.stores:open_store"

``open_store(address, create=True)`` then opens ``mine://anything`` and returns a `Store`;
`sapper.testing.check_store` checks it.
"""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Any, Final

from sapper.errors import StoreError
from sapper.lab.store.protocol import Store

GROUP: Final = "sapper.stores"
DEFAULT_STORE: Final = "sapper.db"
_OURS: Final = ("sqlite", "postgresql", "postgres")


def open_store(address: str = DEFAULT_STORE, *, create: bool = True, **options: Any) -> Store:
    """
    Open a store, made or brought up to date if need be.

    Without ``create`` it must exist, and one that may not be written is opened for
    reading. ``options`` are those of `opening.open_store`.
    """
    scheme, is_url, _ = address.partition("://")
    if is_url and scheme.partition("+")[0] not in _OURS:
        return _open_another(scheme, address, create)
    # Runs kept in memory need no database library, which takes long to load.
    from sapper.lab.store import opening  # noqa: PLC0415

    return opening.open_store(address, create=create, **options)


def _open_another(scheme: str, address: str, create: bool) -> Store:
    """Open a store of an installed package."""
    points = {point.name: point for point in entry_points(group=GROUP)}
    if scheme not in points:
        known = ", ".join(["sqlite", "postgresql", *sorted(points)])
        raise StoreError(f"expected a store on one of {known}, got {scheme!r}")
    try:
        opener = points[scheme].load()
    # Whatever somebody's module does while it is loaded, it is their store that is missing.
    except (Exception, SystemExit) as error:
        said = " ".join(f"{type(error).__name__}: {error}".split())
        raise StoreError(
            f"cannot load the store {scheme!r} ({points[scheme].value}): {said}"
        ) from None
    store: Store = opener(address, create=create)
    return store
