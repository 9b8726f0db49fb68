"""
Check certificates: does a board really need no guess?

Nothing here is shared with what makes boards (an import-linter contract proves it):
own grid, own clues, own 3BV. Each step is checked by brute force over its own clues:
if any placement of mines fits them and contradicts the step, the step is wrong. A
step may use what the steps before it have revealed and proven, and no more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from sapper import _core
from sapper.errors import SapperError

_CELL: Final = re.compile(r"r([1-9][0-9]{0,5})c([1-9][0-9]{0,5})")
# How many clues a technique takes, at least and at most, by its name on the ladder.
_NUM_CLUES: Final[dict[str, tuple[int, int | None]]] = dict(
    zip(
        (name for name, _, _ in _core.ladder()),
        ((1, 1), (2, 2), (2, 2), (3, None), (3, None), (0, None)),
        strict=True,
    )
)
_EASIEST, *_, _WITH_TOTAL = _NUM_CLUES
# Places tried for one claim; thinned-out clues need a few dozen.
MAX_TRIES: Final = 2_000_000


class CheckError(SapperError):
    """A board's certificate does not hold; ``step`` is where, counted from 1, or None."""

    def __init__(self, message: str, step: int | None = None) -> None:
        super().__init__(message if step is None else f"step {step}: {message}")
        self.step = step


def check_board(data: Any) -> int:
    """
    Check one board of a file; return the number of steps.

    Raises:
        CheckError: it does not hold, and at which step.
    """
    if not isinstance(data, dict):
        raise CheckError("expected a board as a JSON object")
    grid = _Grid(_get(data, "layout", str))
    first = grid.cell(_get(data, "first", str))
    steps = _get(data, "certificate", list)
    grid.reveal(first)
    counts = dict.fromkeys(_NUM_CLUES, 0)
    guesses = 0
    for number, step in enumerate(steps, start=1):
        try:
            technique = _check_step(grid, step)
        except CheckError as error:
            raise CheckError(str(error), number) from None
        if technique == "guess":
            guesses += 1
        else:
            counts[technique] += 1
    if grid.safe_left:
        raise CheckError(
            f"after the last step {grid.safe_left} safe cells are still covered", len(steps) or None
        )
    _check_claims(data, grid, counts, guesses)
    return len(steps)


def _check_claims(data: dict[str, Any], grid: _Grid, counts: dict[str, int], guesses: int) -> None:
    """Compare what the board says of itself with what was found."""
    grade = _get(data, "grade", dict)
    used = [technique for technique, count in counts.items() if count] or [_EASIEST]
    if grade.get("hardest") != used[-1]:
        raise CheckError(f"graded {grade.get('hardest')!r}, but its hardest step is {used[-1]!r}")
    if grade.get("steps") != counts:
        raise CheckError("the grade's numbers of steps are not those of the certificate")
    if data.get("guesses", 0) != guesses:
        raise CheckError(f"{guesses} guesses in the certificate, {data.get('guesses', 0)} stated")
    three_bv = grid.three_bv()
    if _get(data, "three_bv", int) != three_bv:
        raise CheckError(f"3BV is {three_bv}, not {data['three_bv']}")


def _get(data: dict[str, Any], name: str, kind: type) -> Any:
    value = data.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise CheckError(f"expected {name!r} as {kind.__name__}, got {str(value)[:40]!r}")
    return value


def _check_step(grid: _Grid, step: Any) -> str:
    """Check one step and play it; return its technique."""
    if not isinstance(step, dict):
        raise CheckError(f"expected a step as a JSON object, got {str(step)[:40]!r}")
    technique = str(step.get("technique"))
    cells = [grid.cell(text) for text in _get(step, "cells", list)]
    clues = [grid.cell(text) for text in _get(step, "clues", list)]
    are_mines = {"mines": True, "safe": False}.get(str(step.get("are")))
    if are_mines is None:
        raise CheckError(f"expected cells that are 'safe' or 'mines', got {step.get('are')!r}")
    if not cells or len({*cells}) < len(cells) or len({*clues}) < len(clues):
        raise CheckError("expected cells and clues, each named once")
    for cell in cells:
        if grid.is_known(cell):
            raise CheckError(f"{grid.name(cell)} was known before")
    if technique == "guess":
        _check_guess(grid, cells, are_mines)
    elif technique not in _NUM_CLUES:
        raise CheckError(f"unknown technique {technique!r}")
    else:
        _check_clues(grid, technique, clues)
        _check_proof(grid, cells, clues, are_mines, use_total=technique == _WITH_TOTAL)
    for cell in cells:
        if are_mines:
            grid.proven_mines.add(cell)
        else:
            grid.reveal(cell)
    return technique


def _check_guess(grid: _Grid, cells: list[int], are_mines: bool) -> None:
    if len(cells) != 1 or are_mines or cells[0] in grid.mines:
        raise CheckError("expected a guess at one cell that is safe")


def _check_clues(grid: _Grid, technique: str, clues: list[int]) -> None:
    least, most = _NUM_CLUES[technique]
    if len(clues) < least or (most is not None and len(clues) > most):
        raise CheckError(f"{len(clues)} clues are not {technique!r}")
    for clue in clues:
        if clue not in grid.revealed:
            raise CheckError(f"the clue {grid.name(clue)} is not revealed yet")
    if technique == "subset":
        one, other = (grid.unknown_around(clue) for clue in clues)
        if not (one <= other or other <= one):
            raise CheckError("neither clue's cells are all among the other's")


