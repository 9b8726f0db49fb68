"""
The value of a position: the chance to win under best play, exactly.

Best play is searched over the table of all layouts that fit (`native/logic/endgame.h`);
`find_optimum` does the same for whole games, first click and all.
"""

from __future__ import annotations

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
    is_done, wins, most, layouts, _, _, _ = _search(
        position, max_layouts, max_nodes, trust_flags, all_cells=False
    )
    if is_done:
        return Fraction(wins, layouts)
    if layouts:
        raise _over(f"needs more than max_nodes={max_nodes:,}", wins, most, layouts)
    analysis = analyse(position, trust_flags=trust_flags)
    number = analysis.num_placements
    safest = 1.0 - float(analysis.risk.flat[analysis.best[0]]) if analysis.best else 1.0
    most = min(number, int(safest * number * (1 + 1e-9)) + 1)
    raise _over(f"has more than max_layouts={max_layouts:,} layouts", 1, most, number)


def _over(text: str, wins: int, most: int, layouts: int) -> BudgetExceededError:
    bounds = Fraction(max(wins, 1), layouts), Fraction(most, layouts)
    error = BudgetExceededError(
        f"the exact value {text}; it lies between {float(bounds[0]):.6g} and {float(bounds[1]):.6g}"
    )
    error.bounds = bounds
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
    is_done, wins, most, layouts, _, _, found = _search(
        position, max_layouts, max_nodes, trust_flags, all_cells=True
    )
    if not is_done:
        raise _over("of every cell is out of reach", wins, most or 1, layouts or 1)
    cells = [
        CellValue(cell, Fraction(safe, layouts), Fraction(won, layouts))
        for cell, safe, won, _ in found
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
    is_done, wins, best_wins, layouts, best = _core.move_value(
        position.columns,
        position.rows,
        position.num_mines,
        position.cells,
        trust_flags,
        max_layouts,
        max_nodes,
        list(cells),
    )
    if not is_done:
        raise BudgetExceededError("the exact value of the move is out of reach")
    value, best_value = Fraction(wins, layouts), Fraction(best_wins, layouts)
    return MoveValue(value, best_value, best if best >= 0 else None)


def _search(
    position: Position, max_layouts: int, max_nodes: int, trust_flags: bool, *, all_cells: bool
) -> tuple[bool, int, int, int, int, int, list[tuple[int, int, int, bool]]]:
    return _core.position_value(
        position.columns,
        position.rows,
        position.num_mines,
        position.cells,
        trust_flags,
        max_layouts,
        max_nodes,
        all_cells,
    )


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
