"""
What the benchmark asks: items of five tracks, each one line of JSON.

| track | an item is | asked for |
|---|---|---|
| ``proofs`` | a position, by the easiest technique that proves a safe cell | every proven cell |
| ``games`` | a certified board that needs no guess, by grade and size | a whole game |
| ``guesses`` | a position where nothing is proven safe | one move |
| ``small games`` | a seed of a small grid whose optimum is known | a whole game |
| ``reasons`` | a position, by technique as above | one proven cell and its clues |
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from sapper.errors import NotationError
from sapper.game.cells import parse_cell
from sapper.game.layout import Layout
from sapper.game.position import Position
from sapper.game.rules import Rules
from sapper.llm.episodes import Episode
from sapper.llm.scoring import REWARDS
from sapper.llm.tasks import Task

NAME: Final = "sapper-bench"
VERSION: Final = 1
TRACKS: Final = ("proofs", "games", "guesses", "small games", "reasons")
# The kind of task of a track of single positions.
KIND_OF: Final = {"proofs": "proofs", "guesses": "move", "reasons": "reason"}
_WEIGHTS: Final = {name: 1 / len(REWARDS) for name in REWARDS}


@dataclass(frozen=True)
class Item:
    """
    One item; ``data`` is what it is made of, and all of it is text or numbers.

    A single position has ``position``; a game has ``on``, ``first_click`` and ``seed``, on a
    board ``layout`` and ``first`` as well; a small game has its ``optimum`` as a fraction.
    """

    id: str
    track: str
    group: str
    data: dict[str, Any]

    @property
    def is_game(self) -> bool:
        """Whether it is a whole game."""
        return self.track not in KIND_OF

    @property
    def optimum(self) -> Fraction:
        """The chance to win under best play, of a small game."""
        return Fraction(self.data["optimum"])

    def task(self, form: str) -> Task:
        """Make the task of a single position."""
        return Task(KIND_OF[self.track], Position.parse(self.data["position"]), form)

    def episode(self, form: str) -> Episode:
        """Begin the game."""
        rules = Rules.parse(self.data["on"], first_click=self.data["first_click"])
        if "layout" not in self.data:
            return Episode(rules, self.data["seed"], form=form, rewards=_WEIGHTS)
        first = parse_cell(self.data["first"], rules.columns, rules.rows)
        layout = Layout.parse(self.data["layout"])
        return Episode(rules, layout=layout, first=first, form=form, rewards=_WEIGHTS)

    def to_line(self) -> str:
        """Write the item as one line of JSON."""
        head = {"id": self.id, "track": self.track, "group": self.group}
        return json.dumps(head | self.data, ensure_ascii=True)

    @classmethod
    def from_line(cls, line: str) -> Item:
        """Read what `to_line` wrote."""
        try:
            data = json.loads(line)
            found = cls(data.pop("id"), data.pop("track"), data.pop("group"), data)
        except (ValueError, KeyError, AttributeError, TypeError):
            raise NotationError(
                f"expected an item of {NAME} as a line of JSON, got {line[:60]!r}"
            ) from None
        if found.track not in TRACKS:
            raise NotationError(f"expected a track of {', '.join(TRACKS)}, got {found.track!r}")
        return found


def write_lines(items: Iterable[Item]) -> str:
    """Write items as JSON lines."""
    return "".join(f"{item.to_line()}\n" for item in items)


def read_lines(text: str) -> list[Item]:
    """Read items from JSON lines."""
    return [Item.from_line(line) for line in text.splitlines() if line.strip()]


def checksum(items: Iterable[Item]) -> str:
    """Return the SHA-256 of the JSON lines, by which a set is known."""
    return hashlib.sha256(write_lines(items).encode()).hexdigest()
