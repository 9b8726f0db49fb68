"""
How guesses ought to be answered, from the list of all layouts that fit.

Short and obviously right: every way to put the mines is tried against what is shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from sapper.game.cells import neighbours
from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN
from sapper.game.position import Position

Mines = frozenset[int]


def fitting(position: Position) -> list[Mines]:
    """Return every layout that shows what the position shows; flags say nothing."""
    covered = [cell for cell, code in enumerate(position.cells) if code in (COVERED, FLAGGED)]
    shown = {cell for cell, code in enumerate(position.cells) if code == MINE_SHOWN}
    left = position.num_mines - len(shown)
    found = []
    for chosen in combinations(covered, left):
        mines = shown | set(chosen)
        if all(
            position.clue(cell) is None
            or position.clue(cell) == sum(near in mines for near in around(position, cell))
            for cell in range(position.num_cells)
        ):
            found.append(frozenset(mines))
    return found


def around(position: Position, cell: int) -> Iterable[int]:
    """Return the cells around a cell."""
    return neighbours(cell, position.columns, position.rows)


def answers(position: Position, opened: list[int], guessing: str) -> list[Mines] | None:
    """Return the layouts that a guess is answered from; None where the one there is stays."""
    layouts = fitting(position)
    covered = [cell for cell, code in enumerate(position.cells) if code in (COVERED, FLAGGED)]
    safe = {cell for cell in covered if not any(cell in mines for mines in layouts)}
    if safe.issuperset(opened):
        return None
    if not safe:
        wanted = [mines for mines in layouts if not mines & set(opened)]
    elif guessing == "fair":
        wanted = [mines for mines in layouts if mines & set(opened)]
    else:
        return None
    return wanted or None
