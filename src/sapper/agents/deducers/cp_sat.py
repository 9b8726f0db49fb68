"""
Everything provable, by the thesis's own method: CP-SAT with probing.

A first placement is found; then each cell is asked whether it can be otherwise.
If not, its value is proven and fixed; if so, the second placement shows for
other cells too that they are open [1, section 5.5]. Cells of the sea are alike,
so their mines are one number. Slow, and kept as an independent witness for
`Exact`. Needs the extra ``cp``.

References:
    [1] Kvietinskas 2021, sections 5.3 to 5.5.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
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
    """Give the adjacency constraints: what each clue says of its covered neighbours."""
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
    for cell, value in first.items():
        size = probe.sizes[cell]
        if cell in is_open or 0 < value < size:
            continue
        other = probe.place(cell, is_full=value > 0)
        if other is None:
            probe.fix(cell, value)
            (mines if value else safe).extend(probe.sea if cell == _SEA else (cell,))
        else:
            is_open.update(near for near in other if other[near] != first[near])
    clues = tuple(item.clue for item in constraints if item.clue is not None)
    return [Deduction(tuple(safe), tuple(mines), clues)] if safe or mines else []


_SEA = -1


@dataclass
class _Probe:
    """The constraints as a CP-SAT model that is asked again and again."""

    constraints: list[_Constraint]
    sea: tuple[int, ...] = ()
    sizes: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        try:
            from ortools.sat.python import cp_model  # noqa: PLC0415 - an extra, needed only here
        except ImportError:
            raise MissingExtraError.of("ortools", "cp") from None
        frontier = {
            cell for item in self.constraints if item.clue is not None for cell in item.cells
        }
        counted = {cell for item in self.constraints if item.clue is None for cell in item.cells}
        frontier |= self._apart(counted - frontier)
        self.sea = tuple(sorted(counted - frontier))
        self.sizes = dict.fromkeys(sorted(frontier), 1)
        if self.sea:
            self.sizes[_SEA] = len(self.sea)
        self._found = (cp_model.OPTIMAL, cp_model.FEASIBLE)
        self._solver = cp_model.CpSolver()
        # Problems of some dozens of cells: what helps large ones costs more than the search.
        self._solver.parameters.num_workers = 1
        self._solver.parameters.cp_model_presolve = False
        self._solver.parameters.linearization_level = 0
        self._build(cp_model.CpModel())

    def _apart(self, sea: set[int]) -> set[int]:
        """Give cells of the sea that are not in all counts: they are not alike."""
        counts = [item.cells for item in self.constraints if item.clue is None]
        return {cell for cell in sea if any(cell not in cells for cells in counts)}

    def _build(self, model: Any) -> None:
        self._model = model
        self._mines = {cell: model.new_int_var(0, size, "") for cell, size in self.sizes.items()}
        sea = set(self.sea)
        for item in self.constraints:
            terms = [self._mines[cell] for cell in item.cells if cell not in sea]
            if sea.intersection(item.cells):
                terms.append(self._mines[_SEA])
            model.add_linear_constraint(sum(terms), item.low, item.high)

    def fix(self, cell: int, value: int) -> None:
        """Add what has been proven to the model."""
        self._model.add(self._mines[cell] == value)

    def place(self, cell: int | None = None, is_full: bool = False) -> dict[int, int] | None:
        """Find a placement, in which the given cell is not full or not empty; None if none."""
        model = self._model
        if cell is not None:
            model = self._model.clone()
            variable = model.get_int_var_from_proto_index(self._mines[cell].index)
            model.add(variable < self.sizes[cell] if is_full else variable > 0)
        if self._solver.solve(model) not in self._found:
            return None
        return {near: self._solver.value(mines) for near, mines in self._mines.items()}
