"""
Why a cell is proven: the clues it follows from, and how hard that is to see.

A `Reason` names clues of which none can be left out, and the simplest technique
of a ladder that gets from these clues to the cell. As data for programs, and as
one sentence for players (`sentences.py`). How the clues are found is written in
`native/logic/reasons.h`.

References:
    [1] Kvietinskas 2021, chapter 6: the human-like deduction and its steps.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from sapper import _core
from sapper.arguments import explained
from sapper.game.codes import FLAGGED
from sapper.game.position import Position
from sapper.logic.sentences import make_sentence


class Technique(StrEnum):
    """
    The ladder, simplest first.

    ``single clue``: clues decide cells one at a time, mostly just one.
    ``subset of two clues``: the cells of one clue are all among the other's.
    ``human-like``: clues are compared with each other, in a number of steps.
    ``exact``: only by going through the placements.
    ``exact with mine count``: the same, and the number of mines is needed.
    """

    SINGLE_CLUE = "single clue"
    SUBSET = "subset of two clues"
    HUMAN = "human-like"
    EXACT = "exact"
    EXACT_WITH_MINE_COUNT = "exact with mine count"


_LADDER = tuple(Technique)
_MAX_STATES: Final[int] = _core.DEFAULT_MAX_STATES


@dataclass(frozen=True, repr=False)
class Reason:
    """
    Why a cell is safe or a mine.

    ``clues`` are the cells that show them; together, and with the number of
    mines if ``needs_mine_count``, they prove the cell, and none can be left out
    (``is_minimal`` is false only where checking that hit its limit). ``steps``
    counts the rounds of comparisons of the human-like deduction, None where it
    does not get there. ``flags`` are those that the proof trusts.

    >>> reason = find_reason(Position.parse(".../111 1"), "r1c3")
    >>> print(reason)  # doctest: +NORMALIZE_WHITESPACE
    r1c3 is safe: the 1 at r2c1 has its mine among r1c1 r1c2,
    so the 1 at r2c2 has none left for r1c3
    >>> reason.technique, reason.clues
    (<Technique.SUBSET: 'subset of two clues'>, (3, 4))
    """

    position: Position
    cell: int
    is_mine: bool
    technique: Technique
    steps: int | None
    clues: tuple[int, ...]
    needs_mine_count: bool
    flags: tuple[int, ...]
    is_minimal: bool = True

    def __repr__(self) -> str:
        return f"<Reason: {self.sentence}>"

    @property
    def sentence(self) -> str:
        """The reason in words."""
        return make_sentence(
            self.position,
            self.cell,
            is_mine=self.is_mine,
            clues=self.clues,
            flags=self.flags,
            needs_mine_count=self.needs_mine_count,
            is_minimal=self.is_minimal,
        )

    def __str__(self) -> str:
        return self.sentence

    def to_dict(self) -> dict[str, Any]:
        """Return the reason as JSON-ready data, cells as text."""
        name = self.position.format_cell
        return {
            "cell": name(self.cell),
            "is_mine": self.is_mine,
            "technique": str(self.technique),
            "steps": self.steps,
            "clues": [name(clue) for clue in self.clues],
            "needs_mine_count": self.needs_mine_count,
            "flags": [name(flag) for flag in self.flags],
            "is_minimal": self.is_minimal,
            "sentence": self.sentence,
        }


@explained
def find_reason(
    position: Position,
    cell: int | str,
    *,
    trust_flags: bool = True,
    use_mine_count: bool = True,
    max_states: int = _MAX_STATES,
) -> Reason:
    """
    Explain a proven cell, given as a number or as text such as ``r3c4``.

    Raises:
        SapperError: the cell is not covered, or not proven.
        InconsistentPositionError: no layout fits the position.
        BudgetExceededError: more than ``max_states`` were needed to tell.
    """
    number = position.cell(cell) if isinstance(cell, str) else cell
    return _find(position, [number], trust_flags, use_mine_count, max_states)[0]


@explained
def find_reasons(
    position: Position,
    *,
    trust_flags: bool = True,
    use_mine_count: bool = True,
    max_states: int = _MAX_STATES,
) -> tuple[Reason, ...]:
    """
    Explain every proven cell of a position, in order.

    Where ``max_states`` do not suffice, those that were proven until then.
    """
    return _find(position, None, trust_flags, use_mine_count, max_states)


class HumanFinding(NamedTuple):
    """A cell that comparing clues proves, in which step, and from which clues."""

    cell: int
    is_mine: bool
    step: int
    clues: tuple[int, ...]


@explained
def deduce_like_human(
    position: Position, max_steps: int | None = None, *, trust_flags: bool = True
) -> list[HumanFinding]:
    """
    Find what a diligent person finds by comparing clues, in the order found [1].

    No step is the single-point strategy; without ``max_steps`` clues are compared
    until nothing new comes up. The number of mines is not used.

    >>> position = Position.parse(".../111 1")
    >>> [finding.cell for finding in deduce_like_human(position, max_steps=0)]
    []
    >>> deduce_like_human(position)[0]
    HumanFinding(cell=0, is_mine=False, step=1, clues=(4, 5))
    """
    found = _core.deduce_like_human(
        position.columns,
        position.rows,
        position.num_mines,
        position.cells,
        trust_flags,
        max_steps,
    )
    return [HumanFinding(*fields) for fields in found]


def _find(
    position: Position,
    wanted: list[int] | None,
    trust_flags: bool,
    use_mine_count: bool,
    max_states: int,
) -> tuple[Reason, ...]:
    found = _core.find_reasons(
        position.columns,
        position.rows,
        position.num_mines,
        position.cells,
        trust_flags,
        use_mine_count,
        max_states,
        wanted,
    )
    return read_reasons(position, trust_flags, found)


def read_reasons(
    position: Position, trust_flags: bool, found: Iterable[tuple[Any, ...]]
) -> tuple[Reason, ...]:
    """Read the reasons of a position as the core lists them."""
    return tuple(_make_reason(position, trust_flags, *fields) for fields in found)


def _make_reason(
    position: Position,
    trust_flags: bool,
    cell: int,
    is_mine: bool,
    rung: int,
    steps: int,
    clues: tuple[int, ...],
    needs_mine_count: bool,
    is_minimal: bool,
) -> Reason:
    technique = _LADDER[rung]
    is_exact = technique in (Technique.EXACT, Technique.EXACT_WITH_MINE_COUNT)
    flags = _flags_used(position, clues, needs_mine_count) if trust_flags else ()
    return Reason(
        position=position,
        cell=cell,
        is_mine=is_mine,
        technique=technique,
        steps=None if is_exact else steps,
        clues=clues,
        needs_mine_count=needs_mine_count,
        flags=flags,
        is_minimal=is_minimal,
    )


def _flags_used(
    position: Position, clues: tuple[int, ...], needs_mine_count: bool
) -> tuple[int, ...]:
    """List the flags around the clues; how many mines are left depends on all of them."""
    if needs_mine_count:
        return tuple(position.flagged)
    around = {cell for clue in clues for cell in position.neighbours(clue)}
    return tuple(sorted(cell for cell in around if position.cells[cell] == FLAGGED))
