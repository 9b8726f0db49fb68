"""
A board worth playing: a layout, a first cell, a grade, and the proof that it needs no guess.

As JSON it is one object with ``layout``, ``first``, ``grade``, ``three_bv``, ``seed``
and ``certificate``, and some more; a file of boards is a list of them. `checker.py`
verifies such a file without any of the code that makes it.
"""

from __future__ import annotations

import codecs
import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from sapper.arguments import explained
from sapper.boards.grade import Grade
from sapper.errors import NotationError, SapperError
from sapper.game.cells import format_cell, parse_cell
from sapper.game.game import Game
from sapper.game.io.disk import read_text
from sapper.game.layout import Layout
from sapper.game.rules import Rules

# Of the JSON object; `docs/guides/boards.md` describes it.
FORMAT = 2
NOT_UNIFORM = "perturbation (not uniform)"
UNIFORM = "rejection (uniform)"


@explained
@dataclass(frozen=True)
class Board:
    """
    A layout that can be solved from its first cell.

    ``certificate_json`` is the certificate as it is written to files; `certificate`
    reads it. ``guesses`` is how many guesses it needs: 0, or 1 if that was wanted.
    """

    layout: Layout
    first: int
    first_click: str
    seed: int
    grade: Grade
    three_bv: int
    openings: int
    islands: int
    guesses: int = 0
    method: str = UNIFORM
    symmetry: str = "none"
    certificate_json: bytes = b"[]"

    @property
    def rules(self) -> Rules:
        """The rules under which the board was made."""
        layout = self.layout
        return Rules(layout.columns, layout.rows, len(layout.mines), self.first_click)

    @property
    def certificate(self) -> list[dict[str, Any]]:
        """The steps that solve the board: technique, cells, what they are, and the clues."""
        steps: list[dict[str, Any]] = json.loads(self.certificate_json)
        return steps

    def game(self) -> Game:
        """Begin a game on the board, its first cell revealed."""
        game = Game.on_layout(self.layout)
        game.reveal(self.first)
        return game

    def __repr__(self) -> str:
        rules = self.rules
        return (
            f"<Board: {rules.name}, first cell {format_cell(self.first, rules.columns)}, "
            f"{self.grade.title}, 3BV {self.three_bv}, seed {self.seed}>"
        )

    def _repr_svg_(self) -> str:
        """Draw the board after its first cell in a notebook."""
        return self.game()._repr_svg_()

    # As JSON

    def format(self) -> str:
        """Write the board as one JSON object."""
        head = json.dumps(self._head())[:-1]
        return f'{head}, "certificate": {self.certificate_json.decode()}}}'

    def to_dict(self) -> dict[str, Any]:
        """Return the board as JSON-ready data."""
        return {**self._head(), "certificate": self.certificate}

    def _head(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "layout": str(self.layout),
            "first": format_cell(self.first, self.layout.columns),
            "first_click": self.first_click,
            "mines": len(self.layout.mines),
            "grade": self.grade.to_dict(),
            "three_bv": self.three_bv,
            "openings": self.openings,
            "islands": self.islands,
            "guesses": self.guesses,
            "method": self.method,
            "symmetry": self.symmetry,
            "seed": self.seed,
        }

    @classmethod
    def from_dict(cls, data: object) -> Board:
        """Read what `to_dict` gave."""
        if not isinstance(data, dict):
            raise NotationError(f"expected a board as a JSON object, got {str(data)[:60]!r}")
        try:
            layout = Layout.parse(data["layout"])
            return cls(
                layout=layout,
                first=parse_cell(data["first"], layout.columns, layout.rows),
                first_click=data.get("first_click", "any"),
                seed=data["seed"],
                grade=Grade.from_dict(data["grade"]),
                three_bv=data["three_bv"],
                openings=data.get("openings", 0),
                islands=data.get("islands", 0),
                guesses=data.get("guesses", 0),
                method=data.get("method", ""),
                symmetry=data.get("symmetry", "none"),
                certificate_json=json.dumps(data["certificate"]).encode(),
            )
        except KeyError as error:
            raise NotationError(f"expected a board's {error.args[0]!r}, found none") from None
        except (TypeError, AttributeError) as error:
            raise NotationError(f"expected a board as `sapper boards` writes it: {error}") from None


