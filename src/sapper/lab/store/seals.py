"""
Seals: what makes a flipped bit in a row of sums, or in a text, noticed.

The sums of a task are sealed by a number that adds up: every value times a weight of
its own, modulo a prime. The database sums values and seals with the same statement,
and one comparison a condition then shows whether all of its tasks are what was
written. A value that changed by anything but a multiple of the prime, one bit for
example, breaks the seal. A value that was 0 everywhere before its column came adds
nothing: old seals stay whole.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from typing import Any, Final

from sapper.errors import StoreError
from sapper.lab.tallies import STORED

PRIME: Final = 2**31 - 1
# The values of a task that are sealed.
SEALED: Final = (
    "condition_id", "first_game", "num_games", *STORED, "microseconds", "num_blocks",
)  # fmt: skip


@cache
def _weight(name: str) -> int:
    """Return the weight of a value, which follows from its name."""
    return int.from_bytes(sha256(name.encode()).digest()[:8], "big") % PRIME


def seal(values: Mapping[str, int]) -> int:
    """Seal the values of a task, or compute the seal of the sums over many."""
    return sum(_weight(name) * values[name] for name in SEALED) % PRIME


def check_seal(values: Mapping[str, int], seals: int, what: str) -> None:
    """Raise an error if sums are not what was stored; ``seals`` is the sum of the seals."""
    if seal(values) != seals % PRIME:
        raise StoreError(f"the store is damaged: the sums of {what} are not what was written")


def text_crc(*texts: Any) -> int:
    """Compute the checksum of a row's texts and numbers."""
    return zlib.crc32("\0".join(str(text) for text in texts).encode())


def check_text(crc: int, what: str, *texts: Any) -> None:
    """Raise an error if a row's texts are not what was stored."""
    if crc != text_crc(*texts):
        raise StoreError(f"the store is damaged: {what} is not what was written")
