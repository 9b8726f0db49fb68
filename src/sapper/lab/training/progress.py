"""What a training reports of itself while it runs."""

from __future__ import annotations

from typing import Protocol


class Listener(Protocol):
    """Hears how far a training is."""

    def __call__(self, stage: str, done: float, total: float, note: str = "") -> None:
        """Hear that ``done`` of ``total`` of a stage is done; the note may have a loss."""


class Silent:
    """Hears nothing."""

    def __call__(self, stage: str, done: float, total: float, note: str = "") -> None:
        """Do nothing."""
