"""
The guesses of the house that need no search: any cell, or a cell of least risk.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper import _core
from sapper.agents.protocols import NativePart


@dataclass(frozen=True)
class LeastRisk(NativePart):
    """
    Guess a cell of least risk, ties by chance.

    Where a position needs more than ``max_states``, the least risk of the components
    that were done is taken; such guesses are counted (column ``cut_guesses``).
    """

    native_name: ClassVar[str] = "least_risk"

    max_states: int = _core.DEFAULT_MAX_STATES


@dataclass(frozen=True)
class RandomGuess(NativePart):
    """Guess any covered cell not proven to be a mine, each with the same chance."""

    native_name: ClassVar[str] = "random"
