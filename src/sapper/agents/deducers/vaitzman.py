"""
The deducers of Vaitzman et al.: backtracking, and sentences in groups.

A sentence is a number of mines among some cells. Resolution, which drops or shortens one
that contains another, is what `SubsetReduction` does to constraints; groups come after it.

References:
    [1] Vaitzman, Efremov, Ennekavi, Shevach, Mordechai, sections II.1 and II.2.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from sapper.agents.protocols import NativePart

# "at most eight sentences in parallel due to computation limitations" [1].
SENTENCES_IN_A_GROUP = 8


@dataclass(frozen=True)
class SentenceGroups(NativePart):
    """
    Prove what has one value in all assignments that satisfy a group of sentences.

    The group of a sentence has those that share most cells with it, ``size`` in
    all. The number of mines is not looked at.
    """

    native_name: ClassVar[str] = "sentence_groups"

    size: int = SENTENCES_IN_A_GROUP


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
