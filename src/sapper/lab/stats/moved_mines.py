"""
How many mines of a board the first click moved.

One seed is one board but for the mines that make room for the first cell
(`docs/determinism.md`). Two agents that open other cells therefore play boards that
differ in a few mines; how many is counted here, board by board.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sapper.game.codes import MINE_SHOWN
from sapper.game.layout import lay_many
from sapper.game.rules import Rules

_CELLS_AT_ONCE: Final = 4_000_000


def mines_moved(
    rules: Rules,
    game_seeds: NDArray[np.uint64],
    firsts: NDArray[np.integer],
    other_firsts: NDArray[np.integer],
) -> float:
    """
    Return how many mines of a board are elsewhere on the other one, on average over games.

    Games that one of the two ended before its first reveal have no board and are left out.

    >>> seeds, corner = np.arange(100, dtype=np.uint64), np.zeros(100, np.int32)
    >>> rules = Rules.parse("expert", first_click="zero")
    >>> mines_moved(rules, seeds, corner, corner)
    0.0
    >>> 1 < mines_moved(rules, seeds, corner, corner + 100) < 3
    True
    """
    begun = (firsts >= 0) & (other_firsts >= 0)
    if rules.first_click == "any" or not begun.any():
        return 0.0
    unlike = np.flatnonzero(begun & (firsts != other_firsts))
    moved = 0
    for part in np.array_split(unlike, len(unlike) * rules.num_cells // _CELLS_AT_ONCE + 1):
        one, other = (
            _mines(rules, game_seeds[part], cells[part]) for cells in (firsts, other_firsts)
        )
        moved += int((one & ~other).sum())
    return moved / int(begun.sum())


# How many cells a first-click rule keeps free: no more mines of a board can move.
_MOST_MOVED: Final = {"any": 0, "safe": 1, "zero": 9}


def describe_boards(rules: Iterable[Rules], measured: Iterable[float | None] = ()) -> str:
    """
    Describe how far the agents of a league played the same boards.

    ``measured`` is `mines_moved` of the pairs that were compared; without any, the most that
    the rules allow is named.

    >>> zero = [Rules.parse("expert", first_click="zero")]
    >>> describe_boards(zero, [0.0, 0.0])
    'Every agent played the same boards.'
    >>> print(describe_boards(zero, [0.0, 1.93]).partition(": ")[2])
    up to 1.9 a board between the best agent and another.
    >>> print(describe_boards(zero).partition(": ")[2])
    at most 9 a board.
    """
    known = [moved for moved in measured if moved is not None]
    most = max((_MOST_MOVED[one.first_click] for one in rules), default=0)
    if (known and not any(known)) or not most:
        return "Every agent played the same boards."
    if known:
        shown = f"up to {max(known):.2g} a board between the best agent and another"
    else:
        shown = f"at most {most} a board"
    return f"Every agent played the same boards but for mines that the first clicks move: {shown}."


def _mines(rules: Rules, seeds: NDArray[np.uint64], firsts: NDArray[np.integer]) -> NDArray[Any]:
    """Return where the mines of each game are, a grid a game."""
    mines = np.zeros((len(seeds), rules.rows, rules.columns), np.bool_)
    for first in np.unique(firsts).tolist():
        chosen = np.flatnonzero(firsts == first)
        mines[chosen] = lay_many(rules, seeds[chosen], first) == MINE_SHOWN
    return mines
