"""
Where things stand in a TOML file.

The standard library's reader gives values without their places. Experiment files
are short and plain, so the places are found again by reading the lines: table
headings, keys, and the line on which a list's item is written.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from sapper.errors import NotationError

_TABLE = re.compile(r"\s*\[\[?\s*([\w.\-\"' ]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"\s*([\w.\-\"']+(?:\s*\.\s*[\w\-\"']+)*)\s*=")
_SYNTAX_PLACE = re.compile(r"\s*\(at line (\d+), column \d+\)|\s*\(at end of document\)")
_LONG_NUMBER = re.compile(r"\d{4300}")
_LONGEST = 120
# Far beyond any experiment; the reader takes a key of many parts in quadratic time and memory.
_MOST_LETTERS = 1_000_000
_MANY_PARTS = re.compile(r"(?:[\w\-\"']+[ \t]*\.[ \t]*){100}")

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Source:
    """The text of an experiment file and its name for messages."""

    name: str
    text: str

    def read(self) -> dict[str, Any]:
        """Read the values; a wrong letter is an error with its line."""
        if len(self.text) > _MOST_LETTERS:
            raise NotationError(
                f"{self.name}: expected at most {_MOST_LETTERS:,} letters, got {len(self.text):,}"
            )
        if found := _MANY_PARTS.search(self.text):
            line = self.text.count("\n", 0, found.start()) + 1
            raise NotationError(f"{self.name}, line {line}: expected keys of at most 100 parts")
        try:
            return tomllib.loads(self.text)
        except RecursionError:
            raise NotationError(f"{self.name}: expected TOML, got brackets too deep") from None
        except tomllib.TOMLDecodeError as error:
            place = _SYNTAX_PLACE.search(str(error))
            line = int(place[1]) if place and place[1] else len(self.text.splitlines())
            said = _SYNTAX_PLACE.sub("", str(error))
            raise NotationError(
                f"{self.name}, line {line}: expected TOML, got {self._line_text(line)!r}: "
                f"{said[:1].lower()}{said[1:]}"
            ) from None
        except ValueError:
            raise self._long_number() from None

    def _long_number(self) -> NotationError:
        lines = enumerate(self.text.splitlines(), start=1)
        line = next((number for number, text in lines if _LONG_NUMBER.search(text)), 1)
        return NotationError(f"{self.name}, line {line}: expected numbers of at most 4300 digits")

    def error(self, path: Path, message: str, item: object = None) -> NotationError:
        """Make an error that names the line of a key, or of an item in its list."""
        return NotationError(f"{self.name}, line {self.find_line(path, item)}: {message}")

    def unknown(self, path: Path, kind: str, name: str, known: Iterable[str]) -> NotationError:
        """Make an error for a name that is not known, with the nearest that is."""
        names, name = sorted(known), name[:_LONGEST]
        near = get_close_matches(name, names, n=1, cutoff=0.5)
        hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(names)}"
        return self.error(path, f"unknown {kind} {name!r}; {hint}")

    def find_line(self, path: Path, item: object = None) -> int:
        r"""
        Count the line, from 1, on which a key is set; with ``item``, the item's own.

        >>> source = Source("x.toml", 'games = 5\n[parameters]\non = [\n  "beginner",\n]\n')
        >>> path = ("parameters", "on")
        >>> source.find_line(path), source.find_line(path, "beginner")
        (3, 4)
        """
        lines = self.text.splitlines()
        key_line = self._key_line(path, lines)
        if item is None:
            return key_line
        written = str(item).lower() if isinstance(item, bool) else str(item)
        for number in range(key_line, len(lines) + 1):
            text = lines[number - 1]
            if number > key_line and (_TABLE.match(text) or _KEY.match(text)):
                break
            if written in text:
                return number
        return key_line

    def _key_line(self, path: Path, lines: list[str]) -> int:
        table: Path = ()
        counts: dict[Path, int] = {}
        nearest = 1
        for number, text in enumerate(lines, start=1):
            if heading := _TABLE.match(text):
                table = tuple(_split_key(heading[1]))
                if text.lstrip().startswith("[["):
                    counts[table] = counts.get(table, -1) + 1
                    table = (*table, counts[table])
                found = table
            elif key := _KEY.match(text):
                found = (*table, *_split_key(key[1]))
            else:
                continue
            if found == path:
                return number
            if found and path[: len(found)] == found:
                nearest = number
        return nearest

    def _line_text(self, line: int) -> str:
        lines = self.text.splitlines()
        return lines[line - 1].strip() if 0 < line <= len(lines) else ""


def shown(value: object) -> str:
    """Write a value for a message, never more than a line of it."""
    try:
        text = repr(value)
    except ValueError:  # a number with thousands of digits
        text = f"a {type(value).__name__} too long to show"
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _split_key(text: str) -> list[str]:
    return [part.strip().strip("\"'") for part in text.split(".")]
