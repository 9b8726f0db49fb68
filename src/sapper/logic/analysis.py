"""
From a position to the truth: what is proven, and how likely the rest is.

`analyse` makes one native call; what costs more (exact counts, components, the
chances of clues) is computed when it is asked for. How the engine works is
written in `native/logic/count/engine.h`, which number type carries what and why it
suffices in `native/logic/numbers/numbers.h`.

Behind an `Analysis` stands a belief of the core (`native/logic/belief/belief.h`): later
questions, and what-ifs with `Analysis.assume`, are answered from it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from math import isnan
from typing import Any, Final, Literal, NoReturn

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.arguments import explained
from sapper.errors import (
    BudgetExceededError,
    IllegalMoveError,
    InconsistentPositionError,
    check_type,
    check_whole,
)
from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN
from sapper.game.position import Position
from sapper.game.seeds import check_seed
from sapper.game.words import count
from sapper.logic.census import Census, Component, write_count

DEFAULT_MAX_STATES: Final[int] = _core.DEFAULT_MAX_STATES
# What the core calls a cell that is assumed safe, or a mine.
_SAFE: Final = 9
_MINE: Final = 10


@explained
class Analysis:
    """
    Everything that follows from a position.

    >>> analysis = analyse(Position.parse("..1./..2./11../.... 3"))
    >>> analysis.num_placements
    11
    >>> analysis.position.format_cells(analysis.safe)
    'r3c3 r4c3'
    >>> analysis.assume("r3c3", 2).num_placements
    5
    """

    __slots__ = (
        "_census",
        "_findings",
        "_reasons",
        "_risk",
        "assumed_safe",
        "max_states",
        "position",
        "trust_flags",
        "use_mine_count",
    )

    def __init__(
        self,
        position: Position,
        findings: _core.Findings,
        trust_flags: bool,
        use_mine_count: bool,
        max_states: int,
        assumed_safe: tuple[int, ...] = (),
    ) -> None:
        self.position = position
        self.trust_flags = trust_flags
        self.use_mine_count = use_mine_count
        self.max_states = max_states
        self.assumed_safe = assumed_safe
        self._findings = findings
        self._risk: NDArray[np.float64] | None = None
        self._census: Census | None = None
        self._reasons: tuple[_core.Reason, ...] | None = None

    def __repr__(self) -> str:
        return (
            f"<Analysis of {self.position!s}: {len(self.safe)} safe, "
            f"{count(len(self.mines), 'mine')}, log_placements={self.log_placements:.6g}>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy by what the analysis was made from; it is made again from that."""
        options = (self.trust_flags, self.use_mine_count, self.max_states)
        return _analyse_again, (self.position, *options, self.assumed_safe)

    def _repr_svg_(self) -> str:
        """Draw the position with its risks in a notebook."""
        from sapper.logic.picture import draw_analysis  # noqa: PLC0415 - which knows analyses

        return draw_analysis(self, self.best)

    @property
    def risk(self) -> NDArray[np.float64]:
        """
        The risk of every cell, as rows x columns.

        Exactly 0.0 or 1.0 only where proven; nan where revealed; 1.0 at a flag
        that is trusted.
        """
        if self._risk is None:
            self._risk = self._findings.risk
        return self._risk

    @property
    def safe(self) -> tuple[int, ...]:
        """The cells proven safe, in order."""
        return self._findings.safe

    @property
    def mines(self) -> tuple[int, ...]:
        """The cells proven mines, in order; trusted flags are taken as given and not listed."""
        return self._findings.mines

    @property
    def best(self) -> tuple[int, ...]:
        """
        The cell that the hint names, as a tuple; empty where there is none to open.

        >>> analyse(Position.parse("1../... 1")).best
        (2,)
        """
        found = self.hint()
        return () if found is None or found.kind == "mines" else (found.cell,)

    def hint(self, near: int | str | None = None) -> _core.Hint | None:
        """
        Find what to open next, and why, as `sapper.hint` does; None where nothing is covered.

        >>> analyse(Position.parse(".../111 1")).hint().technique.value
        'subset'
        """
        number = self.position.cell(near) if isinstance(near, str) else near
        return self._findings.find_hint(self.position, number, self.assumed_safe)

    @property
    def log_placements(self) -> float:
        """Natural logarithm of the number of layouts that fit."""
        return self._findings.log_placements

    @property
    def num_placements(self) -> int:
        """How many layouts fit, exactly."""
        return self.census.num_placements

    @property
    def components(self) -> tuple[Component, ...]:
        """The components left after single clues have decided what they can."""
        return self.census.components

    @property
    def census(self) -> Census:
        """The exact counts behind `num_placements`, component by component."""
        if self._census is None:
            self._census = Census.of_findings(self._findings, self.use_mine_count)
        return self._census

    @property
    def key(self) -> int:
        """A 64-bit number for what is known, however it came to be known."""
        return self._findings.key

    @property
    def living(self) -> tuple[int, ...]:
        """The covered cells that can show more than one clue; others tell nothing new."""
        return self._findings.living

    def assume(self, cell: int | str, what: int | Literal["safe", "mine"]) -> Analysis:
        """
        Return the analysis if a covered cell showed a clue, or were safe or a mine.

        Only the components that the cell touches are counted again. After a clue
        or a mine the position shows it; a cell that is merely safe stays covered,
        and is listed in ``assumed_safe``.

        >>> analysis = analyse(Position.parse("..1./..2./11../.... 3"))
        >>> after = analysis.assume("r1c2", "mine")
        >>> after.num_placements, str(after.position)
        (3, '.F1./..2./11../.... 3')

        Raises:
            IllegalMoveError: the cell is not covered.
            InconsistentPositionError: it cannot be what was assumed.
        """
        number = self._check_covered(cell)
        if what == "safe":
            code, after = _SAFE, self.position
        else:
            code, after = self._read_assumption(number, what)
        findings = self._findings.assume(number, code, after.cells[number])
        if findings is None:
            self._refuse(number, what, after)
        safe = self.assumed_safe
        if number in safe:
            safe = tuple(one for one in safe if one != number)
        if code == _SAFE:
            safe = (*safe, number)
        return Analysis(
            after, findings, self.trust_flags, self.use_mine_count, self.max_states, safe
        )

    def _read_assumption(self, cell: int, what: int | str) -> tuple[int, Position]:
        """Return the core's code of a clue or mine, and the position that shows it."""
        if what == "mine":
            return _MINE, self._with_cell(cell, FLAGGED if self.trust_flags else MINE_SHOWN)
        if isinstance(what, int) and 0 <= what <= 8:
            return int(what), self._with_cell(cell, int(what))
        raise IllegalMoveError(f"expected a clue from 0 to 8, 'safe' or 'mine', got {what!r}")

    def _with_cell(self, cell: int, code: int) -> Position:
        cells = bytearray(self.position.cells)
        cells[cell] = code
        position = self.position
        return Position(position.columns, position.rows, position.num_mines, bytes(cells))

    def _refuse(self, cell: int, what: object, after: Position) -> NoReturn:
        """Raise the error of an impossible assumption, with the clues that forbid it."""
        name = self.position.format_cell(cell)
        text = f"{name} cannot show {what}" if isinstance(what, int) else f"{name} cannot be {what}"
        if what == "mine" or isinstance(what, int):
            try:
                analyse(after, trust_flags=self.trust_flags, use_mine_count=self.use_mine_count)
            except InconsistentPositionError as error:
                error.args = (f"{text}: {error}",)
                raise
        raise InconsistentPositionError(text)

    def _check_covered(self, cell: int | str) -> int:
        position = self.position
        if type(cell) is int:
            number = cell
        else:
            number = position.cell(cell) if isinstance(cell, str) else check_whole(cell, "a cell")
        cells = position.cells
        code = cells[number] if 0 <= number < len(cells) else None
        if code != COVERED and (code != FLAGGED or self.trust_flags):
            raise IllegalMoveError(f"expected a covered cell of {position!r}, got {cell!r}")
        return number

    def weigh(self, cell: int | str) -> _core.Stake:
        """
        Return what revealing a covered cell risks, and whether a safe one is proven.

        >>> stake = analyse(Position.parse(".../111 1")).weigh("r1c2")
        >>> stake.risk, stake.is_guess, stake.is_provable
        (1.0, True, True)
        """
        return self._findings.weigh(self._check_covered(cell))

    def reason(self, cell: int | str) -> _core.Reason:
        """
        Explain a proven cell: the clues it follows from, and how.

        >>> print(analyse(Position.parse("1.. 1")).reason("r1c2"))
        r1c2 is a mine: the 1 at r1c1 has only one covered cell around it
        """
        position = self.position
        number = position.cell(cell) if isinstance(cell, str) else check_whole(cell, "a cell")
        return self._findings.find_reasons(self.position, [number], self.assumed_safe)[0]

    def reasons(self) -> tuple[_core.Reason, ...]:
        """Explain every proven cell, in order; found once."""
        if self._reasons is None:
            self._reasons = self._findings.find_reasons(self.position, None, self.assumed_safe)
        return self._reasons

    def clue_chances(self, cell: int | str) -> NDArray[np.float64]:
        """
        Return the chance of each clue 0 to 8 if a covered cell is revealed.

        What is missing to 1 is the chance that it is a mine, its risk.

        >>> analyse(Position.parse("..1 1")).clue_chances(0).tolist()
        [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
        """
        return np.array(self._findings.clue_chances(self._check_covered(cell)))

    def clue_table(self) -> NDArray[np.float64]:
        """Return the chance of each clue at every cell, as rows x columns x 9, in one go."""
        return self._findings.clue_table()

    def list_layouts(self, most: int = 1000) -> NDArray[np.bool_]:
        """
        List every layout that fits, as n x rows x columns, true where a mine is.

        >>> analyse(Position.parse("1.. 1")).list_layouts().astype(int).tolist()
        [[[0, 1, 0]]]

        Raises:
            BudgetExceededError: there are more than ``most``.
        """
        most = check_whole(most, "a number of layouts", 0)
        layouts = self._findings.list_layouts(most) if self.use_mine_count else None
        if layouts is None:
            raise BudgetExceededError(
                f"more than {most:,} layouts fit (about {np.exp(self.log_placements):.3g}), "
                "or any number of mines is allowed"
            )
        return layouts.view(np.bool_)

    def sample(self, n: int, seed: int) -> NDArray[np.bool_]:
        """
        Draw layouts uniformly from all that fit, as n x rows x columns, true where a mine is.

        Exactly uniformly: every choice is drawn with integer odds from an exact
        census. The same seed gives the same layouts. After `assume` they fit what
        was assumed.

        >>> after = analyse(Position.parse("1../... 1")).assume("r1c3", 1)
        >>> after.sample(2, seed=7).astype(int).tolist()
        [[[0, 0, 0], [0, 1, 0]], [[0, 0, 0], [0, 1, 0]]]

        Raises:
            BudgetExceededError: the counts are too large, or any number of mines is allowed.
        """
        count = check_whole(n, "a number of layouts", 0)
        return self._findings.sample(count, check_seed(seed)).view(np.bool_)

    def to_dict(self, only: Collection[str] | None = None) -> dict[str, Any]:
        """
        Return everything found as JSON-ready data; counts too large for others are text.

        With ``only`` some of its keys, which alone are worked out.
        """
        found: dict[str, Callable[[], Any]] = {
            "position": lambda: str(self.position),
            "trust_flags": lambda: self.trust_flags,
            "mine_count": lambda: self.use_mine_count,
            "risk": lambda: [[None if isnan(r) else r for r in row] for row in self.risk.tolist()],
            "safe": lambda: [*map(self.position.format_cell, self.safe)],
            "mines": lambda: [*map(self.position.format_cell, self.mines)],
            "best": self._best_dict,
            "hint": lambda: None if (hint := self.hint()) is None else hint.to_dict(),
            "num_placements": lambda: write_count(lambda: self.num_placements),
            "log_placements": lambda: self.log_placements,
            "reasons": lambda: [reason.to_dict() for reason in self.reasons()],
        }
        return {name: work() for name, work in found.items() if only is None or name in only}

    def _best_dict(self) -> dict[str, Any]:
        hint = self.hint()
        is_any = hint is not None and hint.kind != "mines"
        return {
            "cells": [self.position.format_cell(hint.cell)] if hint is not None and is_any else [],
            "risk": hint.risk if hint is not None and is_any else None,
        }


