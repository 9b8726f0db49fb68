"""
Agent ids: ``paper/name:option=value,option=value``.

The options of an agent are the keyword parameters of the function that builds
it; their annotations say how a value is read and written. Switches are ``yes``
and ``no``. An id prints back in one canonical form: options in the function's
order, those at their default left out.
"""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal

from sapper.errors import NotationError, UnknownNameError
from sapper.game.cells import format_cell, split_cell


@dataclass(frozen=True)
class CellOption:
    """A cell of any grid, typed ``r4c4``: column and row counted from 0."""

    column: int
    row: int

    @classmethod
    def parse(cls, text: str) -> CellOption:
        """Read ``r4c4``."""
        return cls(*split_cell(text))

    def __str__(self) -> str:
        return format_cell(self.row * 1_000_000_000 + self.column, 1_000_000_000)


@dataclass(frozen=True)
class WindowOption:
    """A window of a size, typed ``5x5`` (columns x rows), or ``whole`` for the whole grid."""

    typed: ClassVar[str] = "COLUMNSxROWS|whole"

    columns: int = 0
    rows: int = 0

    @classmethod
    def parse(cls, text: str) -> WindowOption:
        """Read ``5x5`` or ``whole``."""
        if text == "whole":
            return cls()
        columns, times, rows = text.partition("x")
        if not times or not (columns.isdecimal() and rows.isdecimal()):
            raise ValueError(text)
        size = cls(int(columns), int(rows))
        if size.columns < 1 or size.rows < 1:
            raise ValueError(text)
        return size

    @property
    def is_whole(self) -> bool:
        """Whether nothing is hidden."""
        return self.columns == 0

    def __str__(self) -> str:
        return "whole" if self.is_whole else f"{self.columns}x{self.rows}"


@dataclass(frozen=True)
class FileOption:
    """A file by its path."""

    typed: ClassVar[str] = "FILE"

    path: str

    @classmethod
    def parse(cls, text: str) -> FileOption:
        """Take the path as it is typed."""
        return cls(text)

    def __str__(self) -> str:
        return self.path


_SWITCH: Final = {"yes": True, "no": False}


@dataclass(frozen=True)
class Option:
    """
    One option: its name, default, the values it takes, and how to read them.

    ``parameter`` is what the function that builds the agent calls it: a name that
    Python keeps for itself has an underscore there (``global_``).
    """

    name: str
    default: Any
    values: str
    read: Callable[[str], Any]
    parameter: str = ""

    def parse(self, text: str) -> Any:
        """Read a value, or say what was expected."""
        try:
            return self.read(text)
        except (ValueError, KeyError):
            raise NotationError(
                f"expected {self.name}={self.values}, got {self.name}={text}"
            ) from None

    def format(self, value: Any) -> str:
        """Write a value as it is typed."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return "none" if value is None else str(value)


def options_of(build: Callable[..., Any]) -> dict[str, Option]:
    """Read an agent's options off the function that builds it."""
    hints = typing.get_type_hints(build)
    made = (
        _make_option(name, hints[name], parameter.default)
        for name, parameter in inspect.signature(build).parameters.items()
    )
    return {option.name: option for option in made}


def _make_option(parameter: str, hint: Any, default: Any) -> Option:
    values, read = _reader(hint)
    return Option(parameter.removesuffix("_"), default, values, read, parameter)


def _reader(hint: Any) -> tuple[str, Callable[[str], Any]]:
    """Return what a value looks like and the function that reads it."""
    origin = typing.get_origin(hint)
    if origin in (types.UnionType, typing.Union):
        inner = [part for part in typing.get_args(hint) if part is not type(None)]
        values, read = _reader(inner[0])
        return f"{values}|none", lambda text: None if text == "none" else read(text)
    if origin is Literal:
        choices = {str(choice): choice for choice in typing.get_args(hint)}
        return "|".join(choices), lambda text: choices[text]
    if hint is bool:
        return "yes|no", lambda text: _SWITCH[text]
    if hint in (int, float):
        return "NUMBER", hint
    if hint is str:
        return "TEXT", str
    if hasattr(hint, "parse"):
        return getattr(hint, "typed", "r4c4"), hint.parse
    raise TypeError(f"no way to read an option of type {hint!r}")


# Agents that are programs: the command stands last in the id, as it is typed.
ENGINE: Final = "engine"
_COMMAND: Final = "command"
_TYPED_OPTIONS: Final = re.compile(r"(\w+=[^,:\s]*(?:,\w+=[^,:\s]*)*):(.*)", re.DOTALL)


def split_id(text: str) -> tuple[str, dict[str, str]]:
    """
    Split an id into its name and the options as typed.

    >>> split_id("kvietinskas/single-point:first=r4c4,flags=no")
    ('kvietinskas/single-point', {'first': 'r4c4', 'flags': 'no'})
    >>> split_id("engine:seconds=2:./solver --level=9")
    ('engine', {'seconds': '2', 'command': './solver --level=9'})
    """
    name, colon, tail = text.partition(":")
    if name == ENGINE:
        match = _TYPED_OPTIONS.fullmatch(tail)
        typed, command = match.groups() if match else ("", tail)
        return name, {**_split_options(text, name, typed), _COMMAND: command.strip()}
    return name, _split_options(text, name, tail) if colon else {}


def join_id(name: str, typed: Mapping[str, str]) -> str:
    """
    Write an id with options as typed: the inverse of `split_id`.

    >>> join_id("engine", {"command": "./solver", "seconds": "2"})
    'engine:seconds=2:./solver'
    """
    options = ",".join(f"{key}={value}" for key, value in typed.items() if key != _COMMAND)
    parts = [name, *([options] if options else [])]
    return ":".join(parts + ([typed[_COMMAND]] if _COMMAND in typed else []))


def _split_options(text: str, name: str, tail: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for item in tail.split(",") if tail or name != ENGINE else []:
        key, equals, value = item.partition("=")
        if not equals or not key or not value:
            raise NotationError(f"expected options such as {name}:name=value, got {text!r}")
        if key in options:
            raise NotationError(f"expected the option {key!r} once, got {text!r}")
        options[key] = value
    return options


def parse_options(name: str, typed: dict[str, str], known: dict[str, Option]) -> dict[str, Any]:
    """Read the typed options of the agent ``name``."""
    values = {}
    for key, text in typed.items():
        if key not in known:
            if not known:
                raise UnknownNameError(f"unknown option {key!r}; {name} has no options")
            raise UnknownNameError.of(f"option of {name}", key, known)
        values[key] = known[key].parse(text)
    return values


def format_id(name: str, values: dict[str, Any], known: dict[str, Option]) -> str:
    """Write the canonical id."""
    typed = {
        option.name: option.format(values[option.name])
        for option in known.values()
        if option.name in values and values[option.name] != option.default
    }
    return join_id(name, typed)
