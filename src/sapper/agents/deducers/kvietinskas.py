"""
The deducers of Kvietinskas 2021: windows, human-like comparison, linear equations.

What each sees or loses is explained in `native/agents/papers/kvietinskas` and, for the
comparison of clues, in `native/logic/explain/human.h`.

References:
    [1] Kvietinskas 2021, section 1.8, chapters 4 and 6.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.agents.protocols import NativePart, NativeWrapper


@dataclass(frozen=True)
class Window(NativeWrapper):
    """
    Ask ``deducer`` about every window of ``columns`` x ``rows`` cells.

    Without ``mine_count`` the windows say nothing of the number of mines. With
    ``recheck`` an unchanged window is looked at again when the mine count has
    changed; the thesis does not do so. ``screen`` only saves time: windows that
    cannot prove anything, because nothing in them follows from the whole grid,
    are passed over.
    """

    native_name: ClassVar[str] = "window"

    columns: int = 5
    rows: int = 5
    mine_count: bool = True
    recheck: bool = True
    screen: bool = True


@dataclass(frozen=True)
class HumanLike(NativePart):
    """
    Compare clues that share cells, ``steps`` times over; negative for no limit.

    With ``safe_only`` it names safe cells and no mines.

    References:
        [1] Kvietinskas 2021, chapter 6.
    """

    native_name: ClassVar[str] = "human_like"

    steps: int = -1
    safe_only: bool = False


@dataclass(frozen=True)
class LinearAlgebra(NativePart):
    """
    Gauss-Jordan elimination over the clues, and what single reduced rows settle.

    References:
        [1] Kvietinskas 2021, section 1.8.
    """

    native_name: ClassVar[str] = "linear_algebra"
