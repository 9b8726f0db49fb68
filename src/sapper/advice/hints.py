"""The one hint: what to open next, and why (`native/advice/hint.h`)."""

from __future__ import annotations

from typing import Final

from sapper import _core
from sapper.arguments import explained
from sapper.errors import check_type, check_whole
from sapper.game.position import Position

_MAX_STATES: Final[int] = _core.DEFAULT_MAX_STATES


@explained
def hint(
    position: Position,
    *,
    near: int | str | None = None,
    trust_flags: bool = True,
    use_mine_count: bool = True,
    max_states: int = _MAX_STATES,
) -> _core.Hint | None:
    """
    Find what to open next, and why; None where no cell is covered.

    If a cell is proven safe: the easiest technique first, then the nearest to ``near``
    (the last move, say), then reading order. If not: what ``strongest:effort=fast``
    would guess, with its candidates.

    >>> found = hint(Position.parse("..1./..2./11../.... 3"))
    >>> found.kind, found.technique.value, print(found)  # doctest: +NORMALIZE_WHITESPACE
    r3c3 is safe: the 1 at r3c1 has its mine among r2c1 r2c2 r4c1 r4c2, so the 1 at r3c2 has
    none left for r3c3 r4c3
    ('safe', 'subset', None)
    >>> print(hint(Position.parse("1.1 1")))
    every covered cell is a mine

    Raises:
        InconsistentPositionError: no layout fits the clues.
        BudgetExceededError: more than ``max_states`` were needed.
    """
    check_type(position, Position, "a position", "Position.parse reads text, from_array arrays")
    number = position.cell(near) if isinstance(near, str) else near
    return _core.find_hint(
        position,
        None if number is None else check_whole(number, "a cell", 0, position.num_cells - 1),
        bool(trust_flags),
        bool(use_mine_count),
        check_whole(max_states, "max_states", 1),
    )
