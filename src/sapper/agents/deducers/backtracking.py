"""
Backtracking over the covered cells next to clues, one value each.

References:
    [1] Vaitzman, Efremov, Ennekavi, Shevach, Mordechai, section II.1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from sapper.agents.protocols import NativePart


@dataclass(frozen=True)
class Backtracking(NativePart):
    """
    Prove whatever has one value in all assignments of a component.

    ``order`` says which cell is assigned next: the one with the most revealed
    neighbours [1, section 1.3.1], or the next in ``reading`` order. It changes
    the time and nothing else. The number of mines is not looked at.
    """

    native_name: ClassVar[str] = "backtracking"

    order: Literal["most-constrained", "reading"] = "most-constrained"
