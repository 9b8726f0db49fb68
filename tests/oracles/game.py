"""
The game a second time, slow and obviously right: sets of cells, no recursion.

A move that is not allowed raises `RefusedError` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class RefusedError(Exception):
    """The position does not allow the move."""


class State(NamedTuple):
    mines: frozenset[int] | None  # None until the first reveal decides them
    first: int | None
    revealed: frozenset[int]  # safe cells
    hit: frozenset[int]  # mines that were revealed
    flags: frozenset[int]


class SlowGame:
    def __init__(
        self,
        columns: int,
        rows: int,
        num_mines: int,
        *,
        lay: Callable[[int], frozenset[int]] | None = None,
        mines: frozenset[int] | None = None,
        score: bool = False,
    ) -> None:
        self.columns, self.rows, self.num_mines = columns, rows, num_mines
        self.lay, self.score = lay, score
        self.cells = frozenset(range(columns * rows))
        self.state = State(mines, None, frozenset(), frozenset(), frozenset())
        self.past: list[State] = []

    def around(self, cell: int) -> frozenset[int]:
        row, column = divmod(cell, self.columns)
        return frozenset(
            other
            for other in self.cells
            if other != cell
            and abs(other // self.columns - row) <= 1
            and abs(other % self.columns - column) <= 1
        )

    def clue(self, cell: int) -> int:
        assert self.state.mines is not None
        return len(self.around(cell) & self.state.mines)

    @property
    def covered(self) -> frozenset[int]:
        state = self.state
        return self.cells - state.revealed - state.hit - state.flags

    @property
    def outcome(self) -> str:
        state = self.state
        all_revealed = len(state.revealed) == len(self.cells) - self.num_mines
        if self.score:
            if self.covered:
                return "playing"
            return "won" if all_revealed and not state.hit else "lost"
        if state.hit:
            return "lost"
        return "won" if all_revealed and state.first is not None else "playing"

    def play(self, kind: str, cell: int) -> None:
        if self.outcome != "playing":
            raise RefusedError("the game is over")
        after = getattr(self, f"_{kind}")(cell)
        self.past.append(self.state)
        self.state = after

    def undo(self) -> None:
        if not self.past:
            raise RefusedError("nothing to undo")
        self.state = self.past.pop()

    def _flag(self, cell: int) -> State:
        if cell not in self.covered:
            raise RefusedError("not covered")
        return self.state._replace(flags=self.state.flags | {cell})

    def _unflag(self, cell: int) -> State:
        if cell not in self.state.flags:
            raise RefusedError("not flagged")
        return self.state._replace(flags=self.state.flags - {cell})

    def _reveal(self, cell: int) -> State:
        if cell not in self.covered:
            raise RefusedError("not covered")
        mines, first = self.state.mines, self.state.first
        if mines is None:
            assert self.lay is not None
            mines = self.lay(cell)
        return self._show({cell}, mines, cell if first is None else first)

    def _chord(self, cell: int) -> State:
        state = self.state
        if cell not in state.revealed:
            raise RefusedError("no clue")
        around = self.around(cell)
        if len(around & (state.flags | state.hit)) != self.clue(cell):
            raise RefusedError("flags and clue differ")
        if not around & self.covered:
            raise RefusedError("nothing covered")
        assert state.mines is not None
        return self._show(set(around & self.covered), state.mines, state.first)

    def _show(self, cells: set[int], mines: frozenset[int], first: int | None) -> State:
        """Reveal cells, and as long as there is a zero among them, what is around it."""
        state = self.state
        shown = set(cells)
        while True:
            zeros = {c for c in shown - mines if not self.around(c) & mines}
            more = {n for zero in zeros for n in self.around(zero)} & self.covered
            if more <= shown:
                break
            shown |= more
        return State(
            mines,
            first,
            state.revealed | (shown - mines),
            state.hit | (shown & mines),
            state.flags,
        )

    def __str__(self) -> str:
        state = self.state

        def letter(cell: int) -> str:
            if cell in state.revealed:
                return str(self.clue(cell))
            return "*" if cell in state.hit else "F" if cell in state.flags else "."

        rows = [
            "".join(letter(row * self.columns + column) for column in range(self.columns))
            for row in range(self.rows)
        ]
        return f"{'/'.join(rows)} {self.num_mines}"
