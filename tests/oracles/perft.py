"""
Perft by brute force: every sequence of cells on every layout, lines kept in a set.

Nothing here imports Sapper, and nothing is shared with `sapper.game.perft`.
"""

from __future__ import annotations

from itertools import combinations, permutations

Line = tuple[tuple[int, str], ...]


def lines(columns: int, rows: int, num_mines: int, depth: int) -> set[Line]:
    """Return all distinct lines: (cell chosen, position seen) for each reveal."""
    cells = range(columns * rows)
    found: set[Line] = set()
    for mines in combinations(cells, num_mines):
        clues = [
            sum(
                abs(mine // columns - cell // columns) <= 1
                and abs(mine % columns - cell % columns) <= 1
                for mine in mines
            )
            for cell in cells
        ]
        safe = [cell for cell in cells if cell not in mines]
        for chosen in permutations(safe, depth):
            line = follow(columns, clues, len(safe), chosen)
            if line is not None:
                found.add(line)
    return found


def follow(columns: int, clues: list[int], num_safe: int, chosen: tuple[int, ...]) -> Line | None:
    """Play the cells; None if one was open already, or the game was won before the last."""
    shown: set[int] = set()
    line = []
    for cell in chosen:
        if cell in shown or len(shown) == num_safe:
            return None
        todo = [cell]
        while todo:
            here = todo.pop()
            if here in shown:
                continue
            shown.add(here)
            if clues[here] == 0:
                row, column = divmod(here, columns)
                todo += [
                    r * columns + c
                    for r in (row - 1, row, row + 1)
                    for c in (column - 1, column, column + 1)
                    if 0 <= r < len(clues) // columns and 0 <= c < columns
                ]
        line.append((cell, "".join(str(n) if i in shown else "." for i, n in enumerate(clues))))
    return tuple(line)
