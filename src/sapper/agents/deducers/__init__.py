"""Deducers: what proves cells safe or mines, cheapest first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.agents.protocols import NativePart


@dataclass(frozen=True)
class SinglePoint(NativePart):
    """
    The single-point rules, each clue by itself, to exhaustion.

    References:
        [1] Kvietinskas 2021, section 1.5.
    """

    native_name: ClassVar[str] = "single_point"


@dataclass(frozen=True)
class Exact(NativePart):
    """Prove everything that follows from the clues and, if wanted, the number of mines."""

    native_name: ClassVar[str] = "exact"

    mine_count: bool = True


__all__ = ["Exact", "SinglePoint"]