def _check_proof(
    grid: _Grid, cells: list[int], clues: list[int], are_mines: bool, *, use_total: bool
) -> None:
    """Look for a placement that fits the clues and has a cell otherwise; there must be none."""
    around = [grid.unknown_around(clue) for clue in clues]
    needs = [grid.clues[clue] - grid.known_mines_around(clue) for clue in clues]
    named = set().union(*around)
    for cell in cells:
        others = grid.num_unknown() - len(named | {cell})
        if not use_total and cell not in named:
            raise CheckError(f"no clue of the step has {grid.name(cell)} as a neighbour")
        order = [cell, *sorted(named - {cell})]
        left = grid.num_mines - len(grid.proven_mines)
        total = (left - others, left) if use_total else (0, len(order))
        if _fits(order, around, needs, not are_mines, total):
            what = "a mine" if are_mines else "safe"
            raise CheckError(f"its clues do not prove that {grid.name(cell)} is {what}")


def _fits(
    order: list[int],
    around: Sequence[set[int]],
    needs: Sequence[int],
    first_is_mine: bool,
    total: tuple[int, int],
) -> bool:
    """Try all placements of mines in the cells, the first one as given; True if one fits."""
    touched = [[i for i, cells in enumerate(around) if cell in cells] for cell in order]
    need = list(needs)
    room = [len(cells) for cells in around]
    tries = 0

    def place(at: int, used: int) -> bool:
        nonlocal tries
        if at == len(order):
            return total[0] <= used <= total[1]
        for mine in (first_is_mine,) if at == 0 else (False, True):
            tries += 1
            if tries > MAX_TRIES:
                raise CheckError(f"more than {MAX_TRIES:,} tries are needed to check it")
            for i in touched[at]:
                need[i] -= mine
                room[i] -= 1
            fits = all(0 <= need[i] <= room[i] for i in touched[at])
            if fits and place(at + 1, used + mine):
                return True
            for i in touched[at]:
                need[i] += mine
                room[i] += 1
        return False

    return place(0, 0)


class _Grid:
    """A layout and what has been revealed and proven of it."""

    def __init__(self, layout: str) -> None:
        lines = layout.split("/")
        self.rows, self.columns = len(lines), len(lines[0])
        if any(len(line) != self.columns or set(line) - {"-", "*"} for line in lines):
            raise CheckError("expected a layout as rows of '-' and '*' joined by '/'")
        if not self.columns:
            raise CheckError("expected a layout, got none")
        text = "".join(lines)
        self.mines = {cell for cell, letter in enumerate(text) if letter == "*"}
        self.num_mines = len(self.mines)
        self.num_cells = len(text)
        self.around = [list(self._neighbours(cell)) for cell in range(self.num_cells)]
        self.clues = [sum(n in self.mines for n in cells) for cells in self.around]
        self.revealed: set[int] = set()
        self.proven_mines: set[int] = set()

    def _neighbours(self, cell: int) -> Iterator[int]:
        row, column = divmod(cell, self.columns)
        for r in (row - 1, row, row + 1):
            for c in (column - 1, column, column + 1):
                if (r, c) != (row, column) and 0 <= r < self.rows and 0 <= c < self.columns:
                    yield r * self.columns + c

    @property
    def safe_left(self) -> int:
        return self.num_cells - self.num_mines - len(self.revealed)

    def num_unknown(self) -> int:
        return self.num_cells - len(self.revealed) - len(self.proven_mines)

    def cell(self, text: Any) -> int:
        match = _CELL.fullmatch(text) if isinstance(text, str) else None
        row, column = (int(match[1]) - 1, int(match[2]) - 1) if match else (-1, -1)
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise CheckError(f"expected a cell of the grid such as r3c5, got {str(text)[:40]!r}")
        return row * self.columns + column

    def name(self, cell: int) -> str:
        return f"r{cell // self.columns + 1}c{cell % self.columns + 1}"

    def is_known(self, cell: int) -> bool:
        return cell in self.revealed or cell in self.proven_mines

    def unknown_around(self, cell: int) -> set[int]:
        return {n for n in self.around[cell] if not self.is_known(n)}

    def known_mines_around(self, cell: int) -> int:
        return sum(n in self.proven_mines for n in self.around[cell])

    def reveal(self, cell: int) -> None:
        if cell in self.mines:
            raise CheckError(f"{self.name(cell)} is a mine")
        waiting = [cell]
        while waiting:
            at = waiting.pop()
            if at in self.revealed:
                continue
            self.revealed.add(at)
            if self.clues[at] == 0:
                waiting += self.around[at]

    def three_bv(self) -> int:
        """Openings, and the clues that are next to none."""
        zeros = {c for c in range(self.num_cells) if self.clues[c] == 0 and c not in self.mines}
        alone = {
            c
            for c in range(self.num_cells)
            if c not in self.mines and c not in zeros and not zeros.intersection(self.around[c])
        }
        count = len(alone)
        while zeros:
            count += 1
            waiting = [zeros.pop()]
            while waiting:
                for n in self.around[waiting.pop()]:
                    if n in zeros:
                        zeros.remove(n)
                        waiting.append(n)
        return count