@explained
def save_boards(boards: Iterable[Board], path: Path | str) -> int:
    """
    Write boards to a file as they come, whole or not at all; return how many.

    The boards may be those of a generator: no more than one is kept in memory.
    """
    target = Path(os.path.realpath(path))
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    count = 0
    try:
        with draft.open("w", encoding="utf-8") as file:
            file.write("[")
            for board in boards:
                file.write(",\n " if count else "\n ")
                file.write(board.format())
                count += 1
            file.write("\n]\n")
        draft.replace(target)
    except OSError as error:
        raise SapperError(f"cannot write {str(path)!r}: {error.strerror}") from None
    finally:
        draft.unlink(missing_ok=True)
    return count


@explained
def load_boards(path: Path | str) -> list[Board]:
    """Read a file of boards."""
    return [Board.from_dict(data) for data in iter_raw_boards(path)]


@explained
def load_board(path: Path | str, number: int | None = None) -> Board:
    """Read one board of a file, counted from 1; the first one if no number is given."""
    wanted = 1 if number is None else number
    count = 0
    for count, data in enumerate(iter_raw_boards(path), start=1):
        if count == wanted:
            return Board.from_dict(data)
    raise SapperError(f"expected a board from 1 to {count} of {str(path)!r}, got {wanted}")


def holds_boards(path: Path | str) -> bool:
    """Return whether a file reads like a JSON list, as files of boards are."""
    try:
        with Path(path).open("rb") as file:
            head = file.read(64)
    except (OSError, ValueError):  # no file: its text may be a layout or a position
        return False
    return head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"[")


def iter_raw_boards(
    path: Path | str, progress: Callable[[int, int], None] | None = None
) -> Iterator[Any]:
    """
    Yield the JSON objects of a file of boards, one after the other.

    No more of the file than a few boards is kept. ``progress(read, size)`` is called
    with numbers of bytes before each board.
    """
    try:
        with Path(path).open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            yield from _BoardReader(file, str(path), size, progress)
    except OSError:
        read_text(path, "boards")  # raises what is wrong with the file, in words
        raise


class _BoardReader:
    """Takes the items of a JSON list out of a file, without reading all of it."""

    def __init__(
        self,
        file: BinaryIO,
        name: str,
        size: int,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        self._file, self._name, self._size, self._progress = file, name, size, progress
        self._read_text = codecs.getincrementaldecoder("utf-8-sig")().decode
        self._scan = json.JSONDecoder().raw_decode
        self._text = ""
        self._at = 0
        self._is_whole = False

    def __iter__(self) -> Iterator[Any]:
        if self._next_letter() != "[":
            raise self._error("got something else")
        self._at += 1
        while self._next_letter() != "]":
            if self._progress is not None:
                self._progress(self._file.tell(), self._size)
            yield self._take()
            if self._next_letter() == ",":
                self._at += 1
                if self._next_letter() == "]":
                    raise self._error("expected a board after the last comma")
            elif self._next_letter() != "]":
                raise self._error("expected a comma or ] after a board")
        self._at += 1
        if self._next_letter():
            raise self._error("expected nothing after the list")

    def _next_letter(self) -> str:
        """Skip white space; return the letter there, or nothing at the end."""
        while True:
            while self._at < len(self._text) and self._text[self._at] in " \t\r\n":
                self._at += 1
            if self._at < len(self._text):
                return self._text[self._at]
            if self._is_whole:
                return ""
            self._read_on()

    def _take(self) -> Any:
        while True:
            try:
                item, end = self._scan(self._text, self._at)
            except (ValueError, RecursionError) as error:
                if self._is_whole or isinstance(error, RecursionError):
                    raise self._error(str(error)) from None
            else:
                if end < len(self._text) or self._is_whole:  # else a number may go on
                    self._at = end
                    return item
            self._read_on()

    def _read_on(self) -> None:
        """Read as much again as is left over, and a megabyte at least."""
        left = self._text[self._at :]
        data = self._file.read(max(1 << 20, len(left)))
        self._is_whole = not data
        try:
            self._text = left + self._read_text(data, self._is_whole)
        except UnicodeDecodeError as error:
            raise self._error(f"not UTF-8 text: {error.reason}") from None
        self._at = 0

    def _error(self, problem: str) -> NotationError:
        return NotationError(f"expected boards as a JSON list, in {self._name!r}: {problem}")
