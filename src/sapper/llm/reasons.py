"""
Whether an explanation holds: do the clues that were named imply the claim?

The engine is shown the named clues alone. Cells that are revealed but not named are known
to be safe, and what they show is not known; the number of mines counts only where it was
named. A claim that is true but does not follow is a right answer for a wrong reason.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from sapper import _core
from sapper.arguments import explained
from sapper.errors import BudgetExceededError, InconsistentPositionError
from sapper.game.codes import COVERED
from sapper.game.position import Position
from sapper.llm.reading import Answer

_SAFE: Final = 9  # what the core calls a cell that is assumed safe
_MAX_STATES: Final = 2_000_000


@dataclass(frozen=True)
class Explanation:
    """
    A claim and its reason.

    ``is_claim``: exactly one cell was named. ``is_right``: it is proven by all there is.
    ``is_sound``: it follows from the named clues. ``is_minimal``: from no part of them.
    ``num_named`` and ``num_needed`` count the clues, the number of mines as one.
    """

    is_claim: bool = False
    is_right: bool = False
    is_sound: bool = False
    is_minimal: bool = False
    num_named: int = 0
    num_needed: int = 0

    @property
    def reward(self) -> float:
        """1 for a sound reason with no clue too many, less with more, 0 if it is not sound."""
        if not self.is_sound:
            return 0.0
        if self.is_minimal:
            return 1.0
        return min(1.0, self.num_needed / max(self.num_named, 1))

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation as JSON-ready data."""
        return {
            "claimed": self.is_claim,
            "right": self.is_right,
            "sound": self.is_sound,
            "minimal": self.is_minimal,
            "right_for_a_wrong_reason": self.is_right and not self.is_sound,
            "named": self.num_named,
            "needed": self.num_needed,
        }


def explain(position: Position, answer: Answer, findings: _core.Findings) -> Explanation:
    """Judge the claim and the reason of an answer."""
    claims = [move for move in answer.moves if move.kind in ("reveal", "flag")]
    if len(claims) != 1:
        return Explanation()
    (claim,) = claims
    is_mine = claim.kind == "flag"
    if claim.cell not in (findings.mines if is_mine else findings.safe):
        return Explanation(is_claim=True, num_named=_size(answer.clues, answer.uses_mine_count))
    named, count = answer.clues, answer.uses_mine_count
    reason = findings.find_reasons(position, [claim.cell], ())[0]
    is_sound = implies(position, named, claim.cell, is_mine, with_mine_count=count)
    return Explanation(
        is_claim=True,
        is_right=True,
        is_sound=is_sound,
        is_minimal=is_sound and _is_minimal(position, named, count, claim.cell, is_mine),
        num_named=_size(named, count),
        num_needed=_size(reason.clues, reason.needs_mine_count),
    )


def _size(clues: Collection[int], with_count: bool) -> int:
    return len(clues) + with_count


def _is_minimal(
    position: Position, clues: tuple[int, ...], count: bool, cell: int, is_mine: bool
) -> bool:
    if count and implies(position, clues, cell, is_mine):
        return False
    return not any(
        implies(position, [one for one in clues if one != left_out], cell, is_mine,
                with_mine_count=count)
        for left_out in clues
    )  # fmt: skip


@explained
def implies(
    position: Position,
    clues: Collection[int],
    cell: int,
    is_mine: bool,
    *,
    with_mine_count: bool = False,
) -> bool:
    """
    Return whether these clues alone prove that a covered cell is safe, or a mine.

    >>> position = Position.parse("..1./..2./11../.... 3")
    >>> implies(position, [8, 9], 10, False), implies(position, [9], 10, False)
    (True, False)
    """
    cells = bytearray(position.cells)
    hidden = [one for one, code in enumerate(cells) if code < COVERED and one not in clues]
    for one in hidden:
        cells[one] = COVERED
    shown = Position(position.columns, position.rows, position.num_mines, bytes(cells))
    if not with_mine_count:
        # Only what is next to a named clue matters then.
        near = {one for clue in clues for one in position.neighbours(clue)}
        hidden = [one for one in hidden if one in near]
    try:
        findings = _core.analyse(shown, False, with_mine_count, _MAX_STATES)
        for one in hidden:
            after = findings.assume(one, _SAFE, COVERED)
            if after is None:
                return False
            findings = after
    except (BudgetExceededError, InconsistentPositionError):
        return False
    return cell in (findings.mines if is_mine else findings.safe)
