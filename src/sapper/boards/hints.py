"""
A hint: the best cell of a position and the reason, as a sentence.

Where a cell is proven safe, the hint is the one whose proof is the easiest to see;
else a cell of least risk. Flags are not trusted: a hint must not repeat a player's
mistake. `review.py` judges a game after it was played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sapper.arguments import explained
from sapper.boards.review import MAX_STATES, rung_of
from sapper.game.position import Position
from sapper.logic import analyse

# More proven cells than this are not all explained: the first ones are.
_MOST_EXPLAINED: Final = 40


@dataclass(frozen=True)
class Hint:
    """The best ``cell``, its ``risk``, why, and the risk of every covered cell."""

    cell: int
    risk: float
    sentence: str
    risks: Mapping[int, float]


@explained
def find_hint(position: Position) -> Hint | None:
    """
    Find the best cell to reveal; None where no cell is covered.

    >>> print(find_hint(Position.parse("1.1 1")).sentence)
    every covered cell is a mine
    >>> print(find_hint(Position.parse("..1./..2./11../.... 3")).sentence[:40])
    r3c3 is safe: the 1 at r3c1 has its mine

    Raises:
        InconsistentPositionError: no layout fits the clues.
        BudgetExceededError: the position is too large to look at.
    """
    analysis = analyse(position, trust_flags=False, max_states=MAX_STATES)
    best = analysis.best
    if not best:
        return None
    flat = analysis.risk.ravel().tolist()
    risks = {cell: flat[cell] for cell in [*position.covered, *position.flagged]}
    if analysis.safe:
        reasons = [analysis.reason(cell) for cell in analysis.safe[:_MOST_EXPLAINED]]
        easiest = min(reasons, key=lambda one: (rung_of(one).rank, len(one.clues), one.cell))
        return Hint(easiest.cell, 0.0, str(easiest), risks)
    cell = best[0]
    name, risk = position.format_cell(cell), flat[cell]
    if risk >= 1.0:
        return Hint(cell, risk, "every covered cell is a mine", risks)
    sentence = f"nothing is proven safe; the least risk, {100 * risk:.1f} %, is at {name}"
    if len(best) > 1:
        others = len(best) - 1
        sentence += f" and {others} other cell{'s' * (others > 1)}"
    return Hint(cell, risk, sentence, risks)
