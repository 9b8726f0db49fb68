"""
Sentences: a number of mines among some cells, a few of them at a time.

Resolution, which drops or shortens a sentence that contains another, is what
`SubsetReduction` does to constraints; these groups come after it.

References:
    [1] Vaitzman, Efremov, Ennekavi, Shevach, Mordechai, section II.2.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

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
