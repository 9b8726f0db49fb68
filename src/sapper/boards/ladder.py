"""
The ladder of techniques that boards are graded by, easiest first.

The same rungs as in `native/boards/rungs.h`. A board's grade says how many steps of
each technique its certificate has; the hardest of them is needed whatever the order
of play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from sapper.arguments import explained
from sapper.errors import NotationError, UnknownNameError


class Rung(StrEnum):
    """
    A technique of the ladder.

    ``single clue``: one clue decides all its unknown cells.
    ``subset``: two clues, the cells of one all among the other's.
    ``pair of clues``: two clues that share cells.
    ``several clues``: clues compared with each other in steps.
    ``whole component``: only by going through the placements of tied clues.
    ``mine count``: the same, and the number of mines is needed.

    >>> Rung.parse("pair") < Rung.parse("mine count")
    True
    """

    SINGLE_CLUE = "single clue"
    SUBSET = "subset"
    PAIR = "pair of clues"
    SEVERAL = "several clues"
    COMPONENT = "whole component"
    MINE_COUNT = "mine count"

    @property
    def rank(self) -> int:
        """Its place on the ladder, from 0."""
        return _RANKS[self]

    @property
    def board_title(self) -> str:
        """What a board is called whose hardest technique this is."""
        return _TITLES[self]

    @classmethod
    def parse(cls, text: str) -> Rung:
        """Read a technique's name, or its first word: ``single``, ``pair``, ``mine`` …"""
        wanted = text.strip().lower().replace("-", " ").replace("_", " ")
        for rung in cls:
            if wanted in (rung.value, rung.value.split()[0], rung.value.split()[-1]):
                return rung
        raise UnknownNameError.of("technique", text, [rung.value for rung in cls])

    def __lt__(self, other: str) -> bool:
        return self.rank < Rung(other).rank

    def __le__(self, other: str) -> bool:
        return self.rank <= Rung(other).rank

    def __gt__(self, other: str) -> bool:
        return self.rank > Rung(other).rank

    def __ge__(self, other: str) -> bool:
        return self.rank >= Rung(other).rank


_RANKS: Final = {rung: rank for rank, rung in enumerate(Rung)}
_TITLES: Final = {
    Rung.SINGLE_CLUE: "beginner's board",
    Rung.SUBSET: "needs subsets",
    Rung.PAIR: "needs pairs of clues",
    Rung.SEVERAL: "needs several clues together",
    Rung.COMPONENT: "needs a whole component",
    Rung.MINE_COUNT: "needs the mine count",
}


@explained
@dataclass(frozen=True)
class Grade:
    """
    How hard a board is: steps of each technique, easiest technique first.

    >>> grade = Grade.of([12, 3, 0, 0, 0, 1])
    >>> grade.hardest.value, grade.title
    ('mine count', 'needs the mine count')
    """

    steps: tuple[int, ...]

    @classmethod
    def of(cls, steps: Iterable[int]) -> Grade:
        """Make a grade from the number of steps of each technique."""
        return cls(tuple(steps))

    @property
    def hardest(self) -> Rung:
        """The hardest technique needed."""
        used = [rung for rung, count in zip(Rung, self.steps, strict=True) if count]
        return used[-1] if used else Rung.SINGLE_CLUE

    @property
    def title(self) -> str:
        """The grade in words, from "beginner's board" to "needs the mine count"."""
        return self.hardest.board_title

    def __str__(self) -> str:
        parts = [f"{rung} {n}" for rung, n in zip(Rung, self.steps, strict=True) if n]
        return f"{self.title} ({', '.join(parts) or 'no step'})"

    def to_dict(self) -> dict[str, Any]:
        """Return the grade as JSON-ready data."""
        steps = {str(rung): count for rung, count in zip(Rung, self.steps, strict=True)}
        return {"hardest": str(self.hardest), "title": self.title, "steps": steps}

    @classmethod
    def from_dict(cls, data: object) -> Grade:
        """Read what `to_dict` gave."""
        steps = data.get("steps") if isinstance(data, Mapping) else None
        if not isinstance(steps, Mapping) or not all(isinstance(n, int) for n in steps.values()):
            raise NotationError(f"expected a grade with the steps of each technique, got {data!r}")
        return cls(tuple(steps.get(str(rung), 0) for rung in Rung))
