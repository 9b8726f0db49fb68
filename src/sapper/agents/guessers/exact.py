"""The guess by exact risk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.agents.protocols import NativePart


@dataclass(frozen=True)
class LeastRisk(NativePart):
    """Guess a cell of least risk, ties by chance."""

    native_name: ClassVar[str] = "least_risk"
