"""The guess that knows nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.agents.protocols import NativePart


@dataclass(frozen=True)
class RandomGuess(NativePart):
    """Guess any covered cell not proven to be a mine, each with the same chance."""

    native_name: ClassVar[str] = "random"
