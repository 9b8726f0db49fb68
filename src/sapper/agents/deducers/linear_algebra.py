"""Clues as linear equations; `linear_algebra.h` of the core explains what can be lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.agents.protocols import NativePart


@dataclass(frozen=True)
class LinearAlgebra(NativePart):
    """
    Gauss-Jordan elimination over the clues, and what single reduced rows settle.

    References:
        [1] Kvietinskas 2021, section 1.8.
    """

    native_name: ClassVar[str] = "linear_algebra"
