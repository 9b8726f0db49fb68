"""The human-like deduction; the method is explained in `native/logic/explain/human.h`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.agents.protocols import NativePart


@dataclass(frozen=True)
class HumanLike(NativePart):
    """
    Compare clues that share cells, ``steps`` times over; negative for no limit.

    References:
        [1] Kvietinskas 2021, chapter 6.
    """

    native_name: ClassVar[str] = "human_like"

    steps: int = -1
