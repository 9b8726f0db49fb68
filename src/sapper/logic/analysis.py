"""
From a position to the truth: what is proven, and how likely the rest is.

`analyse` makes one native call; what costs more (exact counts, components, the
chances of clues) is computed when it is asked for. How the engine works is
written in `native/logic/engine.h`, which number type carries what and why it
suffices in `native/logic/numbers.h`.

References:
    [1] Seed 000, sections 1.6-1.7 and 5: components and the number of mines.
    [2] Seed 003, section 1.3.2: counting placements by mines used.
    [3] Seed 001, chapter 6: connected components.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.errors import IllegalMoveError
from sapper.game.codes import COVERED, FLAGGED
from sapper.game.position import Position
from sapper.game.seeds import check_seed
from sapper.logic.census import Census, Component
from sapper.logic.reasons import Reason, find_reason, find_reasons

DEFAULT_MAX_STATES: Final[int] = _core.DEFAULT_MAX_STATES


class Analysis:
    """
    Everything that follows from a position.

    >>> analysis = analyse(Position.parse("..1./..2./11../.... 3"))
    >>> analysis.num_placements
    11
    >>> analysis.position.format_cells(analysis.safe)
    'r3c3 r4c3'
    """

    __slots__ = (
        "_census",
        "_findings",
        "_risk",
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
    ) -> None:
        self.position = position
        self.trust_flags = trust_flags
        self.use_mine_count = use_mine_count
        self.max_states = max_states
        self._findings = findings
        self._risk: NDArray[np.float64] | None = None
        self._census: Census | None = None

    def __repr__(self) -> str:
        return (
            f"<Analysis of {self.position!s}: {len(self.safe)} safe, {len(self.mines)} mines, "
            f"log_placements={self.log_placements:.6g}>"
        )

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
            self._census = Census.of(
                self.position, self.trust_flags, self.max_states, self.use_mine_count
            )
        return self._census

    def reason(self, cell: int | str) -> Reason:
        """
        Explain a proven cell: the clues it follows from, and how.

        >>> print(analyse(Position.parse("1.. 1")).reason("r1c2"))
        r1c2 is a mine: the 1 at r1c1 has only one covered cell around it
        """
        return find_reason(
            self.position,
            cell,
            trust_flags=self.trust_flags,
            use_mine_count=self.use_mine_count,
            max_states=self.max_states,
        )

    def reasons(self) -> tuple[Reason, ...]:
        """Explain every proven cell, in order."""
        return find_reasons(
            self.position,
            trust_flags=self.trust_flags,
            use_mine_count=self.use_mine_count,
            max_states=self.max_states,
        )

    def clue_chances(self, cell: int) -> NDArray[np.float64]:
        """
        Give the chance of each clue 0 to 8 if a covered cell is revealed.

        What is missing to 1 is the chance that it is a mine, its risk.

        >>> analyse(Position.parse("..1 1")).clue_chances(0).tolist()
        [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
        """
        position = self.position
        code = position.cells[cell] if 0 <= cell < position.num_cells else None
        if code != COVERED and (code != FLAGGED or self.trust_flags):
            raise IllegalMoveError(f"expected a covered cell of {position!r}, got {cell!r}")
        risk = float(self.risk.flat[cell])
        chances = _core.clue_chances(
            position.columns,
            position.rows,
            position.num_mines,
            position.cells,
            self.trust_flags,
            self.use_mine_count,
            self.max_states,
            cell,
        )
        return np.array(chances) * (1.0 - risk)


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
    findings = _core.analyse(
        position.columns,
        position.rows,
        position.num_mines,
        position.cells,
        trust_flags,
        use_mine_count,
        max_states,
    )
    return Analysis(position, findings, trust_flags, use_mine_count, max_states)


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

    Exactly uniformly: every choice is drawn with integer odds from an exact
    census. The same seed gives the same layouts.

    >>> layouts = sample_layouts(Position.parse("..1 1"), 2, seed=7)
    >>> layouts.shape, layouts[0].astype(int).tolist()
    ((2, 1, 3), [[0, 1, 0]])
    """
    layouts = _core.sample_layouts(
        position.columns,
        position.rows,
        position.num_mines,
        position.cells,
        trust_flags,
        max_states,
        n,
        check_seed(seed),
    )
    return layouts.view(np.bool_)
