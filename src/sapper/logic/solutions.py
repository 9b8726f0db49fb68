"""
All solutions of a position's clue equations, one by one.

A solution says of every frontier cell whether it holds a mine, such that every clue
is right; the number of mines is not looked at. The census counts them without
listing them and is what the engine uses; this is the method of [1], for comparing
searches: plain ``backtracking`` and ``dsscsp`` list the same solutions.

References:
    [1] Sinha, Malviya, Nayak 2021, sections 3.1 and 4.1, algorithms 1 to 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.errors import RulesError
from sapper.game.position import Position


@dataclass(frozen=True)
class Solutions:
    """
    What a search found.

    ``placements`` has a row of 0 and 1 per solution and a column per cell of
    ``cells``; it is empty if they were only counted. ``end`` is ``all``, ``limit`` or
    ``clock``; ``nodes`` are the edges of the tree that were walked.
    """

    cells: NDArray[np.int64]
    placements: NDArray[np.uint8]
    count: int
    nodes: int
    end: str
    seconds: float


def list_solutions(
    position: Position,
    method: Literal["backtracking", "dsscsp"] = "dsscsp",
    *,
    prune: Literal["complete", "over", "bounds"] = "complete",
    max_solutions: int = 0,
    max_swaps: int = 0,
    max_depth: int = 0,
    seconds: float = 0.0,
    seed: int = 0,
    keep: bool = True,
) -> Solutions:
    """
    List the solutions of all clues together; limits of 0 are none.

    The ``seed`` decides which are found first where a limit leaves some out. With
    ``keep=False`` they are counted only. ``prune`` is when plain backtracking gives a
    branch up: at a clue that is wrong once all its cells have values (``complete``), also
    at one with too many mines (``over``), or also at one that its other cells cannot make
    right any more (``bounds``).

    >>> found = list_solutions(Position.parse("../11 1"))
    >>> found.cells.tolist(), sorted(found.placements.tolist())
    ([0, 1], [[0, 1], [1, 0]])
    """
    limits = max_solutions, max_swaps, max_depth, seconds
    (found,) = _search(position, method, prune, limits, seed, keep=keep, by_component=False)
    return found


def list_component_solutions(
    position: Position,
    method: Literal["backtracking", "dsscsp"] = "dsscsp",
    *,
    prune: Literal["complete", "over", "bounds"] = "complete",
    seconds: float = 0.0,
    keep: bool = True,
) -> list[Solutions]:
    """
    List the solutions of each component of the clues, those that share no covered cell.

    Each has ``seconds`` of its own; otherwise as `list_solutions`.

    >>> position = Position.parse("1..FF..1/1..FF..1 6")
    >>> [found.count for found in list_component_solutions(position)]
    [2, 2]
    """
    limits = 0, 0, 0, seconds
    return _search(position, method, prune, limits, 0, keep=keep, by_component=True)


def _search(
    position: Position,
    method: str,
    prune: str,
    limits: tuple[int, int, int, float],
    seed: int,
    *,
    keep: bool,
    by_component: bool,
) -> list[Solutions]:
    if min(limits) < 0:
        raise RulesError("expected limits of 0 (none) or more")
    rows = _core.list_solutions(
        position,
        method,
        prune,
        *limits,
        seed,
        keep,
        by_component,
    )
    return [
        Solutions(cells, placements, count, nodes, end, nanoseconds / 1e9)
        for cells, placements, count, nodes, end, nanoseconds in rows
    ]
