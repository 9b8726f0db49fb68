"""
Least risk by ms_toollib, which somebody else wrote: pip install ms_toollib.

It opens the corner first, then every cell that ms_toollib says is safe, else one of least
risk: the play of ``exact:first=r1c1``, from another engine::

    sapper compare "engine:python examples/engines/least_risk.py" exact:first=r1c1 --on beginner
"""

import json
import sys

import ms_toollib

COVERED, MINE = 10, 11  # as ms_toollib writes them
SAFE = 1e-9


def choose(grid: list[list[int]], mines: int) -> list[tuple[int, int]]:
    """Return the cells to open: all that are safe, else one of least risk."""
    cells = [(r, c) for r, row in enumerate(grid) for c, code in enumerate(row) if code == COVERED]
    if len(cells) == len(grid) * len(grid[0]):
        return [(0, 0)]
    risks, _ = ms_toollib.cal_probability_onboard(grid, mines)
    safe = [(r, c) for r, c in cells if risks[r][c] < SAFE]
    return safe or [min(cells, key=lambda cell: risks[cell[0]][cell[1]])]


def main() -> None:
    """Answer questions until there are no more."""
    for line in sys.stdin:
        rows, mines = json.loads(line)["position"].split()
        grid = [
            [int(code) if code.isdigit() else MINE if code in "*F" else COVERED for code in row]
            for row in rows.split("/")
        ]
        moves = choose(grid, int(mines))
        print(" ".join(f"r{r + 1}c{c + 1}" for r, c in moves), flush=True)


if __name__ == "__main__":
    main()
