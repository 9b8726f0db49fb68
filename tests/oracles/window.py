"""
What windows prove, by trying every placement; written from the thesis alone.

A window is a rectangle of (row, column) pairs that may reach one cell over the
edge of the grid. Cells are pairs too, so that those beyond the edge have a name:
an agent that does not see the wall must allow for them.

References:
    [1] Kvietinskas 2021, chapter 4 and section 5.4.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN
from sapper.game.position import Position

Pair = tuple[int, int]


def around(cell: Pair) -> set[Pair]:
    row, column = cell
    block = {(r, c) for r in range(row - 1, row + 2) for c in range(column - 1, column + 2)}
    return block - {cell}


@dataclass
class Shown:
    """What one window shows of a position."""

    position: Position
    rectangle: set[Pair]
    constraints: list[tuple[set[Pair], int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        grid = {(r, c) for r in range(self.position.rows) for c in range(self.position.columns)}
        self.inside = self.rectangle & grid
        # A wall that is seen goes on to both sides: grids are rectangles.
        walls = self.rectangle - self.inside
        self.wall_rows = {r for r, _ in walls if not 0 <= r < self.position.rows}
        self.wall_columns = {c for _, c in walls if not 0 <= c < self.position.columns}
        self.covered = {cell for cell in self.inside if self.code(cell) == COVERED}
        border: set[Pair] = set()
        for cell in self.inside:
            clue = self.code(cell)
            if clue >= COVERED:
                continue
            unseen = {
                (r, c)
                for r, c in around(cell) - self.rectangle
                if r not in self.wall_rows and c not in self.wall_columns
            }
            seen = around(cell) & self.inside
            mines = sum(self.code(near) in (FLAGGED, MINE_SHOWN) for near in seen)
            self.constraints.append(((seen & self.covered) | unseen, clue - mines))
            if clue > 0:
                border |= unseen
        self.border = border
        self.most = self.position.mines_left
        outside = len(grid) - len(self.inside) - len(border & grid)
        self.least = max(self.most - outside, 0)

    def code(self, cell: Pair) -> int:
        return self.position.cells[cell[0] * self.position.columns + cell[1]]

    @property
    def is_useful(self) -> bool:
        """Whether there is a covered cell and a clue, inside or next to it."""
        grid = {(r, c) for r in range(self.position.rows) for c in range(self.position.columns)}
        near = {cell for inner in self.rectangle for cell in around(inner) | {inner}} & grid
        codes = {self.code(cell) for cell in near}
        return COVERED in codes and min(codes) < COVERED

    def small_position(self) -> str:
        """Write what a deducer is shown: covered cells beyond each side that shows no wall."""
        top, left = min(self.inside)
        bottom, right = max(self.inside)
        rows = range(
            top - (-1 not in self.wall_rows), bottom + 1 + (bottom + 1 not in self.wall_rows)
        )
        columns = range(
            left - (-1 not in self.wall_columns), right + 1 + (right + 1 not in self.wall_columns)
        )
        text = [
            "".join(
                "012345678.F*"[self.code((r, c))] if (r, c) in self.inside else "." for c in columns
            )
            for r in rows
        ]
        return "/".join(text)


def placements(constraints: list[tuple[set[Pair], int]]) -> Iterator[dict[Pair, int]]:
    """Return every placement that fits the constraints."""
    order = sorted({cell for cells, _ in constraints for cell in cells})

    def extend(placed: dict[Pair, int]) -> Iterator[dict[Pair, int]]:
        for cells, mines in constraints:
            used = sum(placed.get(cell, 0) for cell in cells)
            if used > mines or used + sum(cell not in placed for cell in cells) < mines:
                return
        if len(placed) == len(order):
            yield dict(placed)
            return
        for value in (0, 1):
            yield from extend({**placed, order[len(placed)]: value})

    return extend({})


def proven_in(shown: Shown, mine_count: bool) -> dict[Pair, int]:
    """Return the cells that have the same value in every placement that fits the window."""
    possible: dict[Pair, set[int]] = {}
    for placed in placements(shown.constraints):
        sea = shown.covered - placed.keys()
        inside = sum(value for cell, value in placed.items() if cell in shown.covered)
        border = sum(value for cell, value in placed.items() if cell in shown.border)
        fitting = [
            mines
            for mines in range(len(sea) + 1)
            if not mine_count
            or (inside + mines <= shown.most and inside + mines + border >= shown.least)
        ]
        if not fitting:
            continue
        for cell, value in placed.items():
            possible.setdefault(cell, set()).add(value)
        for cell in sea:
            values = {0} if min(fitting) < len(sea) else set()
            values |= {1} if max(fitting) > 0 else set()
            possible.setdefault(cell, set()).update(values)
    return {cell: values.pop() for cell, values in possible.items() if len(values) == 1}


def rectangles(position: Position, columns: int, rows: int) -> Iterator[set[Pair]]:
    """Return every place of a window; one as large as the grid shows both walls."""
    width = position.columns + 2 if columns >= position.columns else columns
    height = position.rows + 2 if rows >= position.rows else rows
    for top in range(-1, position.rows - height + 2):
        for left in range(-1, position.columns - width + 2):
            yield {(r, c) for r in range(top, top + height) for c in range(left, left + width)}


def window_proofs(
    position: Position, columns: int, rows: int, mine_count: bool
) -> tuple[list[int], list[int]]:
    """Return the cells that some window proves safe, and those that some window proves mines."""
    safe: set[int] = set()
    mines: set[int] = set()
    for rectangle in rectangles(position, columns, rows):
        shown = Shown(position, rectangle)
        if not any(shown.code(cell) < COVERED for cell in shown.inside):
            continue
        for (row, column), value in proven_in(shown, mine_count).items():
            if not (0 <= row < position.rows and 0 <= column < position.columns):
                continue
            cell = row * position.columns + column
            if position.cells[cell] == COVERED:
                (mines if value else safe).add(cell)
    return sorted(safe), sorted(mines)