def check_position(position: object) -> None:
    """Raise an error unless this is a position."""
    check_type(position, Position, "a position", "Position.parse reads text, from_array arrays")


@explained
def analyse(
    position: Position,
    *,
    trust_flags: bool = True,
    use_mine_count: bool = True,
    max_states: int = DEFAULT_MAX_STATES,
) -> Analysis:
    """
    Find everything that follows from a position.

    Flags are taken as mines, or as covered cells with ``trust_flags=False``.
    With ``use_mine_count=False`` the clues are all there is, and every placement
    that fits them counts the same, whatever its number of mines.
    ``max_states`` limits time and memory: states are pairs of a partial
    placement's open clues and its number of mines.

    Raises:
        InconsistentPositionError: no layout fits; it names clues that clash.
        BudgetExceededError: more than ``max_states`` were needed; its
            ``partial`` holds what had been proven.
    """
    check_position(position)
    findings = _core.analyse(
        position,
        bool(trust_flags),
        bool(use_mine_count),
        check_whole(max_states, "max_states", 1),
    )
    return Analysis(position, findings, trust_flags, use_mine_count, max_states)


def _analyse_again(
    position: Position,
    trust_flags: bool,
    use_mine_count: bool,
    max_states: int,
    assumed_safe: tuple[int, ...],
) -> Analysis:
    """Make an analysis again that was pickled or copied."""
    found = analyse(
        position, trust_flags=trust_flags, use_mine_count=use_mine_count, max_states=max_states
    )
    for cell in assumed_safe:
        if position.clue(cell) is None:  # it may have been revealed since
            found = found.assume(cell, "safe")
    found.assumed_safe = assumed_safe
    return found


@explained
def sample_layouts(
    position: Position,
    n: int,
    seed: int,
    *,
    trust_flags: bool = True,
    max_states: int = DEFAULT_MAX_STATES,
) -> NDArray[np.bool_]:
    """
    Draw layouts uniformly from all that fit, as n x rows x columns, true where a mine is.

    The same seed gives the same layouts; `Analysis.sample` says how they are drawn, and
    draws from an analysis that is there already.

    >>> layouts = sample_layouts(Position.parse("..1 1"), 2, seed=7)
    >>> layouts.shape, layouts[0].astype(int).tolist()
    ((2, 1, 3), [[0, 1, 0]])
    """
    analysis = analyse(position, trust_flags=trust_flags, max_states=max_states)
    return analysis.sample(n, seed)
