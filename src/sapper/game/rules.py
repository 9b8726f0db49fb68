"""
The rules of a game: the grid, the number of mines, the first click, what a mine does.

Sizes are columns x rows x mines wherever a person types them. Impossible rules
cannot be made: the error says what would be possible.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from sapper import _core
from sapper.arguments import explained
from sapper.errors import RulesError, UnknownNameError, check_type
from sapper.game.words import html_table

DIFFICULTIES: Final = {
    "beginner-8": (8, 8, 10),
    "beginner": (9, 9, 10),
    "intermediate": (16, 16, 40),
    "expert": (30, 16, 99),
}
FIRST_CLICKS: Final = ("any", "safe", "zero")
GAMES: Final = ("normal", "score")

_SIZE = re.compile(r"([0-9]{1,9})x([0-9]{1,9})x([0-9]{1,18})")


@explained
@dataclass(frozen=True)
class Rules:
    """
    What a game is played under.

    ``first_click`` is ``any`` (may be a mine), ``safe`` (that cell never is) or
    ``zero`` (that cell and its neighbours never are); layouts are uniform over
    those that the rule allows. In the ``score`` game a mine costs a point, is
    shown, and the game goes on until every cell is settled.

    >>> Rules.parse("expert", first_click="zero")
    Rules(columns=30, rows=16, num_mines=99, first_click='zero', game='normal')
    >>> Rules(3, 3, 9)
    Traceback (most recent call last):
    sapper.errors.RulesError: expected 0 to 8 mines on 3x3 with first click 'safe', got 9
    """

    columns: int
    rows: int
    num_mines: int
    first_click: str = "safe"
    game: str = "normal"

    def __post_init__(self) -> None:
        if self.first_click not in FIRST_CLICKS:
            raise UnknownNameError.of("first click", str(self.first_click), FIRST_CLICKS)
        if self.game not in GAMES:
            raise UnknownNameError.of("game", str(self.game), GAMES)
        for name in ("columns", "rows", "num_mines"):
            if not isinstance(getattr(self, name), int) or abs(getattr(self, name)) >= 2**31:
                raise RulesError(
                    f"expected {name} as a whole number below 2147483648, "
                    f"got {getattr(self, name)!r}"
                )
        native_rules(self)

    @classmethod
    def parse(cls, text: str, *, first_click: str = "safe", game: str = "normal") -> Rules:
        """Read a difficulty's name, or columns x rows x mines such as ``30x16x99``."""
        check_type(text, str, "a difficulty or a size such as 30x16x99")
        size = DIFFICULTIES.get(text)
        if size is None:
            match = _SIZE.fullmatch(text)
            if match is None:
                if any(letter.isdigit() for letter in text) and "x" in text:
                    raise RulesError(
                        f"expected columns x rows x mines such as 30x16x99, got {text!r}"
                    )
                raise UnknownNameError.of("difficulty", text, DIFFICULTIES)
            size = (int(match[1]), int(match[2]), int(match[3]))
        return cls(*size, first_click=first_click, game=game)

    def _repr_html_(self) -> str:
        """Show the rules as a table in a notebook."""
        return html_table(
            ("grid", "columns", "rows", "mines", "mines a cell", "first click", "game"),
            [
                (
                    self.name,
                    self.columns,
                    self.rows,
                    self.num_mines,
                    f"{self.num_mines / self.num_cells:.4f}",
                    self.first_click,
                    self.game,
                )
            ],
        )

    @property
    def num_cells(self) -> int:
        """How many cells the grid has."""
        return self.columns * self.rows

    @property
    def size(self) -> str:
        """The size as text: ``30x16x99``."""
        return f"{self.columns}x{self.rows}x{self.num_mines}"

    @property
    def name(self) -> str:
        """The difficulty's name if it has one, else the size."""
        size = (self.columns, self.rows, self.num_mines)
        return next((name for name, known in DIFFICULTIES.items() if known == size), self.size)

    def most_mines(self, first: int) -> int:
        """Count how many mines this first cell leaves room for."""
        if not 0 <= first < self.num_cells:
            raise RulesError(f"expected a cell number below {self.num_cells}, got {first}")
        return native_rules(self).most_mines(first)

    def with_mines(self, num_mines: int) -> Rules:
        """Return the same rules with another number of mines."""
        return replace(self, num_mines=num_mines)


def score_of(mines_flagged: Any, num_mines: int) -> Any:
    """Return the share of the mines flagged rightly, of one game or many; 1 if none are there."""
    return mines_flagged / num_mines if num_mines else mines_flagged * 0 + 1.0


@lru_cache(maxsize=256)
def native_rules(rules: Rules) -> _core.Rules:
    """Return the core's form of the rules; raises RulesError if they are impossible."""
    return _core.Rules(
        rules.columns,
        rules.rows,
        rules.num_mines,
        _core.FirstClick[rules.first_click],
        _core.GameKind[rules.game],
    )
