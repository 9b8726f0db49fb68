"""
Seals: what makes a flipped bit in a row of sums, or in a text, noticed.

The sums of a task are sealed by a number that adds up: every value times a weight of
its own, modulo a prime. The database sums values and seals with the same statement,
and one comparison a condition then says whether all of its tasks are what was
written. A value that changed by anything but a multiple of the prime, one bit for
example, breaks the seal.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any, Final

from sapper.errors import StoreError

PRIME: Final = 2**31 - 1
MICROSECONDS: Final = 1_000_000
# Arbitrary numbers below the prime, one for each value; never changed, only added to.
WEIGHTS: Final[Mapping[str, int]] = {
    "condition_id": 1_403_580_219,
    "first_game": 810_728_133,
    "num_games": 1_527_612_287,
    "wins": 209_318_371,
    "wins_without_guess": 1_990_481_543,
    "stuck": 672_219_089,
    "guesses": 1_818_007_951,
    "guesses_squared": 393_342_761,
    "mines_flagged": 1_129_655_377,
    "nanoseconds": 951_120_637,
    "microseconds": 1_666_913_033,
    "num_blocks": 517_840_979,
    "block_version": 87_178_291,
}


def seal(values: Mapping[str, int]) -> int:
    """Compute the seal of a task's values, or of the sums over many tasks."""
    return sum(weight * values[name] for name, weight in WEIGHTS.items()) % PRIME


def check_seal(values: Mapping[str, int], seals: int | None, what: str) -> None:
    """Raise an error if sums are not what was stored; ``seals`` is the sum of the seals."""
    if seals is None or seal(values) != seals % PRIME:
        raise StoreError(f"the store is damaged: the sums of {what} are not what was written")


def text_crc(*texts: Any) -> int:
    """Compute the checksum of a row's texts and numbers."""
    return zlib.crc32("\0".join(str(text) for text in texts).encode())


def check_text(crc: int | None, what: str, *texts: Any) -> None:
    """Raise an error if a row's texts are not what was stored."""
    if crc is not None and crc != text_crc(*texts):
        raise StoreError(f"the store is damaged: {what} is not what was written")
