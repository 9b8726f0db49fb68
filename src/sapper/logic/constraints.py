"""
Constraints over any cells: the exact engine without a grid.

A constraint says that between ``low`` and ``high`` of some cells are mines. Grids of other
shapes are sets of constraints, and so are puzzles that count the mines of a line or colour;
`examples/other_grids.py` plays some. For positions on rectangles there is `sapper.analyse`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.arguments import explained
from sapper.errors import IllegalMoveError, InconsistentPositionError, check_whole
from sapper.game.seeds import check_seed
from sapper.game.words import count
from sapper.logic.analysis import DEFAULT_MAX_STATES
from sapper.logic.census import Census, write_count


@dataclass(frozen=True)
class ConstraintReason:
    """
    Why a cell is proven: constraints by number, and the number of mines where it is needed.

    No smaller set proves it if ``is_smallest``, which is false where looking for one
    reached its limit.
    """

    cell: int
    is_mine: bool
    constraints: tuple[int, ...]
    needs_mine_count: bool
    is_smallest: bool


@explained
class Constraints:
    """
    Cells from 0 to ``num_cells`` - 1, and what is known of them.

    With ``num_mines`` that many of all cells are mines; without, any number will do, and
    every placement that fits counts the same.

    >>> three = Constraints(3, num_mines=1)
    >>> three.add([0, 1], 1)
    0
    >>> three.solve().risk.tolist()
    [0.5, 0.5, 0.0]
    """

    def __init__(self, num_cells: int, num_mines: int | None = None) -> None:
        self.num_cells = check_whole(num_cells, "num_cells", 1)
        self.num_mines = None if num_mines is None else check_whole(num_mines, "num_mines", 0)
        self._system = _core.ConstraintSystem(self.num_cells, self.num_mines)
        self._given: list[tuple[tuple[int, ...], int, int]] = []

    @classmethod
    def of(
        cls,
        system: _core.ConstraintSystem,
        given: Iterable[tuple[tuple[int, ...], int, int]],
        num_mines: int | None,
    ) -> Constraints:
        """Return constraints that the core has already, which may be added to."""
        made = cls.__new__(cls)
        made._system, made._given = system, list(given)
        made.num_cells, made.num_mines = system.num_cells, num_mines
        return made

    def __repr__(self) -> str:
        return (
            f"<Constraints over {self.num_cells:,} cells: {len(self._given):,}, "
            f"num_mines={self.num_mines}>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _set_again, (self.num_cells, self.num_mines, tuple(self._given))

    def __len__(self) -> int:
        return len(self._given)

    def __getitem__(self, number: int) -> tuple[tuple[int, ...], int, int]:
        """Return a constraint: its cells, low, high."""
        return self._given[number]

    def add(self, cells: Iterable[int], low: int, high: int | None = None) -> int:
        """
        Add: between ``low`` and ``high`` of these cells are mines, exactly ``low`` without it.

        Returns the number of the constraint, from 0.
        """
        own = tuple(cells)
        most = low if high is None else high
        self._system.add(own, low, most)
        self._given.append((own, low, most))
        return len(self._given) - 1

    def copy(self) -> Constraints:
        """Return the same constraints, to add others to."""
        return Constraints.of(_core.ConstraintSystem(self._system), self._given, self.num_mines)

    def solve(self, *, max_states: int = DEFAULT_MAX_STATES) -> ConstraintAnalysis:
        """
        Find everything that follows.

        Raises:
            InconsistentPositionError: no placement fits; ``clues`` are the numbers of
                constraints that clash.
            BudgetExceededError: more than ``max_states`` were needed; its ``partial``
                holds what had been proven.
        """
        findings = self._system.solve(check_whole(max_states, "max_states", 1))
        return ConstraintAnalysis(self._given, self.num_mines, findings, max_states)


@explained
class ConstraintAnalysis:
    """What follows from constraints; `Constraints.solve` makes it."""

    def __init__(
        self,
        given: Sequence[tuple[tuple[int, ...], int, int]],
        num_mines: int | None,
        findings: _core.ConstraintFindings,
        max_states: int,
    ) -> None:
        self._given, self._num_given = given, len(given)  # which only grows
        self.num_mines = num_mines
        self.max_states = max_states
        self._findings = findings

    def __repr__(self) -> str:
        return (
            f"<ConstraintAnalysis: {len(self.safe)} safe, {count(len(self.mines), 'mine')}, "
            f"log_placements={self.log_placements:.6g}>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy by what was given; it is solved again from that."""
        given = tuple(self._given[: self._num_given])
        cells = self._findings.system.num_cells
        return _solve_again, (cells, self.num_mines, given, self.max_states)

    @cached_property
    def risk(self) -> NDArray[np.float64]:
        """The risk of every cell; exactly 0.0 or 1.0 only where proven."""
        return self._findings.risk

    @cached_property
    def safe(self) -> tuple[int, ...]:
        """The cells proven safe, in order."""
        return self._findings.safe

    @cached_property
    def mines(self) -> tuple[int, ...]:
        """The cells proven mines, in order."""
        return self._findings.mines

    @property
    def log_placements(self) -> float:
        """Natural logarithm of the number of placements that fit."""
        return self._findings.log_placements

    @cached_property
    def census(self) -> Census:
        """The exact counts, component by component; its ``clues`` are constraints."""
        return Census.of_findings(self._findings, self.num_mines is not None)

    @property
    def num_placements(self) -> int:
        """How many placements fit, exactly."""
        return self.census.num_placements

    def sample(self, n: int, seed: int) -> NDArray[np.bool_]:
        """
        Draw placements uniformly from all that fit, as n x cells, true where a mine is.

        >>> pair = Constraints(3)
        >>> pair.add([0, 1], 2)
        0
        >>> pair.solve().sample(4, seed=7)[:, :2].all()
        np.True_
        """
        number = check_whole(n, "a number of placements", 0)
        return self._findings.sample(number, check_seed(seed)).view(np.bool_)

    def reason(self, cell: int) -> ConstraintReason:
        """
        Explain a proven cell: a smallest set of constraints that proves it.

        >>> three = Constraints(3, num_mines=1)
        >>> three.add([0, 1], 1)
        0
        >>> three.solve().reason(2).constraints
        (0,)
        """
        return ConstraintReason(*self._findings.reasons([check_whole(cell, "a cell", 0)])[0])

    def reasons(self) -> tuple[ConstraintReason, ...]:
        """Explain every proven cell, in order."""
        proven = sorted((*self.safe, *self.mines))
        return tuple(ConstraintReason(*one) for one in self._findings.reasons(proven))

    def assume(self, cell: int, what: Literal["safe", "mine"]) -> ConstraintAnalysis:
        """
        Return the analysis if a cell were safe or a mine; that is one more constraint.

        Raises:
            InconsistentPositionError: it cannot be what was assumed.
        """
        if what not in ("safe", "mine"):
            raise IllegalMoveError(f"expected 'safe' or 'mine', got {what!r}")
        more = Constraints.of(self._findings.system, self._given[: self._num_given], self.num_mines)
        more.add([cell], int(what == "mine"))
        try:
            return more.solve(max_states=self.max_states)
        except InconsistentPositionError as error:
            error.args = (f"cell {cell} cannot be {what}: {error}",)
            raise

    def to_dict(self, only: Collection[str] | None = None) -> dict[str, Any]:
        """Return everything found as JSON-ready data; with ``only`` some of its keys."""
        found: dict[str, Callable[[], Any]] = {
            "risk": self.risk.tolist,
            "safe": lambda: [*self.safe],
            "mines": lambda: [*self.mines],
            "num_placements": lambda: write_count(lambda: self.num_placements),
            "log_placements": lambda: self.log_placements,
            "reasons": lambda: [asdict(reason) for reason in self.reasons()],
        }
        return {name: work() for name, work in found.items() if only is None or name in only}


_Given = tuple[tuple[tuple[int, ...], int, int], ...]


def _set_again(num_cells: int, num_mines: int | None, given: _Given) -> Constraints:
    made = Constraints(num_cells, num_mines)
    for one in given:
        made.add(*one)
    return made


def _solve_again(
    num_cells: int, num_mines: int | None, given: _Given, max_states: int
) -> ConstraintAnalysis:
    return _set_again(num_cells, num_mines, given).solve(max_states=max_states)
