"""
The ladder of techniques, easiest first.

Names, titles and meanings are the core's (`native/advice/ladder.h`): reasons name the
technique that they take, boards are graded by the hardest that they need.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from sapper import _core
from sapper.errors import UnknownNameError

_LADDER: Final = _core.ladder()
_NAMES: Final = tuple(name for name, _, _ in _LADDER)


class Technique(StrEnum):
    """
    A technique of the ladder; they compare by how hard they are.

    >>> [technique.rank for technique in Technique]
    [0, 1, 2, 3, 4, 5]
    >>> Technique.parse("pair") < Technique.MINE_COUNT
    True
    >>> Technique.PAIR.meaning
    'two clues that share cells'
    """

    SINGLE_CLUE = _NAMES[0]
    SUBSET = _NAMES[1]
    PAIR = _NAMES[2]
    SEVERAL = _NAMES[3]
    COMPONENT = _NAMES[4]
    MINE_COUNT = _NAMES[5]

    @property
    def rank(self) -> int:
        """Its place on the ladder, from 0."""
        return _NAMES.index(self.value)

    @property
    def board_title(self) -> str:
        """What a board is called whose hardest technique this is."""
        return _LADDER[self.rank][1]

    @property
    def meaning(self) -> str:
        """What it does, for a player who does not know it."""
        return _LADDER[self.rank][2]

    @classmethod
    def parse(cls, text: str) -> Technique:
        """Read a technique's name, or its first or last word."""
        wanted = text.strip().lower().replace("-", " ").replace("_", " ")
        for technique in cls:
            words = technique.value.split()
            if wanted in (technique.value, words[0], words[-1]):
                return technique
        raise UnknownNameError.of("technique", text, list(_NAMES))

    def __lt__(self, other: str) -> bool:
        return self.rank < Technique(other).rank

    def __le__(self, other: str) -> bool:
        return self.rank <= Technique(other).rank

    def __gt__(self, other: str) -> bool:
        return self.rank > Technique(other).rank

    def __ge__(self, other: str) -> bool:
        return self.rank >= Technique(other).rank
