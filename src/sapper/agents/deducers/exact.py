"""The deducer that misses nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.agents.protocols import NativePart


@dataclass(frozen=True)
class Exact(NativePart):
    """Prove everything that follows from the clues and, if wanted, the number of mines."""

    native_name: ClassVar[str] = "exact"

    mine_count: bool = True
