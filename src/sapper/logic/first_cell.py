"""
The exact chance that a first cell shows a zero.

A zero needs the cell and its k neighbours free of mines. Two ways to the same
number: multiply the chances that one cell after another is free [1, equation 4.2],
or count the layouts that keep all of them free [1, equation 4.4]. Both are given
for a first click that may be a mine, as in the text, and for one that is never a
mine, as in its experiments.

References:
    [1] Becerra 2015, section 4.1.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, prod

from sapper.errors import RulesError
from sapper.game.cells import neighbours
from sapper.game.rules import Rules


def zero_chance_by_product(
    num_cells: int, num_mines: int, num_neighbours: int, *, safe: bool = False
) -> Fraction:
    """
    Multiply the chances that the cell and each neighbour in turn is free.

    With ``safe`` the cell itself never is a mine, so one cell and one factor fewer.

    >>> zero_chance_by_product(81, 10, 3)
    Fraction(194327, 332748)
    """
    drawn = 1 if safe else 0
    return prod(
        (1 - Fraction(num_mines, num_cells - i) for i in range(drawn, num_neighbours + 1)),
        start=Fraction(1),
    )


def zero_chance_by_counting(
    num_cells: int, num_mines: int, num_neighbours: int, *, safe: bool = False
) -> Fraction:
    """
    Divide the layouts with the cell and its neighbours free by all that are allowed.

    The text writes the number of free cells as k in the count and as k neighbours
    in the chance; the cell itself makes it k + 1.

    >>> zero_chance_by_counting(81, 10, 3) == zero_chance_by_product(81, 10, 3)
    True
    """
    allowed = num_cells - 1 if safe else num_cells
    return Fraction(comb(num_cells - num_neighbours - 1, num_mines), comb(allowed, num_mines))


def zero_chance_if_independent(num_cells: int, num_mines: int, num_neighbours: int) -> Fraction:
    """
    Take each cell for a mine with the same chance whatever the others are [1, equation 4.3].

    >>> exact = zero_chance_by_product(81, 10, 3)
    >>> [round(float(chance), 4) for chance in (zero_chance_if_independent(81, 10, 3), exact)]
    [0.5903, 0.584]
    """
    return (1 - Fraction(num_mines, num_cells)) ** (num_neighbours + 1)


def zero_chance(rules: Rules, cell: int) -> Fraction:
    """
    Return the chance that the first cell shows a zero under the rules.

    >>> rules = Rules.parse("expert")
    >>> [float(round(zero_chance(rules, cell), 4)) for cell in (0, 1, 31)]
    [0.4985, 0.3125, 0.1545]
    """
    if not 0 <= cell < rules.columns * rules.rows:
        raise RulesError(
            f"expected a cell from 0 to {rules.columns * rules.rows - 1}, got {cell!r}"
        )
    if rules.first_click == "zero":
        return Fraction(1)
    return zero_chance_by_counting(
        rules.columns * rules.rows,
        rules.num_mines,
        len(neighbours(cell, rules.columns, rules.rows)),
        safe=rules.first_click == "safe",
    )
