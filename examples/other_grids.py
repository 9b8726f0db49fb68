"""
Minesweeper on hexagons, a torus, in three dimensions and by knight's moves, with exact risks.

A grid is a list: the neighbours of every cell. The rest is one constraint per clue::

    python examples/other_grids.py --games 200 --pictures .
"""

import argparse
import math
import random
from collections.abc import Iterable
from itertools import product
from pathlib import Path

from sapper.logic import ConstraintAnalysis, Constraints

Neighbours = list[list[int]]


def grid_of(shape: tuple[int, ...], steps: Iterable[tuple[int, ...]], wraps: bool) -> Neighbours:
    """Return the neighbours of every cell by steps along the axes; a torus wraps."""
    cells = list(product(*map(range, shape)))
    number = {cell: i for i, cell in enumerate(cells)}
    around: Neighbours = []
    for cell in cells:
        there = [tuple(a + b for a, b in zip(cell, step, strict=True)) for step in steps]
        if wraps:
            there = [tuple(a % n for a, n in zip(one, shape, strict=True)) for one in there]
        around.append(sorted({number[one] for one in there if one in number}))
    return around


SQUARE = [step for step in product((-1, 0, 1), repeat=2) if any(step)]
CUBE = [step for step in product((-1, 0, 1), repeat=3) if any(step)]
KNIGHT = [(a, b) for a, b in product((-2, -1, 1, 2), repeat=2) if abs(a) != abs(b)]
HEXAGON = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]  # row and slanting column
GRIDS: dict[str, tuple[Neighbours, int]] = {
    "hexagons": (grid_of((9, 9), HEXAGON, wraps=False), 14),
    "torus": (grid_of((9, 9), SQUARE, wraps=True), 12),
    "cube": (grid_of((5, 5, 5), CUBE, wraps=False), 8),
    "knight": (grid_of((8, 8), KNIGHT, wraps=False), 10),
}


def look(around: Neighbours, num_mines: int, clues: dict[int, int]) -> ConstraintAnalysis:
    """Analyse what is seen: a clue counts the mines of its neighbours, and is none itself."""
    seen = Constraints(len(around), num_mines)
    for cell, clue in clues.items():
        seen.add([cell], 0)
        seen.add(around[cell], clue)
    return seen.solve()


def play(around: Neighbours, num_mines: int, seed: int) -> tuple[bool, list[dict[int, int]]]:
    """Open what is proven, else a cell of least risk; return whether it won, and all it saw."""
    chance = random.Random(seed)
    cells = range(len(around))
    first = chance.choice(cells)
    mines = set(chance.sample([cell for cell in cells if cell != first], num_mines))
    clues: dict[int, int] = {}
    seen: list[dict[int, int]] = []
    chosen = [first]
    while len(clues) < len(around) - num_mines:
        for cell in chosen:
            if cell in mines:
                return False, seen
            clues[cell] = sum(one in mines for one in around[cell])
        seen.append(dict(clues))
        found = look(around, num_mines, clues)
        covered = [cell for cell in cells if cell not in clues]
        safe = [cell for cell in found.safe if cell not in clues]
        chosen = safe or [min(covered, key=lambda cell: float(found.risk[cell]))]
    return True, seen


def draw(name: str, clues: dict[int, int]) -> str:
    """Draw what is seen of a plane grid as SVG: clues, and the risk of the other cells."""
    around, num_mines = GRIDS[name]
    found = look(around, num_mines, clues)
    side, size = 9, 40.0
    sides, turn = (6, math.pi / 6) if name == "hexagons" else (4, math.pi / 4)
    shapes = []
    for cell, risk in enumerate(found.risk):
        row, column = divmod(cell, side)
        x = size * (column + 0.7 + (row / 2 if sides == 6 else 0))
        y = size * (row * (math.sqrt(0.75) if sides == 6 else 1) + 0.7)
        radius = size / (2 * math.cos(math.pi / sides)) - 0.5
        angles = [turn + 2 * math.pi * i / sides for i in range(sides)]
        corners = " ".join(
            f"{x + radius * math.cos(a):.1f},{y + radius * math.sin(a):.1f}" for a in angles
        )
        fill = "#fff" if cell in clues else f"hsl({120 * (1 - risk):.0f} 60% 75%)"
        text = str(clues[cell] or "") if cell in clues else f"{100 * risk:.0f}%"
        shapes.append(
            f'<polygon points="{corners}" fill="{fill}" stroke="#888"/>'
            f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle">{text}</text>'
        )
    width = size * (side * (1.5 if sides == 6 else 1) + 0.9)
    height = size * (side + 0.4)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'font-family="sans-serif" font-size="12">{"".join(shapes)}</svg>\n'
    )


def solve_sums(rows: list[int], columns: list[int]) -> ConstraintAnalysis:
    """Solve a puzzle that counts the mines of every line, as Tametsi and Hexcells do."""
    puzzle = Constraints(len(rows) * len(columns), num_mines=sum(rows))
    for r, mines in enumerate(rows):
        puzzle.add([r * len(columns) + c for c in range(len(columns))], mines)
    for c, mines in enumerate(columns):
        puzzle.add([r * len(columns) + c for r in range(len(rows))], mines)
    return puzzle.solve()


def main() -> None:
    """Play every kind of grid, and draw a game of the plane ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="of each kind of grid")
    parser.add_argument("--pictures", type=Path, help="where the pictures go")
    options = parser.parse_args()
    for name, (around, num_mines) in GRIDS.items():
        won = sum(play(around, num_mines, seed)[0] for seed in range(options.games))
        print(f"{name:9} {len(around):4} cells {num_mines:3} mines: {won} of {options.games} won")
    found = solve_sums([2, 0, 1, 3], [1, 2, 1, 2])
    print(f"line sums: {found.num_placements} placements, cells {found.mines} are mines")
    if options.pictures:
        for name in ("hexagons", "torus"):
            seen = max((play(*GRIDS[name], seed)[1] for seed in range(20)), key=len)
            picture = options.pictures / f"{name}.svg"
            picture.write_text(draw(name, seen[len(seen) // 2]), encoding="utf-8")
            print(picture)


if __name__ == "__main__":
    main()
