"""
How many cells of drawn screenshots are read right: by look, from 10 to 60 pixels a cell.

``python -m benchmarks.pictures --seed 400 --seeds 3`` draws the tests' pictures with those seeds
(`tests/game/io/screenshots.py`), plain, with noise and through JPEG, and reads them. Wrong cells
that are in doubt and those that are not are counted apart; so are pictures that are refused, and
those where the grid itself is wrong, whose cells all count as wrong.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from game.io.screenshots import LOOKS, draw, spoil
from game.io.test_pictures import SIZES, played, read
from sapper.errors import NotationError

SIDES = (10, 11, 12, 13, 14, 16, 18, 20, 24, 28, 32, 40, 48, 60)
# Noise of a pixel and quality of JPEG.
WORSE = ((0, None), (3, None), (6, None), (0, 75), (3, 90), (0, 60))


def measure(look: str, side: int, seed: int) -> Counter[str]:
    """Draw a picture and read it; what came of its cells."""
    chance = random.Random(seed * 1000 + side)
    noise, quality = WORSE[(seed + side) % len(WORSE)]
    board = played(SIZES[(seed + side) % (2 if side > 40 else 3)], seed * 77 + side)
    image = spoil(draw(look, board, side, chance), noise, quality, chance)
    cells = len(board.cells)
    try:
        found = read(image)
    except NotationError:
        return Counter(pictures=1, cells=cells, wrong=cells, refused=1)
    if (found.columns, found.rows) != (board.columns, board.rows):
        return Counter(pictures=1, cells=cells, wrong=cells, other_grid=1)
    wrong = {i for i, code in enumerate(board.cells) if found.cells[i] != code}
    return Counter(
        pictures=1,
        cells=cells,
        wrong=len(wrong),
        silent=len(wrong - set(found.doubtful)),
        doubtful=len(found.doubtful),
    )


def main() -> None:
    """Print a line for each look."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=400)
    parser.add_argument("--seeds", type=int, default=3)
    asked = parser.parse_args()
    for name, sides in (("14 to 60", [s for s in SIDES if s >= 14]), ("10 to 13", SIDES[:4])):
        print(f"{name} pixels a cell")
        for look in LOOKS:
            sums: Counter[str] = Counter()
            for seed in range(asked.seed, asked.seed + asked.seeds):
                for side in sides:
                    sums += measure(look, side, seed)
            right = 100 - 100 * sums["wrong"] / sums["cells"]
            print(
                f"  {look:10} {right:6.2f} % of {sums['cells']} cells; wrong without a doubt "
                f"{sums['silent']}, in doubt {sums['doubtful']}; of {sums['pictures']} pictures "
                f"{sums['refused']} refused, {sums['other_grid']} with another grid"
            )


if __name__ == "__main__":
    main()
