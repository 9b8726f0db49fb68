"""
Everything provable, by the thesis's own method: CP-SAT with probing.

A first placement is found; then each cell is asked whether it can be otherwise.
If not, its value is proven and fixed; if so, the second placement shows for
other cells too that they are open [1, section 5.5]. Every covered cell is a
variable, as there; that those of the sea are alike is not used. Slow, and kept
as an independent witness for `Exact`. Needs the extra ``cp``.

References:
    [1] Kvietinskas 2021, sections 5.3 to 5.5.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sapper.agents.protocols import Deduction, WindowCount
from sapper.errors import MissingExtraError
from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN
from sapper.game.position import Position


@dataclass(frozen=True)
class _Constraint:
    """Between ``low`` and ``high`` mines among ``cells``; ``clue`` shows it, if any."""

    cells: tuple[int, ...]
    low: int
    high: int
    clue: int | None = None


@dataclass(frozen=True)
class CpSat:
    """Prove everything that follows from the clues and, if wanted, the number of mines."""

    mine_count: bool = True

    def deduce(self, position: Position, changed: Sequence[int]) -> Iterable[Deduction]:
        """Solve the whole position."""
        del changed
        clues = _clues(position)
        if not self.mine_count:
            return _solve_apart(clues)
        if not position.covered or len(position.covered) == position.num_cells:
            return ()
        left = position.mines_left
        return _solve([*clues, _Constraint(tuple(position.covered), left, left)])

    def deduce_in_window(self, position: Position, count: WindowCount) -> Iterable[Deduction]:
        """Solve what a window shows, with the bounds of section 5.4.1."""
        constraints = _clues(position)
        if not self.mine_count:
            return _solve_apart(constraints)
        inside = tuple(cell for cell in position.covered if count.inside[cell])
        border = tuple(
            cell
            for cell in position.covered
            if not count.inside[cell]
            and any((position.clue(near) or 0) >= 1 for near in position.neighbours(cell))
        )
        if inside and count.most < len(inside):
            constraints.append(_Constraint(inside, 0, max(count.most, 0)))
        if count.least > 0:
            both = inside + border
            constraints.append(_Constraint(both, count.least, len(both)))
        return _solve(constraints)


def _clues(position: Position) -> list[_Constraint]:
    """Return the adjacency constraints: what each clue says of its covered neighbours."""
    found = []
    for cell, code in enumerate(position.cells):
        if code >= COVERED:
            continue
        around = position.neighbours(cell)
        unknown = tuple(near for near in around if position.cells[near] == COVERED)
        left = code - sum(position.cells[near] in (FLAGGED, MINE_SHOWN) for near in around)
        if unknown:
            found.append(_Constraint(unknown, left, left, cell))
    return found


def _solve_apart(constraints: list[_Constraint]) -> Iterator[Deduction]:
    """Solve each component by itself [1, section 5.5]."""
    waiting = list(constraints)
    while waiting:
        component = [waiting.pop()]
        cells = set(component[0].cells)
        while tied := [item for item in waiting if cells.intersection(item.cells)]:
            waiting = [item for item in waiting if not cells.intersection(item.cells)]
            component += tied
            cells.update(cell for item in tied for cell in item.cells)
        yield from _solve(component)


def _solve(constraints: list[_Constraint]) -> list[Deduction]:
    """Probe every cell of the constraints."""
    if not constraints:
        return []
    probe = _Probe(constraints)
    first = probe.place()
    if first is None:
        return []
    is_open: set[int] = set()
    safe: list[int] = []
    mines: list[int] = []
    for cell, is_mine in first.items():
        if cell in is_open:
            continue
        other = probe.place(cell, not is_mine)
        if other is None:
            probe.fix(cell, is_mine)
            (mines if is_mine else safe).append(cell)
        else:
            is_open.update(near for near in other if other[near] != first[near])
    clues = tuple(item.clue for item in constraints if item.clue is not None)
    return [Deduction(tuple(safe), tuple(mines), clues)] if safe or mines else []


class _Probe:
    """The constraints as a CP-SAT model that is asked again and again."""

    def __init__(self, constraints: list[_Constraint]) -> None:
        try:
            from ortools.sat.python import cp_model  # noqa: PLC0415 - an extra, needed only here
        except ImportError:
            raise MissingExtraError.of("ortools", "cp") from None
        self._found = (cp_model.OPTIMAL, cp_model.FEASIBLE)
        self._solver = cp_model.CpSolver()
        self._solver.parameters.num_workers = 1
        self._model = cp_model.CpModel()
        cells = sorted({cell for item in constraints for cell in item.cells})
        self._is_mine: dict[int, Any] = {cell: self._model.new_bool_var("") for cell in cells}
        for item in constraints:
            total = sum(self._is_mine[cell] for cell in item.cells)
            self._model.add_linear_constraint(total, item.low, item.high)

    def fix(self, cell: int, is_mine: bool) -> None:
        """Add what has been proven to the model."""
        self._model.add(self._is_mine[cell] == int(is_mine))

    def place(self, cell: int | None = None, is_mine: bool = False) -> dict[int, bool] | None:
        """Find a placement, with this cell as given; None if there is none."""
        self._model.clear_assumptions()
        if cell is not None:
            variable = self._is_mine[cell]
            self._model.add_assumption(variable if is_mine else variable.negated())
        if self._solver.solve(self._model) not in self._found:
            return None
        return {near: bool(self._solver.value(var)) for near, var in self._is_mine.items()}
