"""
A deducer behind a window: it sees one rectangle of the grid at a time.

The search over the windows is native (`native/agents/papers/kvietinskas/window.h` states its order
and what it skips); the deducer behind it may be native or written in Python.

References:
    [1] Kvietinskas 2021, chapter 4.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.agents.protocols import NativeWrapper


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
