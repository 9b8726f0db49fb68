"""
The guess by what single clues say, each by itself.

References:
    [1] Cooper, Moustafa, Wu 2020, section 7.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.agents.protocols import NativePart


@dataclass(frozen=True)
class ClueChance(NativePart):
    """
    Guess the cell with the smallest mean of the chances that its clues give it.

    A clue gives each of its covered cells the same chance, a cell without a clue has
    one half. Ties go to the fewest covered neighbours, then to the first in reading
    order; nothing is left to chance. Without an opener it opens too: in a corner.
    """

    native_name: ClassVar[str] = "clue_chance"
