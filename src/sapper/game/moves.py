"""
The moves and their text: ``r2c3`` reveals, ``!r2c3`` flags, ``~r2c3`` unflags, ``+r2c3`` chords.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from sapper.arguments import explained
from sapper.errors import NotationError
from sapper.game.cells import format_cell, parse_cell

MoveKind = Literal["reveal", "flag", "unflag", "chord"]
_SIGNS: Final[dict[str, MoveKind]] = {"": "reveal", "!": "flag", "~": "unflag", "+": "chord"}
MOVE_KINDS: Final = tuple(_SIGNS.values())
_SIGN_OF: Final = {kind: sign for sign, kind in _SIGNS.items()}


@dataclass(frozen=True)
class Move:
    """
    One move at one cell.

    >>> Move.parse("!r2c3", columns=4, rows=4)
    Move(kind='flag', cell=6)
    >>> Move("chord", 6).format(columns=4)
    '+r2c3'
    """

    kind: MoveKind
    cell: int

    @classmethod
    @explained
    def parse(cls, text: str, columns: int, rows: int) -> Move:
        """Read a move on a grid of this size."""
        sign = text[:1] if text[:1] in "!~+" else ""
        try:
            return cls(_SIGNS[sign], parse_cell(text[len(sign) :], columns, rows))
        except NotationError as error:
            raise NotationError(f"{error}, in the move {text!r}") from None

    @explained
    def format(self, columns: int) -> str:
        """Write the move as text."""
        return _SIGN_OF[self.kind] + format_cell(self.cell, columns)
