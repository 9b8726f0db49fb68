"""
What Becerra 2015 says of the first click, by arithmetic.

References:
    [1] D. J. Becerra 2015, section 4.1, equations 4.2 to 4.4.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from sapper.game.rules import Rules
from sapper.lab.papers.claims import Check
from sapper.logic.first_cell import zero_chance_by_product, zero_chance_if_independent

_NEIGHBOURS: Final = {"corner": 3, "edge": 5, "interior": 8}
_GRIDS: Final = ("beginner", "intermediate", "expert")
# A difference of chances that is "not terrible".
_NEAR: Final = 0.03


def corner_is_likeliest_zero() -> tuple[bool | None, str]:
    """Compute the chance of a zero for a corner, an edge and an interior cell of each grid."""
    chances = {
        on: [
            float(zero_chance_by_product(rules.num_cells, rules.num_mines, k))
            for k in _NEIGHBOURS.values()
        ]
        for on, rules in ((on, Rules.parse(on, first_click="any")) for on in _GRIDS)
    }
    falls = all(first > then for found in chances.values() for first, then in pairwise(found))
    shown = "; ".join(
        f"{on} {', '.join(f'{chance:.3f}' for chance in found)}" for on, found in chances.items()
    )
    return falls, f"corner, edge, interior: {shown}"


def approximation_is_near() -> tuple[bool | None, str]:
    """Compare equation 4.3 with the exact chance on each grid."""
    apart = {}
    for on in _GRIDS:
        rules = Rules.parse(on, first_click="any")
        for place, k in _NEIGHBOURS.items():
            size = rules.num_cells, rules.num_mines, k
            apart[f"{place} on {on}"] = float(
                zero_chance_if_independent(*size) - zero_chance_by_product(*size)
            )
    worst = max(apart, key=lambda where: abs(apart[where]))
    found = f"at most {apart[worst]:+.4f} ({worst}), at least {min(apart.values()):+.4f}"
    return abs(apart[worst]) <= _NEAR, found


CHECKS: Final[Mapping[str, Check]] = {
    "approximation_is_near": approximation_is_near,
    "corner_is_likeliest_zero": corner_is_likeliest_zero,
}
