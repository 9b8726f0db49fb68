"""Openers that know nothing of the grid: any cell, or always the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.agents.protocols import NativePart


@dataclass(frozen=True)
class RandomCell(NativePart):
    """Open any cell that leaves room for the mines, each with the same chance."""

    native_name: ClassVar[str] = "random"


@dataclass(frozen=True)
class FixedCell(NativePart):
    """Open always the same cell, given by column and row counted from 0."""

    native_name: ClassVar[str] = "fixed"

    column: int = 0
    row: int = 0
