"""
What a cell looks like: one letter and its style.

A picture is a position with what is known besides: the layout once the game is
over, and, when an agent is watched, which part settled which cell. No widget is
needed to draw it; `grid_view.py` puts it on the screen.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from rich.style import Style

from sapper.cli.play import colours
from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.game.position import Position
from sapper.logic.picture import format_percent, mix_risk_colour

COVERED_DOT: Final = "·"
FLAG: Final = "⚑"
MINE: Final = "✹"
WRONG_FLAG: Final = "✗"
SAFE: Final = "✓"
# What went wrong is not painted over with a part's colour.
_LOUD_GROUNDS: Final = (colours.MINE_GROUND, colours.WRONG_FLAG_GROUND)


@dataclass(frozen=True)
class Picture:
    """
    A position to draw.

    ``layout`` is given when the mines may be seen. ``marks`` holds the colour of
    the part that settled a cell, ``fresh`` the cells settled in the turn shown,
    ``clues`` those that the turn's deductions came from, ``window`` those that the
    deducer could see, if it saw less than the grid. ``risks`` are drawn over covered
    cells, and the ``best`` of them stands out.
    """

    position: Position
    layout: Layout | None = None
    won: bool = False
    marks: Mapping[int, str] = field(default_factory=dict)
    fresh: Collection[int] = ()
    clues: Collection[int] = ()
    window: Collection[int] = ()
    risks: Mapping[int, float] = field(default_factory=dict)
    best: int | None = None

    @classmethod
    def of_game(
        cls,
        game: Game,
        marks: Mapping[int, str] | None = None,
        fresh: Collection[int] = (),
        clues: Collection[int] = (),
        window: Collection[int] = (),
    ) -> Picture:
        """Draw a game as it stands; the mines are seen once it is won or lost."""
        over = game.outcome in ("won", "lost")
        return cls(
            game.position,
            game.layout if over else None,
            game.outcome == "won",
            marks or {},
            fresh,
            clues,
            window,
        )

    def draw(self, cell: int, *, is_cursor: bool = False) -> tuple[str, Style]:
        """Return the letter of a cell, or its risk in at most three, and its style."""
        letter, colour, ground = self._look(cell)
        risk = self.risks.get(cell)
        if risk is not None and self.position.cells[cell] in (COVERED, FLAGGED):
            letter = {0.0: SAFE, 1.0: MINE}.get(risk) or format_percent(risk)
            colour, ground = colours.CURSOR_TEXT, mix_risk_colour(risk)
            if cell == self.best:
                return letter, colours.make_style(colour, colours.FLAG, bold=True, underline=True)
        if is_cursor:
            return letter, colours.make_style(colours.CURSOR_TEXT, colours.CURSOR, bold=True)
        is_clue = cell in self.clues
        if cell in self.window and ground not in _LOUD_GROUNDS:
            ground = colours.tint(colours.WINDOW, ground)
        mark = self.marks.get(cell)
        if mark is not None and ground not in _LOUD_GROUNDS:
            if cell in self.fresh:
                colour, ground = colours.CURSOR_TEXT, mark
            else:
                ground = colours.tint(mark, ground)
        elif is_clue:
            ground = colours.CLUE_USED_GROUND
        return letter, colours.make_style(colour, ground, bold=True, underline=is_clue)

    def _look(self, cell: int) -> tuple[str, str, str]:
        """Return letter, colour and ground from what the position and the layout show."""
        position = self.position
        row, column = divmod(cell, position.columns)
        tone = (row + column) % 2
        code = position.cells[cell]
        covered, revealed = colours.COVERED_TONES[tone], colours.REVEALED_TONES[tone]
        if code < COVERED:
            return (str(code) if code else " "), colours.CLUE_COLOURS[code], revealed
        if code == MINE_SHOWN:
            return MINE, colours.CURSOR, colours.MINE_GROUND
        is_mine = None if self.layout is None else bool(self.layout.is_mine[row, column])
        if code == FLAGGED:
            if is_mine is False:
                return WRONG_FLAG, colours.CURSOR, colours.WRONG_FLAG_GROUND
            return FLAG, colours.FLAG, covered
        if not is_mine:
            return COVERED_DOT, colours.COVERED_DOTS[tone], covered
        return (FLAG, colours.WON, covered) if self.won else (MINE, colours.MINE, covered)
