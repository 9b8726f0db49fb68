"""Deducers: what proves cells safe or mines, cheapest first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.agents.deducers.cp_sat import CpSat
from sapper.agents.deducers.window import Window
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


@dataclass(frozen=True)
class HumanLike(NativePart):
    """
    Compare clues that share cells, ``steps`` times over; negative for no limit.

    References:
        [1] Kvietinskas 2021, chapter 6.
    """

    native_name: ClassVar[str] = "human_like"

    steps: int = -1


@dataclass(frozen=True)
class LinearAlgebra(NativePart):
    """
    Gauss-Jordan elimination over the clues, and what single reduced rows settle.

    References:
        [1] Kvietinskas 2021, section 1.8.
    """

    native_name: ClassVar[str] = "linear_algebra"


__all__ = ["CpSat", "Exact", "HumanLike", "LinearAlgebra", "SinglePoint", "Window"]
