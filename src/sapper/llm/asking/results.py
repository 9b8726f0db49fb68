"""
What an evaluation came to: its measures, what it cost, and the reference rows beside it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any, Final

from sapper.llm.bench import NAME, PUBLIC, VERSION, Measured, headline, measure, total

_FILE: Final = f"{NAME}-{VERSION}.reference.json"
Record = Mapping[str, Any]


@dataclass(frozen=True)
class Row:
    """A player's numbers: every measure, the five scores, and their mean if all are there."""

    name: str
    measured: tuple[Measured, ...]

    @classmethod
    def of(cls, name: str, records: Sequence[Record]) -> Row:
        """Add records up."""
        return cls(name, tuple(measure(records)))

    @property
    def scores(self) -> dict[str, Measured]:
        """The score of each track that has items."""
        return {one.track: one for one in headline(self.measured)}

    @property
    def total(self) -> Measured | None:
        """The mean of the five scores."""
        return total(self.measured)

    def to_dict(self) -> dict[str, Any]:
        """Return the row as JSON-ready data."""
        found = self.total
        return {
            "name": self.name,
            "score": None if found is None else found.to_dict(),
            "measures": [one.to_dict() for one in self.measured],
        }


def cost(records: Sequence[Record]) -> dict[str, Any]:
    """Add up what the answers cost: questions, tokens where they are counted, seconds."""
    turns = [turn for record in records for turn in record["turns"]]
    found: dict[str, Any] = {"questions": len(turns)}
    for name in ("prompt_tokens", "completion_tokens"):
        counted = [turn[name] for turn in turns if turn.get(name) is not None]
        found[name] = sum(counted) if counted else None
    found["seconds"] = round(sum(turn.get("seconds") or 0.0 for turn in turns), 1)
    found["asked_again"] = sum((turn.get("tries") or 1) - 1 for turn in turns)
    found["cut_off"] = sum(bool(turn.get("cut_off")) for turn in turns)
    return found


@lru_cache(maxsize=1)
def reference_rows() -> tuple[Row, ...]:
    """Return the shipped reference rows of the whole public set."""
    text = resources.files("sapper.llm.bench").joinpath(f"data/{_FILE}").read_text("utf-8")
    return tuple(
        Row(one["name"], tuple(_measured(each) for each in one["measures"]))
        for one in json.loads(text)
    )


def _measured(data: Mapping[str, Any]) -> Measured:
    """Read a number back; JSON has null for what is none."""
    found: Any = {key: math.nan if value is None else value for key, value in data.items()}
    return Measured(**found)


def companions(split: str, num_items: int, num_all: int) -> tuple[Row, ...]:
    """Return the reference rows where they were measured on the same items, else none."""
    return reference_rows() if split == PUBLIC and num_items == num_all else ()
