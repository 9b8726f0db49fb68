"""
What a part of an agent is.

An agent is an opener, deducers in order and a guesser. A part is a frozen
dataclass: pure data, equal, hashable, picklable. Most house parts only name a
native implementation (`NativePart`); a part written in Python has the method of
its protocol and works in the same place. `CONTRIBUTING.md` shows how to write one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol, runtime_checkable

from sapper import _core
from sapper.game.moves import Move
from sapper.game.position import Position

if TYPE_CHECKING:
    from sapper.agents.run.questions import Questions

Random = _core.Random


@dataclass(frozen=True)
class Deduction:
    """Cells proven safe, cells proven mines, and the clues it came from."""

    safe: tuple[int, ...] = ()
    mines: tuple[int, ...] = ()
    clues: tuple[int, ...] = ()


@dataclass(frozen=True)
class Forfeit:
    """No move: the game is lost, for a reason of the column ``forfeit`` (1 to 5)."""

    reason: int
    said: str = ""


@runtime_checkable
class Opener(Protocol):
    """Chooses the first cell."""

    def open(self, position: Position, random: Random) -> int:
        """Return the cell to reveal first; the position is blank."""


@runtime_checkable
class Deducer(Protocol):
    """
    Proves cells safe or mines.

    A deducer that keeps state during a game has a method ``start(position)`` too:
    it is called once a game and returns the object whose ``deduce`` is used.
    """

    def deduce(self, position: Position, changed: Sequence[int]) -> Iterable[Deduction]:
        """Prove what can be proven; ``changed`` are the cells changed since the last call."""


@dataclass(frozen=True)
class WindowCount:
    """
    What a window shows of the mine count.

    ``inside`` has a 1 for each cell inside the window and a 0 for each of its rim,
    of which nothing is known. Among the covered cells inside are at most ``most``
    mines; among those and the cells of the rim next to a clue 1 to 8 at least
    ``least``.

    References:
        [1] Kvietinskas 2021, section 5.4.1.
    """

    inside: bytes
    most: int
    least: int


@runtime_checkable
class WindowDeducer(Protocol):
    """
    A deducer that knows what the mine count is worth inside a window.

    Behind a window this method is called instead of ``deduce``. A deducer that
    does not look at the number of mines does not need it.
    """

    def deduce_in_window(self, position: Position, count: WindowCount) -> Iterable[Deduction]:
        """Prove what can be proven of the cells inside and on the rim."""


@runtime_checkable
class Guesser(Protocol):
    """
    Chooses a cell when nothing is proven.

    `BatchGuesser` answers many games at once and `GuesserMaker` keeps state; both
    work in the same place.
    """

    def guess(self, position: Position, allowed: Sequence[int], random: Random) -> int | Move:
        """Return one of the allowed cells (covered, not proven to be mines), or a flag move."""


@runtime_checkable
class BatchGuesser(Protocol):
    """A guesser that answers many games at once."""

    def guess_many(self, questions: Questions) -> Sequence[int | Move | Forfeit]:
        """Return a cell, or a flag move, for each question; or a forfeit, which loses the game."""


@runtime_checkable
class GuesserMaker(Protocol):
    """A guesser that keeps state: it is asked for a new one for every batch of games."""

    def start(self) -> Guesser | BatchGuesser:
        """Return the guesser to ask."""


AnyGuesser = Guesser | BatchGuesser | GuesserMaker


class NativeOption(NamedTuple):
    """An option of a native part; of ``words`` to choose from the default is the first."""

    name: str
    default: bool | float | str
    words: tuple[str, ...]
    meaning: str


@cache
def native_options() -> dict[str, tuple[NativeOption, ...]]:
    """
    Return the options of every native part by its native name, as the core declares them.

    >>> native_options()["exact"][0].meaning
    'use the number of mines'
    """
    return {
        part: tuple(_read_option(*row) for row in rows)
        for part, rows in _core.native_parts().items()
    }


def _read_option(name: str, value: bool | float | str, meaning: str) -> NativeOption:
    words = tuple(value.split("|")) if isinstance(value, str) else ()
    return NativeOption(name, words[0] if words else value, words, meaning)


@dataclass(frozen=True)
class NativePart:
    """A part that the core implements under ``native_name``, with its fields as options."""

    native_name: ClassVar[str]

    def __init_subclass__(cls) -> None:
        """Add the options to the docstring, as the core declares them."""
        options = native_options().get(getattr(cls, "native_name", ""), ())
        if options and "native_name" in vars(cls):
            lines = (f"    - ``{one.name}``: {one.meaning}" for one in options)
            cls.__doc__ = f"{(cls.__doc__ or '').rstrip()}\n\n" + "\n".join(lines) + "\n    "

    def native_spec(self) -> _core.PartSpec:
        """Return the core's form of the part."""
        return _core.PartSpec(
            self.native_name, {field.name: getattr(self, field.name) for field in fields(self)}
        )


@dataclass(frozen=True)
class NativeWrapper(NativePart):
    """A native part around a deducer, native or not."""

    deducer: NativePart | Deducer

    def native_spec(self) -> _core.PartSpec:
        """Return the core's form of the wrapper alone."""
        options = {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if field.name != "deducer"
        }
        return _core.PartSpec(self.native_name, options)


def part_name(part: object) -> str:
    """
    Name a part in the house form.

    >>> class SinglePoint: ...
    >>> part_name(SinglePoint())
    'single_point'
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", type(part).__name__).lower()
