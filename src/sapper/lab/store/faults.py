"""What databases say when something is wrong, in our words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError

from sapper.errors import StoreError

_AGAIN = "nothing was written in part; run again to go on"
_DAMAGED = "it is damaged, or no store at all; put a copy back or name another with --store"
# What a driver's message holds, and what we make of it.
_KNOWN = (
    # First: the driver begins its sentence with "connection failed".
    (
        ("password authentication failed", "no password supplied"),
        "cannot connect: the password was refused",
    ),
    (
        (
            "authentication failed",
            "no pg_hba.conf entry",
            'fatal:  role "',
            'fatal:  database "',
        ),
        "cannot connect: the server refused the user or the database",
    ),
    (
        ("connection refused", "could not translate host", "connection timeout", "name or service"),
        "cannot connect: nothing answers there",
    ),
    (("disk is full", "no space left"), f"the disk is full: make room; {_AGAIN}"),
    (("database is locked", "locked"), f"another process has kept it locked; {_AGAIN}"),
    (
        ("not a database", "malformed", "disk image"),
        _DAMAGED,
    ),
    (("readonly", "read-only", "permission denied"), "it may not be written"),
    (("unable to open",), "the file cannot be opened; is the folder there?"),
    (("disk i/o error",), f"the disk cannot be written; {_AGAIN}"),
    (
        ("connection", "server closed", "terminating", "could not connect", "ssl syscall"),
        f"the connection is lost; {_AGAIN}",
    ),
)

# What PostgreSQL calls a row that is unique and there already, and overlapping ranges.
_THERE_ALREADY = ("23505", "23P01")
# A server that stops or starts: administrator, crash, cannot connect now.
_RESTARTS = ("57P01", "57P02", "57P03")
# So begins what such a server answers to a new connection; the driver gives no state then.
_STARTING = "the database system is "
# What PostgreSQL calls deadlocks and transactions that cannot be put in an order.
_DEADLOCKS = ("40P01", "40001")


@contextmanager
def store_errors(address: str) -> Iterator[None]:
    """Turn whatever a database raises into a `StoreError`."""
    try:
        yield
    except SQLAlchemyError as error:
        raise StoreError(f"cannot use the store {address!r}: {explain(error)}") from error
    except UnicodeDecodeError as error:  # what SQLite quotes of a damaged file
        raise StoreError(f"cannot use the store {address!r}: {_DAMAGED}") from error


def explain(error: SQLAlchemyError) -> str:
    """Explain what is wrong and what to do."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    said = (str(cause).strip() or type(cause).__name__).splitlines()[0]
    lower = said.lower()
    for signs, meaning in _KNOWN:
        if any(sign in lower for sign in signs):
            return f"{meaning} ({said})"
    return said


def is_already_there(error: BaseException | None) -> bool:
    """Return whether the database refused games only because it has them already."""
    if not isinstance(error, IntegrityError):
        return False
    state = getattr(error.orig, "sqlstate", None)
    if state is not None:
        return state in _THERE_ALREADY
    said = str(error.orig)
    return "games_only_once" in said or "UNIQUE constraint failed: task." in said


def is_worth_another_try(error: SQLAlchemyError) -> bool:
    """Return whether another try may help: after a lost connection, or a deadlock."""
    if not isinstance(error, DBAPIError):
        return False
    state = getattr(error.orig, "sqlstate", None)
    if is_refused(error) and _STARTING in str(error.orig):
        return True
    return error.connection_invalidated or state in (*_DEADLOCKS, *_RESTARTS)


def is_refused(error: SQLAlchemyError) -> bool:
    """Return whether a server refused the connection; drivers give no state then."""
    return isinstance(error, OperationalError) and getattr(error.orig, "sqlstate", "none") is None
