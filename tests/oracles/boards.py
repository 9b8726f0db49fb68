"""
Which layouts need no guess, by listing every layout that fits what is seen.

Slow and short: a cell is safe if it is safe in all layouts that look the same so far.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sapper.game.cells import neighbours
from sapper.game.rules import Rules


def allowed_layouts(rules: Rules, first: int) -> list[frozenset[int]]:
    """List the layouts that the first-click rule allows."""
    free = {"any": set(), "safe": {first}}.get(
        rules.first_click, {first, *neighbours(first, rules.columns, rules.rows)}
    )
    cells = [cell for cell in range(rules.num_cells) if cell not in free]
    return [frozenset(mines) for mines in combinations(cells, rules.num_mines)]


def solvable_layouts(rules: Rules, first: int) -> Iterator[frozenset[int]]:
    """Yield the layouts that can be solved from the first cell without a guess."""
    layouts = allowed_layouts(rules, first)
    for mines in layouts:
        if first not in mines and is_solvable(rules, first, mines, layouts):
            yield mines


def clue(rules: Rules, cell: int, mines: frozenset[int]) -> int:
    """Count the mines around a cell."""
    return sum(n in mines for n in neighbours(cell, rules.columns, rules.rows))


def is_solvable(
    rules: Rules, first: int, mines: frozenset[int], layouts: list[frozenset[int]]
) -> bool:
    """Return whether a layout can be solved without a guess, given all that are allowed."""
    revealed: set[int] = set()
    waiting = [first]
    while True:
        while waiting:
            cell = waiting.pop()
            if cell in revealed:
                continue
            revealed.add(cell)
            shown = clue(rules, cell, mines)
            layouts = [m for m in layouts if cell not in m and clue(rules, cell, m) == shown]
            if shown == 0:
                waiting += neighbours(cell, rules.columns, rules.rows)
        if len(revealed) == rules.num_cells - rules.num_mines:
            return True
        anywhere = frozenset().union(*layouts)
        waiting = [c for c in range(rules.num_cells) if c not in revealed and c not in anywhere]
        if not waiting:
            return False
