"""
The constraint model of Becerra 2015: every clue is an equation over its unknown neighbours.

`SubsetReduction` subtracts an equation from one that contains it;
`CoupledSearch` splits the reduced equations into components and proves whatever
has one value in all placements of its component; `ZoneSearch` looks at the few
clues around one cell at a time. None looks at the number of mines left.
`PrintedSinglePoint` is the thesis's algorithm 5.1 word by word.

References:
    [1] Becerra 2015, section 3.2 and chapter 6.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from sapper.agents.protocols import Deduction, NativePart
from sapper.game.position import Position


@dataclass(frozen=True)
class SubsetReduction(NativePart):
    """Subtract constraints from those that contain them, to exhaustion [1, section 6.1]."""

    native_name: ClassVar[str] = "subset_reduction"


@dataclass(frozen=True)
class CoupledSearch(NativePart):
    """
    Backtracking by component: fewest values first, then most constraints, forward checking.

    ``partition`` says how the components are found: by walking over coupled
    ``constraints`` [1, section 6.2] or as connected components of the graph of
    ``variables`` [1, section 6.3]. Both give the same components.
    """

    native_name: ClassVar[str] = "coupled_search"

    partition: Literal["constraints", "variables"] = "constraints"


@dataclass(frozen=True)
class ZoneSearch(NativePart):
    """
    Pedersen's limited search: backtracking in a zone around each uncertain cell.

    The zone has the clues at most ``radius`` (1 or 2) cells away that share cells
    with each other and with the cell [1, section 3.2].
    """

    native_name: ClassVar[str] = "zone_search"

    radius: int = 2


@dataclass(frozen=True)
class PrintedSinglePoint:
    """
    Both single-point rules, at each cell as it is probed and never again [1, algorithm 5.1].

    A cell is looked at once, when it leaves S, by what was probed and marked until then: cells
    that the game's cascade has opened are probed one after the other too. S is a queue here;
    after a guess it begins with what the guess opened, a zero first.
    """

    def start(self, position: Position) -> _Printed:
        """Begin a game."""
        del position
        return _Printed()

    def deduce(self, position: Position, changed: Sequence[int]) -> Iterable[Deduction]:
        """Look at a position as if a game began there."""
        return _Printed().deduce(position, changed)


class _Printed:
    """S, and what the algorithm knows of a game."""

    def __init__(self) -> None:
        self._waiting: deque[int] = deque()
        self._probed: set[int] = set()
        self._marked: set[int] = set()

    def deduce(self, position: Position, changed: Sequence[int]) -> Iterable[Deduction]:
        """Probe what waits; it ends where a cell has to be opened first."""
        if not self._waiting:
            opened = [cell for cell in sorted(changed) if position.clue(cell) is not None]
            self._waiting.extend(sorted(opened, key=lambda cell: position.clue(cell) != 0)[:1])
        found = []
        while self._waiting and (clue := position.clue(self._waiting[0])) is not None:
            cell = self._waiting.popleft()
            self._probed.add(cell)
            around = set(position.neighbours(cell))
            missing = clue - len(around & self._marked)
            unknown = sorted(around - self._marked - self._probed)
            if missing == 0:
                self._waiting.extend(near for near in unknown if near not in self._waiting)
                covered = tuple(near for near in unknown if position.clue(near) is None)
                if covered:
                    found.append(Deduction(safe=covered, clues=(cell,)))
            elif missing == len(unknown):
                self._marked.update(unknown)
                found.append(Deduction(mines=tuple(unknown), clues=(cell,)))
        return found
