"""Coins by their definition, over all layouts that fit a position."""

from __future__ import annotations

from oracles.value import fitting_layouts
from sapper.game.cells import neighbours
from sapper.game.position import Position


def find_coins(position: Position) -> set[frozenset[int]]:
    """
    Return every coin of a position: cells that are turned over in pairs of layouts.

    One side of it or the other are mines, as many on each, and whatever is or may become
    a clue outside sees as many cells of one side as of the other.
    """
    layouts = {frozenset(mines) for mines in fitting_layouts(position)}
    columns, rows = position.columns, position.rows
    cells = range(columns * rows)
    may_show = {cell for cell in cells if any(cell not in mines for mines in layouts)}
    has_mine = {cell: frozenset(m for m in layouts if cell in m) for cell in cells}
    found = set()
    for cell in cells:
        own = has_mine[cell]
        if not own or own == layouts:
            continue
        heads = {c for c in cells if has_mine[c] == own}
        tails = {c for c in cells if has_mine[c] == layouts - own}
        coin = frozenset(heads | tails)
        is_even = len(heads) == len(tails) and all(
            len(heads.intersection(near)) == len(tails.intersection(near))
            for near in (neighbours(c, columns, rows) for c in may_show - coin)
        )
        if is_even and {mines ^ coin for mines in layouts} == layouts:
            found.add(coin)
    return found
