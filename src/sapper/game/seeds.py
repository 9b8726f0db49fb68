"""Seeds: whole numbers from 0 below 2**63, one or many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper.errors import RulesError


def check_seed(seed: int | np.integer[Any]) -> int:
    """Return the seed if it is one: a whole number from 0 below 2**63."""
    if not _is_whole(seed) or not 0 <= seed < 2**63:
        raise RulesError(f"expected a seed from 0 to 9223372036854775807, got {seed!r}")
    return int(seed)


def check_seeds(seeds: Sequence[int] | NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return seeds as the core takes them, or say what is wrong with them."""
    given = np.asarray(seeds)
    if given.size == 0:
        return np.zeros(0, np.uint64)
    is_whole = given.dtype.kind in "iu" or (
        given.dtype.kind == "O" and all(_is_whole(seed) for seed in given.flat)
    )
    # numpy takes True for 1 where numbers stand beside it.
    if isinstance(seeds, Sequence) and any(isinstance(seed, bool | np.bool_) for seed in seeds):
        is_whole = False
    if not is_whole or given.ndim != 1:
        raise RulesError(f"expected whole numbers as seeds, got {given.dtype}")
    if given.min() < 0 or given.max() >= 2**63:
        raise RulesError("expected seeds from 0 to 9223372036854775807")
    return np.ascontiguousarray(given, dtype=np.uint64)


def _is_whole(number: object) -> bool:
    return isinstance(number, int | np.integer) and not isinstance(number, bool)
