"""
The guess that flags.

References:
    [1] Vaitzman, Efremov, Ennekavi, Shevach, Mordechai, section II.1.3.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.agents.protocols import NativePart


@dataclass(frozen=True)
class LikeliestMine(NativePart):
    """
    Flag the cell of largest exact risk, ties by chance.

    The flag may be wrong. Once no placement of mines is left, a random cell is opened.
    """

    native_name: ClassVar[str] = "likeliest_mine"
