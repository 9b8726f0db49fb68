"""
Every error that Sapper raises on purpose, in one tree.

::

    SapperError
    ├── NotationError              text or bytes that are not what they should be
    ├── ArgumentError              an argument of another type than expected
    ├── RulesError                 a grid, number of mines or first cell that cannot be
    ├── IllegalMoveError           a move that the position does not allow
    ├── InconsistentPositionError  no layout fits what the position shows
    ├── WrongDeductionError        an agent "proved" something that is not so
    ├── UnknownNameError           no agent, part, option, difficulty of that name
    ├── BudgetExceededError        a stated limit was reached; carries what was found
    ├── StoreError                 a store cannot be read or written
    ├── ModelError                 a trained model is missing or not what it should be
    └── MissingExtraError          an optional dependency is not installed

Messages are lower case: what was expected, what was got, what to do. The
command line prints them as one line; any other exception is a bug.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from fractions import Fraction
from operator import index
from typing import Final, NamedTuple

MOST_WORKERS: Final = 1024  # on one machine; a typing error should not start a million
_LONGEST_SHOWN: Final = 60  # of a value, in a message
_ALIKE: Final = 0.6  # of two names, so that one is a slip of the other
_MOST_NAMES: Final = 20  # of those that are known, in one message


class SapperWarning(UserWarning):
    """Something was left out, and the rest goes on; the command line prints it as one line."""


class TerminatedError(SystemExit):
    """SIGTERM ends the command; unlike a part of an agent that calls ``sys.exit``."""


class SapperError(Exception):
    """Base of all errors that are the caller's to handle."""


class NotationError(SapperError, ValueError):
    """Text or bytes could not be read."""


class ArgumentError(SapperError, TypeError):
    """An argument has another type than expected."""


class RulesError(SapperError, ValueError):
    """No game can have these rules, this size or this first cell."""


class IllegalMoveError(SapperError, ValueError):
    """The position does not allow this move."""


class InconsistentPositionError(SapperError, ValueError):
    """
    No layout fits the position.

    The clues, together with the number of mines where that is needed, cannot
    all hold; none of them can be left out while ``is_minimal``.
    """

    clues: tuple[int, ...] = ()
    needs_mine_count: bool = False
    is_minimal: bool = True


class WrongDeductionError(SapperError):
    """A deducer claimed to have proven what is not so."""


class UnknownNameError(SapperError, LookupError):
    """A name that nothing is registered under."""

    @classmethod
    def of(cls, kind: str, name: str, known: Iterable[str]) -> UnknownNameError:
        """
        Make an error that names the nearest known name.

        >>> str(UnknownNameError.of("agent", "randon", ["random", "becerra/dssp"]))
        "unknown agent 'randon'; did you mean 'random'?"
        """
        names = sorted(known)
        near = get_close_matches(name, names, n=1, cutoff=_ALIKE)
        shown = names if len(names) <= _MOST_NAMES else [*names[:_MOST_NAMES], "…"]
        hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(shown) or 'none'}"
        return cls(f"unknown {kind} {name!r}; {hint}")


class PartialFindings(NamedTuple):
    """What an analysis had proven when it reached its limit: true, but not complete."""

    safe: tuple[int, ...]
    mines: tuple[int, ...]
    components_done: int
    num_components: int


class BudgetExceededError(SapperError):
    """A stated limit was reached before the work was done; `partial` is what was found."""

    max_states: int = 0
    partial: PartialFindings | None = None
    # Of a value: two numbers between which it lies.
    bounds: tuple[Fraction, Fraction] | None = None


class StoreError(SapperError):
    """A store of results cannot be used."""


class ModelError(SapperError):
    """A trained model cannot be used; the message names the command that builds it."""


class MissingExtraError(SapperError, ImportError):
    """An optional dependency is not installed."""

    @classmethod
    def of(cls, package: str, extra: str) -> MissingExtraError:
        """Make the error that names the extra to install."""
        return cls(f"this needs {package}, which is not installed; pip install 'sapper[{extra}]'")


def check_type(value: object, kinds: type | tuple[type, ...], what: str, remedy: str = "") -> None:
    """
    Raise an error unless an argument has one of the types.

    >>> check_type("..1 1", int, "a number", "int(text) reads one")
    Traceback (most recent call last):
    sapper.errors.ArgumentError: expected a number, got str '..1 1'; int(text) reads one
    """
    if not isinstance(value, kinds):
        raise wrong_type(value, what, remedy)


def wrong_type(value: object, what: str, remedy: str = "") -> ArgumentError:
    """Make the error that says what was expected instead of a value."""
    shown = repr(value)
    shown = shown if len(shown) <= _LONGEST_SHOWN else f"{shown[:_LONGEST_SHOWN]}…"
    end = f"; {remedy}" if remedy else ""
    return ArgumentError(f"expected {what}, got {type(value).__name__} {shown}{end}")


def check_whole(value: object, what: str, least: int | None = None, most: int | None = None) -> int:
    """
    Return a whole number, of any integer type, or raise an error.

    >>> check_whole(2.5, "a number of games")
    Traceback (most recent call last):
    sapper.errors.ArgumentError: expected a number of games as a whole number, got float 2.5
    """
    try:
        number = index(value)  # type: ignore[arg-type]  # that is the question
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise wrong_type(value, f"{what} as a whole number")
    if least is not None and number < least:
        raise ArgumentError(f"expected {what} of at least {least}, got {number}")
    if most is not None and number > most:
        raise ArgumentError(f"expected {what} of at most {most}, got {number}")
    return number
