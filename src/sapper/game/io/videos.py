"""
Games recorded by other programs: from mouse events to moves.

A recording lists what the mouse did, with times. `Mouse` is the mouse of those
programs: a left click reveals where it is released; a right press sets a flag or
takes it away; releasing one of two pressed buttons, or the middle one, chords. What
changes nothing (a chord without its flags, a click on a revealed cell) is no move.
`rawvf.py` and `evf.py` read the two formats that are openly described.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from sapper.errors import IllegalMoveError, NotationError, RulesError
from sapper.game.codes import COVERED, FLAGGED
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.game.moves import Move, MoveKind
from sapper.game.replay import Replay
from sapper.game.words import count

MAX_SIZE: Final = 1000  # columns or rows of a recording that is believed


@dataclass
class Mouse:
    """A mouse over a game: takes events, makes moves, and notes when."""

    game: Game
    times: list[int] = field(default_factory=list)
    left: bool = False
    right: bool = False
    spent: bool = False  # a chord was made; the other button's release means nothing

    def press(self, button: str, cell: int | None, time: int) -> None:
        """Press ``left``, ``right`` or ``middle``; no cell is outside of the grid."""
        if button == "left":
            self.left = True
        elif button == "right":
            self.right = True
            if not self.left and cell is not None:
                self._toggle_flag(cell, time)
        if button != "right" and not (self.left and self.right):
            self.spent = False

    def release(self, button: str, cell: int | None, time: int) -> None:
        """Release a button."""
        both = self.left and self.right
        if button == "left":
            alone = self.left and not self.right and not self.spent
            self.left = False
        else:
            alone = False
            self.right = self.right and button != "right"
        if button == "middle" or (both and button in ("left", "right")):
            self.spent = True
            self._play("chord", cell, time)
        elif alone:
            self._play("reveal", cell, time)
        if not self.left and not self.right:
            self.spent = False

    def flag_before(self, cell: int | None, time: int) -> None:
        """Set a flag of which only the result was recorded."""
        if cell is not None:
            self._play("flag", cell, time)

    def _toggle_flag(self, cell: int, time: int) -> None:
        code = self.game.position.cells[cell]
        if code == COVERED:
            self._play("flag", cell, time)
        elif code == FLAGGED:
            self._play("unflag", cell, time)

    def _play(self, kind: MoveKind, cell: int | None, time: int) -> None:
        if cell is None or self.game.is_over:
            return
        try:
            self.game.play(Move(kind, cell))
        except IllegalMoveError:
            return  # nothing happened on the screen either
        self.times.append(time)

    def replay(self) -> Replay:
        """Return the moves made so far as a replay, times counted from the first reveal."""
        start = next(
            (
                time
                for move, time in zip(self.game.history, self.times, strict=True)
                if move.kind in ("reveal", "chord")
            ),
            0,
        )
        return Replay.of_game(self.game, times=[time - start for time in self.times])


def begin(columns: int, rows: int, mines: list[int], stated: int | None = None) -> Mouse:
    """Put a mouse over a layout."""
    if not (0 < columns <= MAX_SIZE and 0 < rows <= MAX_SIZE):
        raise NotationError(
            f"expected a grid of up to {MAX_SIZE} by {MAX_SIZE}, got {columns}x{rows}"
        )
    if stated is not None and stated != len(mines):
        raise NotationError(f"expected {count(stated, 'mine')} on the board, found {len(mines)}")
    try:
        return Mouse(Game.on_layout(Layout(columns, rows, tuple(mines))))
    except RulesError as error:
        raise NotationError(f"no game has such a board: {error}") from None
