"""The guess by exact risk."""

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
