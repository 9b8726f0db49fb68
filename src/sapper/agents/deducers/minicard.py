"""
Everything provable, by a SAT solver: MiniCard, through python-sat.

One Boolean a covered cell next to a clue; a clue with k mines among n cells is "at
most k" and "at most n - k not", which MiniCard takes without an encoding. Each cell
is asked under an assumption whether it can be otherwise, and every model found rules
out further questions. With the number of mines all covered cells are variables; those
far from every clue are alike, so that one of them answers for all. Needs the extra
``sat``.

Vaitzman et al. call their agent a SAT solution without using a solver; this is one.

References:
    [1] Vaitzman, Efremov, Ennekavi, Shevach, Mordechai, section II.2.1.
    [2] A. Ignatiev, A. Morgado, J. Marques-Silva: PySAT: A Python Toolkit for
        Prototyping with SAT Oracles, 2018.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sapper.agents.protocols import Deduction, WindowCount
from sapper.errors import MissingExtraError
from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN
from sapper.game.position import Position


class _Sentence(NamedTuple):
    """Between ``low`` and ``high`` mines among ``cells``; ``clue`` shows it, if any."""

    cells: tuple[int, ...]
    low: int
    high: int
    clue: int | None = None


@dataclass(frozen=True)
class MiniCard:
    """Prove everything that follows from the clues and, if wanted, the number of mines."""

    mine_count: bool = False

    def deduce(self, position: Position, changed: Sequence[int]) -> Iterable[Deduction]:
        """Solve the whole position."""
        del changed
        sentences = list(_sentences(position))
        frontier = _cells_of(sentences)
        if not self.mine_count:
            return _solve(sentences, frontier)
        covered = tuple(position.covered)
        if not covered or len(covered) == position.num_cells:
            return ()
        near = set(frontier)
        sea = [cell for cell in covered if cell not in near]
        sentences.append(_Sentence(covered, position.mines_left, position.mines_left))
        found = _solve(sentences, [*frontier, *sea[:1]])
        return [_spread(deduction, sea) for deduction in found]

    def deduce_in_window(self, position: Position, count: WindowCount) -> Iterable[Deduction]:
        """Solve what a window shows, with its two bounds on the number of mines."""
        sentences = list(_sentences(position))
        if self.mine_count:
            inside = tuple(cell for cell in position.covered if count.inside[cell])
            rim = tuple(
                cell
                for cell in position.covered
                if not count.inside[cell]
                and any((position.clue(near) or 0) >= 1 for near in position.neighbours(cell))
            )
            if inside and count.most < len(inside):
                sentences.append(_Sentence(inside, 0, max(count.most, 0)))
            if count.least > 0:
                both = inside + rim
                sentences.append(_Sentence(both, count.least, len(both)))
        return _solve(sentences, _cells_of(sentences))


def _sentences(position: Position) -> Iterator[_Sentence]:
    """Return what each clue says of its covered neighbours."""
    for cell, code in enumerate(position.cells):
        if code >= COVERED:
            continue
        around = position.neighbours(cell)
        unknown = tuple(near for near in around if position.cells[near] == COVERED)
        if unknown:
            left = code - sum(position.cells[near] in (FLAGGED, MINE_SHOWN) for near in around)
            yield _Sentence(unknown, left, left, cell)


def _cells_of(sentences: Iterable[_Sentence]) -> list[int]:
    return sorted({cell for sentence in sentences for cell in sentence.cells})


def _spread(deduction: Deduction, sea: list[int]) -> Deduction:
    """Let the first cell of the sea speak for all of it."""
    if not sea:
        return deduction
    first, rest = sea[0], tuple(sea[1:])
    return Deduction(
        deduction.safe + (rest if first in deduction.safe else ()),
        deduction.mines + (rest if first in deduction.mines else ()),
        deduction.clues,
    )


def _solve(sentences: list[_Sentence], asked: list[int]) -> list[Deduction]:
    """Ask for each cell whether it can be other than in the first model."""
    safe: list[int] = []
    mines: list[int] = []
    with _make_solver() as solver:
        for sentence in sentences:
            _add(solver, sentence)
        if not solver.solve():
            return []
        first = _model(solver)
        is_open: set[int] = set()
        for cell in asked:
            if cell in is_open:
                continue
            is_mine = cell in first
            if solver.solve(assumptions=[-cell - 1 if is_mine else cell + 1]):
                is_open |= first ^ _model(solver)
            else:
                (mines if is_mine else safe).append(cell)
    clues = tuple(sentence.clue for sentence in sentences if sentence.clue is not None)
    return [Deduction(tuple(safe), tuple(mines), clues)] if safe or mines else []


def _add(solver: Any, sentence: _Sentence) -> None:
    """Add a sentence to the solver, which numbers variables from 1."""
    num_cells = len(sentence.cells)
    if sentence.high < num_cells:
        solver.add_atmost([cell + 1 for cell in sentence.cells], sentence.high)
    if sentence.low > 0:
        solver.add_atmost([-cell - 1 for cell in sentence.cells], num_cells - sentence.low)


def _model(solver: Any) -> set[int]:
    """Return the cells that are mines in the model."""
    return {literal - 1 for literal in solver.get_model() if literal > 0}


def _make_solver() -> Any:
    try:
        from pysat.solvers import Minicard  # noqa: PLC0415 - an extra, needed only here
    except ImportError:
        raise MissingExtraError.of("python-sat", "sat") from None
    return Minicard()
