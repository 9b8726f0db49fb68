"""
Numbers that describe a board: 3BV, openings, islands, ZiNi.

**3BV** [1]: the fewest left clicks that reveal every safe cell without flags: one for
each opening, one for each clue next to no opening. **Openings**: groups of connected
zeros. **Islands**: groups of connected clues that are 3BV by themselves. **ZiNi** [2]:
clicks of a greedy player who knows the layout and uses flags and chords; **human
ZiNi** opens all openings first and chords only on what is revealed.

References:
    [1] Bechtel's Board Benchmark Value, as minesweeper players define it.
    [2] Zimmermann and Nikolaus 2009, "New Benchmark: 3BV for Flaggers".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.arguments import explained
from sapper.errors import RulesError, check_type
from sapper.game.codes import MINE_SHOWN
from sapper.game.layout import Layout, lay_many
from sapper.game.rules import Rules

_GRIDS_AT_ONCE: Final = 10_000  # of 480 cells: five megabytes


@dataclass(frozen=True)
class Metrics:
    """
    The numbers of one layout.

    >>> measure(Layout.parse("----/----/---*"))
    Metrics(three_bv=1, openings=1, islands=0, zini=1, human_zini=1)
    """

    three_bv: int
    openings: int
    islands: int
    zini: int
    human_zini: int

    def to_dict(self) -> dict[str, int]:
        """Return the numbers by name."""
        return asdict(self)


@explained
def measure(layout: Layout) -> Metrics:
    """Measure one layout."""
    check_type(layout, Layout, "a layout", "Layout.parse reads text")
    return measure_many([layout])[0]


@explained
def measure_many(layouts: Sequence[Layout]) -> list[Metrics]:
    """Measure layouts of one size."""
    if not layouts:
        return []
    columns, rows = layouts[0].columns, layouts[0].rows
    if any((layout.columns, layout.rows) != (columns, rows) for layout in layouts):
        raise RulesError("expected layouts of one size")
    grids = np.zeros((len(layouts), rows * columns), dtype=np.uint8)
    for grid, layout in zip(grids, layouts, strict=True):
        grid[list(layout.mines)] = MINE_SHOWN
    return [Metrics(*row) for row in measure_grids(grids.reshape(-1, rows, columns)).tolist()]


@explained
def measure_grids(grids: NDArray[np.uint8], *, with_zini: bool = True) -> NDArray[np.int32]:
    """
    Measure fully revealed grids, as `sapper.game.layout.lay_many` gives them.

    Returns one row a grid: 3BV, openings, islands and, ``with_zini``, both ZiNis.
    """
    if np.ndim(grids) != 3:
        raise RulesError(f"expected an array of grids x rows x columns, got {np.shape(grids)}")
    return _core.measure_boards(np.ascontiguousarray(grids, dtype=np.uint8), with_zini)


def measure_games(
    rules: Rules,
    game_seeds: NDArray[np.uint64],
    first_cells: NDArray[np.integer],
    *,
    with_zini: bool = True,
) -> NDArray[np.int32]:
    """
    Measure the boards of games that were played, from their seeds and first cells.

    The rows are those of `measure_grids`; -1 for a game without a first cell.
    """
    seeds, firsts = np.asarray(game_seeds, dtype=np.uint64), np.asarray(first_cells)
    found = np.full((len(seeds), 5 if with_zini else 3), -1, dtype=np.int32)
    for first in np.unique(firsts[firsts >= 0]).tolist():
        chosen = np.flatnonzero(firsts == first)
        for part in np.array_split(chosen, len(chosen) // _GRIDS_AT_ONCE + 1):
            grids = lay_many(rules, seeds[part], first)
            found[part] = measure_grids(grids, with_zini=with_zini)
    return found
