"""
A player that says one move at a time: (x, y, is_mine), the form of Kvietinskas 2021.

Play it without a screen, then watch it:

    sapper run by-single-clues random --load examples/next_move_player.py --games 200
    sapper play --agent by-single-clues --load examples/next_move_player.py

Such a player needs nothing of Sapper but what it is shown: `view.grid[y][x]` is a clue 0 to 8,
or -1 covered, -2 flagged, -3 a mine shown. A new player is made for every game, so it may
keep whatever it likes in itself.
"""

from collections.abc import Iterator

from sapper import Agent, register
from sapper.agents import adapt_player
from sapper.agents.adapter import COVERED_CELL, FLAGGED_CELL, View


class BySingleClues:
    """Flag and open what one clue settles; else open the first covered cell."""

    def next_move(self, view: View) -> tuple[int, int, bool]:
        """Return the next move as (x, y, is_mine)."""
        for y in range(view.rows):
            for x in range(view.columns):
                if (clue := view.grid[y][x]) < 0:
                    continue
                around = list(neighbours(view, x, y))
                covered = [cell for cell in around if view.grid[cell[1]][cell[0]] == COVERED_CELL]
                flags = sum(view.grid[j][i] == FLAGGED_CELL for i, j in around)
                if covered and clue == flags:
                    return *covered[0], False
                if covered and clue == flags + len(covered):
                    return *covered[0], True
        x, y = next(cell for cell in cells(view) if view.grid[cell[1]][cell[0]] == COVERED_CELL)
        return x, y, False


def cells(view: View) -> Iterator[tuple[int, int]]:
    """Yield every (x, y) of the grid in reading order."""
    return ((x, y) for y in range(view.rows) for x in range(view.columns))


def neighbours(view: View, x: int, y: int) -> Iterator[tuple[int, int]]:
    """Yield the cells around (x, y)."""
    near = ((i, j) for j in (y - 1, y, y + 1) for i in (x - 1, x, x + 1) if (i, j) != (x, y))
    return ((i, j) for i, j in near if 0 <= i < view.columns and 0 <= j < view.rows)


@register("by-single-clues", source="examples/next_move_player.py")
def by_single_clues() -> Agent:
    """Single clues, one move at a time; else the first covered cell."""
    return adapt_player(BySingleClues)
