"""
How hard a board is: how many steps of each technique its certificate has.

The hardest of them is needed whatever the order of play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sapper.advice.ladder import Technique
from sapper.arguments import explained
from sapper.errors import NotationError


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
    def hardest(self) -> Technique:
        """The hardest technique needed."""
        used = [technique for technique, count in zip(Technique, self.steps, strict=True) if count]
        return used[-1] if used else Technique.SINGLE_CLUE

    @property
    def title(self) -> str:
        """The grade in words, from "needs only single clues" to "needs the mine count"."""
        return self.hardest.board_title

    def __str__(self) -> str:
        parts = [
            f"{technique} {n}" for technique, n in zip(Technique, self.steps, strict=True) if n
        ]
        return f"{self.title} ({', '.join(parts) or 'no step'})"

    def to_dict(self) -> dict[str, Any]:
        """Return the grade as JSON-ready data."""
        steps = {
            str(technique): count for technique, count in zip(Technique, self.steps, strict=True)
        }
        return {"hardest": str(self.hardest), "title": self.title, "steps": steps}

    @classmethod
    def from_dict(cls, data: object) -> Grade:
        """Read what `to_dict` gave."""
        steps = data.get("steps") if isinstance(data, Mapping) else None
        if not isinstance(steps, Mapping) or not all(isinstance(n, int) for n in steps.values()):
            raise NotationError(f"expected a grade with the steps of each technique, got {data!r}")
        return cls(tuple(steps.get(str(one), 0) for one in Technique))
