"""Guessers: which cell to reveal when nothing is proven."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.agents.protocols import NativePart


@dataclass(frozen=True)
class RandomGuess(NativePart):
    """Guess any covered cell not proven to be a mine, each with the same chance."""

    native_name: ClassVar[str] = "random"


@dataclass(frozen=True)
class LeastRisk(NativePart):
    """Guess a cell of least risk, ties by chance."""

    native_name: ClassVar[str] = "least_risk"


__all__ = ["LeastRisk", "RandomGuess"]
