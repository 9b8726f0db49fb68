"""
How programs are asked, and how their answers are read.

``sapper`` sends a line of JSON a question, of the same shape as a request of `sapper
engine`, and takes moves as plain text (``r3c4``, flags as ``!r3c4``, several parted by
blanks) or a JSON object. ``codingame`` is the form of CodinGame's Minesweeper [1]: 16 lines
of 30 tokens, answered by ``x y`` and, as it likes, the places of mines.

References:
    [1] CodinGame, Minesweeper (the optimisation game): ``?`` unknown, ``.`` no mine around,
        ``1``-``8``; a program plays one game; places of mines "have no effect".
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final, Protocol

from sapper.agents.programs.process import ForfeitError
from sapper.errors import NotationError, RulesError
from sapper.game.codes import COVERED
from sapper.game.moves import Move
from sapper.game.position import Position
from sapper.game.rules import Rules

_LONGEST_SHOWN: Final = 60
_FIELDS: Final = ("id", "move", "moves", "risk", "note")


class Dialect(Protocol):
    """A way to ask a program for a move."""

    one_game_a_process: bool

    def check_rules(self, rules: Rules) -> None:
        """Raise an error for rules that the dialect has no words for."""

    def write(self, rules: Rules, position: Position, turn: int, seed: int) -> bytes:
        """Write a question."""

    def read(self, line: bytes, position: Position, turn: int) -> list[Move]:
        """Read the moves of an answer; `ForfeitError` if there are none to be read."""


class SapperDialect:
    """A line of JSON a question; moves as text or JSON."""

    one_game_a_process = False

    def check_rules(self, rules: Rules) -> None:
        """Take any rules."""

    def write(self, rules: Rules, position: Position, turn: int, seed: int) -> bytes:
        """Write the position with the rules, the number of the turn, and a random number."""
        question = {
            "id": turn,
            "do": "guess",
            "position": str(position),
            "rules": {
                "columns": rules.columns,
                "rows": rules.rows,
                "mines": rules.num_mines,
                "first_click": rules.first_click,
                "game": rules.game,
            },
            "seed": seed >> 11,  # below 2**53, which every language can read
        }
        return json.dumps(question).encode() + b"\n"

    def read(self, line: bytes, position: Position, turn: int) -> list[Move]:
        """Read ``r3c4 !r1c2`` or ``{"move": "r3c4"}``."""
        text = _decode(line)
        words = self._read_json(text, turn) if text.startswith("{") else text.split()
        if not words:
            raise ForfeitError("garbage", "it answered an empty line")
        return [_read_move(word, position) for word in words]

    def _read_json(self, text: str, turn: int) -> list[str]:
        try:
            answer = json.loads(text)
        except (ValueError, RecursionError):
            raise _garbage(text) from None
        moves = answer.get("moves", [answer.get("move")])
        if unknown := [key for key in answer if key not in _FIELDS]:
            raise ForfeitError("garbage", f"unknown key {unknown[0]!r} in its answer")
        if answer.get("id", turn) != turn:
            raise ForfeitError("garbage", f"it answered {answer['id']!r:.60}, not {turn}")
        if not isinstance(moves, list) or not all(isinstance(one, str) for one in moves):
            raise _garbage(text)
        _check_extras(answer, text)
        return moves


class CodinGameDialect:
    """CodinGame's Minesweeper: a process a game, reveals only, on 30x16."""

    one_game_a_process = True
    columns, rows = 30, 16

    def check_rules(self, rules: Rules) -> None:
        """Take the grid that its programs expect."""
        if (rules.columns, rules.rows, rules.game) != (self.columns, self.rows, "normal"):
            raise RulesError(
                "expected the normal game on 30x16, which CodinGame's dialect is made for, "
                f"got the {rules.game} game on {rules.columns}x{rules.rows}"
            )

    def write(self, rules: Rules, position: Position, turn: int, seed: int) -> bytes:  # noqa: ARG002 - the protocol has them
        """Write the rows of the grid."""
        tokens = ["?" if code > 8 else "." if code == 0 else str(code) for code in position.cells]
        rows = (tokens[i : i + rules.columns] for i in range(0, len(tokens), rules.columns))
        return "".join(" ".join(row) + "\n" for row in rows).encode()

    def read(self, line: bytes, position: Position, turn: int) -> list[Move]:  # noqa: ARG002 - as above
        """Read ``x y``; the places of mines after it are for the eye."""
        text = _decode(line)
        words = text.split()
        if len(words) < 2 or len(words) % 2 or not all(_is_number(word) for word in words):
            raise _garbage(text)
        x, y = int(words[0]), int(words[1])
        if not (0 <= x < position.columns and 0 <= y < position.rows):
            raise ForfeitError("illegal", f"expected a cell on the grid, got {x} {y}")
        return [_checked(Move("reveal", y * position.columns + x), position)]


DIALECTS: Final[dict[str, Dialect]] = {
    "sapper": SapperDialect(),
    "codingame": CodinGameDialect(),
}


def _decode(line: bytes) -> str:
    try:
        return line.decode().strip()
    except UnicodeDecodeError:
        raise ForfeitError("garbage", f"its answer is not UTF-8 text: {line[:30]!r}") from None


def _is_number(word: str) -> bool:
    return word.isascii() and word.removeprefix("-").isdigit() and len(word) < 10


def _garbage(text: str) -> ForfeitError:
    shown = text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "…"
    return ForfeitError("garbage", f"cannot read its answer {shown!r}")


def _read_move(word: str, position: Position) -> Move:
    try:
        move = Move.parse(word, position.columns, position.rows)
    except NotationError as error:
        is_off = "expected a cell from" in str(error)
        raise ForfeitError("illegal" if is_off else "garbage", str(error)) from None
    return _checked(move, position)


def _checked(move: Move, position: Position) -> Move:
    """Return a move that the position allows."""
    if move.kind not in ("reveal", "flag") or position.cells[move.cell] != COVERED:
        shown = move.format(position.columns)
        raise ForfeitError(
            "illegal", f"expected to reveal or flag a covered cell, got {shown} at {position}"
        )
    return move


def _check_extras(answer: dict[str, Any], text: str) -> None:
    """Look at what is only told: risks by cell, and a note."""
    risk, note = answer.get("risk", {}), answer.get("note", "")
    is_fine = isinstance(risk, dict) and isinstance(note, str)
    if not is_fine or not _are_risks(list(risk.values())):
        raise _garbage(text)


def _are_risks(values: Sequence[object]) -> bool:
    return all(isinstance(one, int | float) and 0 <= one <= 1 for one in values)
