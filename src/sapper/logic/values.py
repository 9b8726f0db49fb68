"""
The value of a position: the chance to win under best play, exactly.

A position is taken apart into what is independent (`native/logic/play/position_parts.h`): the
value is the product of the values of its parts. Best play of a part is searched over the
table of all its layouts that fit (`native/logic/play/endgame.h`); `find_optimum` does the same
for whole games, first click and all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from sapper import _core
from sapper.arguments import explained
from sapper.errors import BudgetExceededError
from sapper.game.position import Position
from sapper.game.rules import Rules, native_rules
from sapper.logic.analysis import analyse, check_position

MAX_LAYOUTS: Final = 100_000
MAX_NODES: Final = 2_000_000


@dataclass(frozen=True)
class CellValue:
    """A living cell: the chance that it is safe, and to win after revealing it."""

    cell: int
    safety: Fraction
    value: Fraction


@explained
def value(
    position: Position,
    *,
    max_layouts: int = MAX_LAYOUTS,
    max_nodes: int = MAX_NODES,
    trust_flags: bool = True,
) -> Fraction:
    """
    Return the chance to win under best play, as an exact fraction.

    >>> value(Position.parse("1../... 1"))
    Fraction(2, 3)
    >>> value(Position.parse("1./.. 1"))
    Fraction(1, 3)

    Raises:
        BudgetExceededError: more layouts or nodes were needed; its ``bounds`` are
            two fractions between which the value lies.
    """
    check_position(position)
    found = _search(position, max_layouts, max_nodes, trust_flags, all_cells=False)
    if found.is_done:
        return found.value
    if all(part.layouts for part in found.parts):
        raise _over(f"needs more than max_nodes={max_nodes:,}", *found.bounds(1))
    number = analyse(position, trust_flags=trust_flags).num_placements
    said = f"has more than max_layouts={max_layouts:,} layouts"
    if number <= max_layouts:
        said = f"has {number:,} layouts, more than can be kept in memory"
    raise _over(said, *found.bounds(number))


@dataclass(frozen=True)
class _Part:
    """Best play of one independent part; no layouts where they are too many to be listed."""

    is_done: bool
    wins: int
    most: int
    layouts: int
    safest: float
    candidates: list[tuple[int, int, int, bool]]


@dataclass(frozen=True)
class _Search:
    is_done: bool
    parts: tuple[_Part, ...]

    @property
    def value(self) -> Fraction:
        return math.prod((Fraction(p.wins, p.layouts) for p in self.parts), start=Fraction(1))

    def bounds(self, number: int) -> tuple[Fraction, Fraction]:
        """Return bounds of the value; `number` are all layouts, if some are not listed."""
        listed = [part for part in self.parts if part.layouts]
        low = math.prod((Fraction(max(p.wins, 1), p.layouts) for p in listed), start=Fraction(1))
        high = math.prod((Fraction(p.most, p.layouts) for p in listed), start=Fraction(1))
        if len(listed) == len(self.parts):
            return low, high
        # One layout of those that are not listed can be won, and no more than their safest
        # cells allow: rounded up to whole layouts.
        number //= math.prod(part.layouts for part in listed)
        safest = math.prod(part.safest for part in self.parts if not part.layouts)
        scale = min(number, 10**12)
        most = min(scale, int(safest * scale * (1 + 1e-9)) + 1)
        return low * Fraction(1, number), high * Fraction(most, scale)


def _over(text: str, low: Fraction, high: Fraction) -> BudgetExceededError:
    error = BudgetExceededError(
        f"the exact value {text}; it lies between {float(low):.6g} and {float(high):.6g}"
    )
    error.bounds = low, high
    return error


@explained
def cell_values(
    position: Position,
    *,
    max_layouts: int = MAX_LAYOUTS,
    max_nodes: int = MAX_NODES,
    trust_flags: bool = True,
) -> tuple[CellValue, ...]:
    """
    Return the exact value of revealing each living cell, best first.

    Empty where all cells are dead: then they only differ in risk.

    Raises:
        BudgetExceededError: more layouts or nodes were needed.
    """
    found = _search(position, max_layouts, max_nodes, trust_flags, all_cells=True)
    if not found.is_done:
        raise BudgetExceededError("the exact value of every cell is out of reach")
    cells = []
    for part in found.parts:
        others = found.value / part.wins
        cells += [
            CellValue(cell, Fraction(safe, part.layouts), won * others)
            for cell, safe, won, _ in part.candidates
        ]
    return tuple(sorted(cells, key=lambda one: (-one.value, one.cell)))


@dataclass(frozen=True)
class MoveValue:
    """What a move is worth beside the best one; ``best`` is a cell that best play begins with."""

    value: Fraction
    best_value: Fraction
    best: int | None

    @property
    def lost(self) -> Fraction:
        """The chance to win that the move gives away."""
        return self.best_value - self.value


@explained
def move_value(
    position: Position,
    cells: Sequence[int],
    *,
    max_layouts: int = MAX_LAYOUTS,
    max_nodes: int = MAX_NODES,
    trust_flags: bool = True,
) -> MoveValue:
    """
    Return the exact chance to win after revealing covered cells at once, and that of the best.

    >>> found = move_value(Position.parse("1.../.... 2"), [4])
    >>> found.value, found.best_value
    (Fraction(1, 6), Fraction(1, 3))

    Raises:
        BudgetExceededError: more layouts or nodes were needed.
    """
    is_done, parts, best = _core.move_value(
        position,
        trust_flags,
        max_layouts,
        max_nodes,
        list(cells),
    )
    if not is_done:
        raise BudgetExceededError("the exact value of the move is out of reach")
    value = math.prod((Fraction(wins, of) for wins, _, of in parts), start=Fraction(1))
    best_value = math.prod((Fraction(wins, of) for _, wins, of in parts), start=Fraction(1))
    return MoveValue(value, best_value, best if best >= 0 else None)


def _search(
    position: Position, max_layouts: int, max_nodes: int, trust_flags: bool, *, all_cells: bool
) -> _Search:
    is_done, parts, _, _ = _core.position_value(
        position,
        trust_flags,
        max_layouts,
        max_nodes,
        all_cells,
    )
    return _Search(is_done, tuple(_Part(*part) for part in parts))


@dataclass(frozen=True)
class Optimum:
    """
    Best play of a whole game: layouts won of all that the rule allows, and where to begin.

    ``first`` are the best first cells up to the symmetry of the grid; ``states`` are
    the different sets of layouts that were solved.
    """

    rules: Rules
    wins: int
    layouts: int
    first: tuple[int, ...]
    states: int
    nodes: int

    @property
    def value(self) -> Fraction:
        """The chance to win."""
        return Fraction(self.wins, self.layouts)


@explained
def find_optimum(
    rules: Rules, *, max_layouts: int = 3_000_000, max_nodes: int = 400_000_000
) -> Optimum:
    """
    Find the value of a game under best play, for any rule of the first click.

    Layouts are listed, and limited, except on long rows: those of more than 60,000 layouts
    and up to 32 cells.

    >>> best = find_optimum(Rules.parse("4x4x4", first_click="any"))
    >>> best.wins, best.layouts
    (961, 1820)

    Raises:
        BudgetExceededError: more layouts or nodes were needed.
    """
    is_done, first, states, nodes = _core.optimum(native_rules(rules), max_layouts, max_nodes)
    if not is_done:
        raise BudgetExceededError(
            f"the optimum of {rules.size} needs more than max_layouts={max_layouts:,} "
            f"or max_nodes={max_nodes:,}"
        )
    cells = tuple(cell for cell, _, _ in first)
    return Optimum(rules, first[0][1], first[0][2], cells, states, nodes)
