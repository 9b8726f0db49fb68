"""
Best play by plain search: every set of layouts, every cell, no bounds, no symmetry.

Short and obviously right. `best_wins` reveals cells one by one, for grids of a dozen cells
or so; `LayoutSets` knows sets of layouts only, and takes cells that are safe in all of them
first, because they cost nothing; `test_value.py` compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations

from sapper.game.cells import neighbours
from sapper.game.position import Position
from sapper.game.rules import Rules


def best_wins(layouts: frozenset[frozenset[int]], columns: int, rows: int, opened: int) -> int:
    """Count the layouts that best play wins; ``opened`` is a bit set of revealed cells."""
    around = [neighbours(cell, columns, rows) for cell in range(columns * rows)]

    @cache
    def wins(left: frozenset[frozenset[int]], seen: int) -> int:
        best = 0
        for cell in range(columns * rows):
            if not seen >> cell & 1:
                best = max(best, after(left, seen, cell))
        # A layout is won once all its safe cells are revealed.
        done = sum(all(seen >> c & 1 or c in mines for c in range(len(around))) for mines in left)
        return max(best, done)

    def after(left: frozenset[frozenset[int]], seen: int, cell: int) -> int:
        by_clue: dict[int, set[frozenset[int]]] = {}
        for mines in left:
            if cell not in mines:
                by_clue.setdefault(sum(c in mines for c in around[cell]), set()).add(mines)
        return sum(wins(frozenset(group), seen | 1 << cell) for group in by_clue.values())

    return wins(layouts, opened)


class LayoutSets:
    """Best play over sets of some layouts; a set is an int, a bit for each of them."""

    def __init__(self, layouts: Iterable[Iterable[int]], columns: int, rows: int) -> None:
        ordered = sorted(sorted(mines) for mines in layouts)
        self.whole = (1 << len(ordered)) - 1
        # By cell and clue: the layouts that show it there.
        self.showing = [[0] * 9 for _ in range(columns * rows)]
        for i, mines in enumerate(ordered):
            for cell, groups in enumerate(self.showing):
                if cell not in mines:
                    groups[sum(c in mines for c in neighbours(cell, columns, rows))] |= 1 << i
        self._known: dict[int, int] = {}

    def wins(self, left: int) -> int:
        """Count the layouts of a set that best play wins."""
        if left & (left - 1) == 0:
            return 1
        if left in self._known:
            return self._known[left]
        choices = []
        for clues in self.showing:
            groups = [group for clue in clues if (group := left & clue)]
            if groups == [left] or not groups:
                continue  # the same in all layouts
            if sum(groups) == left:
                choices = [groups]  # safe in all: it costs nothing
                break
            choices.append(groups)
        self._known[left] = max(sum(map(self.wins, groups)) for groups in choices)
        return self._known[left]


def most_wins(layouts: frozenset[frozenset[int]], columns: int, rows: int) -> int:
    """Count the layouts that best play wins, by sets of them."""
    sets = LayoutSets(layouts, columns, rows)
    return sets.wins(sets.whole)


def optima(columns: int, rows: int, mines: int) -> dict[str, Fraction]:
    """Return the best value of every rule that leaves room, by sets of layouts."""
    sets = LayoutSets(combinations(range(columns * rows), mines), columns, rows)
    best: dict[str, Fraction] = {}
    for clues in sets.showing:
        groups = [group for group in clues if group]
        wins = [sets.wins(group) for group in groups]
        if groups:
            safe = sum(group.bit_count() for group in groups)
            found = {
                "any": Fraction(sum(wins), sets.whole.bit_count()),
                "safe": Fraction(sum(wins), safe),
            }
            if clues[0]:
                found["zero"] = Fraction(wins[0], clues[0].bit_count())
            best = best | {rule: max(value, best.get(rule, value)) for rule, value in found.items()}
    return best


def fitting_layouts(position: Position) -> frozenset[frozenset[int]]:
    """List the layouts that fit a position without flags."""
    covered = position.covered
    shown = {c: position.clue(c) for c in range(position.num_cells) if c not in covered}
    return frozenset(
        frozenset(mines)
        for mines in combinations(covered, position.num_mines)
        if all(sum(n in mines for n in position.neighbours(c)) == v for c, v in shown.items())
    )


def optimum(rules: Rules) -> tuple[int, int]:
    """Return wins and layouts of the best first cell."""
    size = rules.columns * rules.rows
    best = (0, 1)
    for first in range(size):
        free = {"any": set(), "safe": {first}, "zero": {first}}[rules.first_click]
        if rules.first_click == "zero":
            free |= set(neighbours(first, rules.columns, rules.rows))
        allowed = [cell for cell in range(size) if cell not in free]
        layouts = frozenset(map(frozenset, combinations(allowed, rules.num_mines)))
        if not layouts:
            continue
        clues: dict[int, set[frozenset[int]]] = {}
        for mines in layouts:
            if first not in mines:
                clue = sum(n in mines for n in neighbours(first, rules.columns, rules.rows))
                clues.setdefault(clue, set()).add(mines)
        wins = sum(
            best_wins(frozenset(group), rules.columns, rules.rows, 1 << first)
            for group in clues.values()
        )
        if wins * best[1] > best[0] * len(layouts):
            best = (wins, len(layouts))
    return best
