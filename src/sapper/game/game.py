"""
A game: a layout, a position, the rules and the history.

The mines are laid at the first reveal, from the seed and that cell: another first cell
of the same seed moves only the mines that have to make room for it. Moves that the
position does not allow raise `IllegalMoveError` and change nothing. Every move can be
undone, a losing one too.
"""

from __future__ import annotations

from typing import Any, Final

from sapper import _core
from sapper.arguments import explained
from sapper.errors import (
    IllegalMoveError,
    RulesError,
    UnknownNameError,
    check_type,
    check_whole,
)
from sapper.game.cells import parse_cell
from sapper.game.layout import Layout
from sapper.game.moves import Move, MoveKind
from sapper.game.position import Position
from sapper.game.rules import Rules, native_rules, score_of
from sapper.game.seeds import check_seed
from sapper.game.words import count

OUTCOMES: Final = ("playing", "won", "lost", "stuck")
GUESSINGS: Final = ("uniform", "fair", "kind")


@explained
class Game:
    """
    One game in play.

    Cells are ints, or text such as ``r3c5``. Without ``cascade`` a zero opens itself only.

    ``guessing`` says how guesses are answered. ``uniform``: as the mines lie. ``fair``: a guess
    that was forced is safe, and a guess where a safe cell was provable is a mine, wherever a
    layout that fits what is shown allows it. ``kind``: a forced guess is safe, any other is met
    as the mines lie. Such a game may exchange its layout for another that fits, drawn from all
    of those with the same chance each. The moves and the seed decide it; nothing in the lab
    plays so.

    >>> game = Game(Rules.parse("2x1x1", first_click="any"), seed=4, guessing="fair")
    >>> game.reveal("r1c1")  # nothing is known: a forced guess
    >>> game.outcome
    'won'

    >>> game = Game(Rules.parse("beginner"), seed=7)
    >>> game.reveal("r1c1")
    >>> game.outcome
    'playing'
    >>> game.undo()
    Move(kind='reveal', cell=0)
    >>> str(game.position) == "/".join(["." * 9] * 9) + " 10"
    True
    """

    def __init__(
        self,
        rules: Rules,
        seed: int = 0,
        *,
        layout: Layout | None = None,
        cascade: bool = True,
        guessing: str = "uniform",
    ) -> None:
        check_type(rules, Rules, "rules", "Rules.parse('beginner') reads some")
        self.rules = rules
        self.seed = check_seed(seed)
        self.history: list[Move] = []
        if guessing not in GUESSINGS:
            raise UnknownNameError.of("guessing", str(guessing), GUESSINGS)
        if layout is not None and guessing != "uniform":
            raise RulesError(f"expected guessing 'uniform' on given mines, got {guessing!r}")
        self._guessing = guessing
        self._given = layout
        self._kept: Layout | None = None  # the layout of a retry
        self._core = _core.Game(native_rules(rules))
        self._core.set_cascade(cascade)
        self._cascade = cascade
        self._position: Position | None = None
        if layout is not None and (layout.columns, layout.rows) != (rules.columns, rules.rows):
            raise RulesError(
                f"expected a layout of {rules.columns}x{rules.rows}, "
                f"got {layout.columns}x{layout.rows}"
            )
        self.restart()

    def __repr__(self) -> str:
        rules = self.rules
        return (
            f"<Game: {rules.name}, first click {rules.first_click}, seed {self.seed}, "
            f"{count(len(self.history), 'move')}, {self.outcome}: {self.position}>"
        )

    def _repr_svg_(self) -> str:
        """Draw what the player sees in a notebook."""
        return self.position._repr_svg_()

    @classmethod
    def on_layout(cls, layout: Layout, *, game: str = "normal") -> Game:
        """Play on a given layout; the first click may meet a mine."""
        rules = Rules(layout.columns, layout.rows, len(layout.mines), first_click="any", game=game)
        return cls(rules, layout=layout)

    def restart(self) -> None:
        """
        Begin the same seed again.

        Another first cell gives the same board but for the mines that make room for it.
        """
        self._begin(None)

    def retry(self) -> None:
        """
        Begin again on exactly the same layout, whatever cell is opened first.

        The first-click rule moves no mine any more, so that the first cell may be one:
        `hit_first` is then True. An error before the first reveal, which decides the layout.

        >>> game = Game(Rules.parse("beginner"), seed=7)
        >>> game.reveal("r1c1")
        >>> mine = game.layout.mines[0]
        >>> game.retry()
        >>> game.reveal(mine)
        >>> game.outcome, game.hit_first
        ('lost', True)
        """
        self._begin(self.layout)

    def _begin(self, kept: Layout | None) -> None:
        self.history.clear()
        self._position = None
        self._kept = kept
        given = self.given_layout
        if given is None:
            self._core.start(self.seed)
        else:
            self._core.start_on(list(given.mines))

    def copy(self) -> Game:
        """
        Make a copy in the same state; each then goes its own way.

        >>> game = Game(Rules.parse("beginner"), seed=7)
        >>> game.reveal("r1c1")
        >>> other = game.copy()
        >>> other.undo()
        Move(kind='reveal', cell=0)
        >>> game.first_cell, other.first_cell
        (0, None)
        """
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.history = list(self.history)
        other._core = self._core.copy()
        return other

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """Return what the game is made again from: its moves, not the core's arrays."""
        state = {**self.__dict__, "is_given_up": self.outcome == "stuck", "_position": None}
        del state["_core"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        is_given_up = state.pop("is_given_up")
        self.__dict__.update(state)
        self._core = _core.Game(native_rules(self.rules))
        self._core.set_cascade(self._cascade)
        moves = list(self.history)
        self._begin(self._kept)
        for move in moves:
            self.play(move)
        if is_given_up:
            self.give_up()

    # The moves

    def reveal(self, cell: int | str) -> None:
        """Reveal a covered cell; a zero opens its neighbours too."""
        self._play("reveal", cell)

    def flag(self, cell: int | str) -> None:
        """Put a flag on a covered cell."""
        self._play("flag", cell)

    def unflag(self, cell: int | str) -> None:
        """Take a flag away."""
        self._play("unflag", cell)

    def chord(self, cell: int | str) -> None:
        """Reveal the covered neighbours of a clue that has as many flags around it as it shows."""
        self._play("chord", cell)

    def play(self, move: Move | str) -> None:
        """Make a move, given as text or as a `Move`."""
        if isinstance(move, str):
            move = Move.parse(move, self.rules.columns, self.rules.rows)
        self._play(move.kind, move.cell)

    def undo(self) -> Move | None:
        """Take back the last move and return it; a given-up game goes on, with None."""
        was_stuck = self.outcome == "stuck"
        self._core.undo()
        self._position = None
        return None if was_stuck else self.history.pop()

    def give_up(self) -> None:
        """End the game as stuck, if it is not over."""
        if not self.is_over:
            self._core.give_up()

    def _play(self, kind: MoveKind, cell: int | str) -> None:
        number = self.cell(cell)
        if self._guessing != "uniform" and kind in ("reveal", "chord"):
            self._core.answer_guess(_core.Guessing[self._guessing], kind == "chord", number)
        getattr(self._core, kind)(number)
        self._position = None
        self.history.append(Move(kind, number))

    def cell(self, cell: int | str) -> int:
        """Return the number of a cell, from a number or text."""
        if isinstance(cell, str):
            return parse_cell(cell, self.rules.columns, self.rules.rows)
        cell = check_whole(cell, "a cell")
        if not 0 <= cell < self.rules.num_cells:
            raise IllegalMoveError(
                f"expected a cell from r1c1 to r{self.rules.rows}c{self.rules.columns}, "
                f"got cell number {cell}"
            )
        return cell

    # What can be seen

    @property
    def position(self) -> Position:
        """What the player sees now."""
        if self._position is None:
            rules = self.rules
            self._position = Position(
                rules.columns, rules.rows, rules.num_mines, self._core.cells()
            )
        return self._position

    @property
    def outcome(self) -> str:
        """``playing``, ``won``, ``lost`` or ``stuck``."""
        return self._core.outcome.name

    @property
    def is_over(self) -> bool:
        """True when no move is left."""
        return self.outcome != "playing"

    @property
    def first_cell(self) -> int | None:
        """The cell that was revealed first."""
        first = self._core.first_cell
        return None if first < 0 else first

    @property
    def hit_first(self) -> bool:
        """Whether the first cell revealed is a mine, as after a retry it may be."""
        first = self.first_cell
        return first is not None and first in self.layout.mines

    @property
    def is_retry(self) -> bool:
        """Whether the game was begun again on exactly the same layout."""
        return self._kept is not None

    @property
    def guessing(self) -> str:
        """How guesses are answered: ``uniform``, ``fair`` or ``kind``; uniform in a retry."""
        return "uniform" if self.is_retry else self._guessing

    @property
    def mines_hit(self) -> int:
        """How many mines were revealed."""
        return self._core.mines_hit

    @property
    def mines_flagged(self) -> int:
        """How many mines carry a flag."""
        return self._core.mines_flagged

    @property
    def cells_revealed(self) -> int:
        """How many safe cells are revealed."""
        return self._core.cells_revealed

    @property
    def score(self) -> float:
        """Mines flagged as a share of all mines: the score of the score game."""
        return float(score_of(self.mines_flagged, self.rules.num_mines))

    @property
    def given_layout(self) -> Layout | None:
        """The layout that the game was begun on, if not on a seed."""
        return self._given if self._kept is None else self._kept

    @property
    def layout(self) -> Layout:
        """Where the mines are; an error before the first reveal, which decides it."""
        if not self._core.has_layout:
            raise IllegalMoveError("the layout is decided by the first reveal; reveal a cell first")
        return Layout(self.rules.columns, self.rules.rows, tuple(self._core.mines()))
