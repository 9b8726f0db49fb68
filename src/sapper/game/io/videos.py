"""
Games recorded by other programs: what a mouse did, to be played by the core.

A recording lists what the mouse did, with times. `Mouse` takes it in; what came of it is
decided in `native/game/videos/mouse.h`. `rawvf.py` and `evf.py` read two formats that are
openly described, the core reads RMV.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from sapper import _core
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.game.moves import Move
from sapper.game.replay import Replay

Button: TypeAlias = Literal["left", "right", "middle"]
_BUTTONS: Final = {"left": 0, "right": 1, "middle": 2}
_Moves: TypeAlias = list[tuple[Literal["reveal", "flag", "unflag", "chord"], int, int]]


@dataclass
class Mouse:
    """A mouse over a board; no cell is outside of the grid."""

    columns: int
    rows: int
    mines: list[int]
    stated: int | None = None  # number of mines
    events: list[tuple[int, int, int | None, int]] = field(default_factory=list)

    def press(self, button: Button, cell: int | None, time: int) -> None:
        """Press a button."""
        self.events.append((0, _BUTTONS[button], cell, time))

    def release(self, button: Button, cell: int | None, time: int) -> None:
        """Release a button."""
        self.events.append((1, _BUTTONS[button], cell, time))

    def flag_before(self, cell: int | None, time: int) -> None:
        """Set a flag of which only the result was recorded."""
        self.events.append((2, 0, cell, time))

    def replay(self) -> Replay:
        """Return what came of it as a replay, times counted from the first reveal."""
        stated = len(self.mines) if self.stated is None else self.stated
        found = _core.play_mouse(self.columns, self.rows, self.mines, stated, self.events)
        return to_replay(*found)


def parse_rmv(data: bytes) -> Replay:
    """
    Read an RMV recording, of version 1 or 2, as a replay with times.

    Raises:
        NotationError: it is not one, and what is wrong.
    """
    return to_replay(*_core.parse_rmv(data))


def to_replay(columns: int, rows: int, mines: list[int], moves: _Moves) -> Replay:
    """Return a recorded game as a replay."""
    game = Game.on_layout(Layout(columns, rows, tuple(mines)))
    for kind, cell, _ in moves:
        game.play(Move(kind, cell))
    return Replay.of_game(game, times=[time for _, _, time in moves])
