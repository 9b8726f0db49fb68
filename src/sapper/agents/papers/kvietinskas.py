"""
The agents of Kvietinskas 2021.

All guess at random among the cells not proven to be mines. The thesis's sample
is our window, its naive algorithm our human-like deduction. `docs/papers/kvietinskas.md`
compares what they win with what the thesis reports.

References:
    [1] K. Kvietinskas 2021, Investigation into the Efficacy of Deterministic
        Minesweeper Solvers.
"""

from __future__ import annotations

from typing import Literal

from sapper.agents.agent import Agent
from sapper.agents.deducers import CpSat, Exact, HumanLike, LinearAlgebra, SinglePoint, Window
from sapper.agents.guessers import RandomGuess
from sapper.agents.openers import FixedCell, RandomCell
from sapper.agents.options import CellOption, WindowOption
from sapper.agents.protocols import Deducer, NativePart
from sapper.agents.registry import register

_WHOLE = WindowOption()
# The smallest window that shows a clue with all that is around it.
_CLUE_SIZE = 3


def _agent(
    deducers: tuple[NativePart | Deducer, ...], first: CellOption | None, flags: bool
) -> Agent:
    opener = FixedCell(first.column, first.row) if first else RandomCell()
    return Agent(opener=opener, deducers=deducers, guesser=RandomGuess(), flags=flags)


def _window(
    window: WindowOption,
    deducer: NativePart | Deducer,
    *,
    mine_count: bool = False,
    recheck: bool = True,
) -> Window:
    return Window(deducer, window.columns, window.rows, mine_count, recheck)


def _behind(
    window: WindowOption,
    deducer: NativePart | Deducer,
    *,
    flags: bool,
    mine_count: bool,
    recheck: bool,
) -> tuple[NativePart | Deducer, ...]:
    """
    Put a deducer behind a window, with the single-point rules before it where they may be.

    They see one clue and its neighbours, as any window of 3x3 would. But without
    flags they remember mines that a window has forgotten, and where windows are
    not looked at again their order matters: then the windows do all the work.
    """
    if window.is_whole:
        return (SinglePoint(), deducer)
    behind = _window(window, deducer, mine_count=mine_count, recheck=recheck)
    any_order = recheck or not mine_count
    if flags and any_order and min(window.columns, window.rows) >= _CLUE_SIZE:
        return (SinglePoint(), behind)
    return (behind,)


@register("kvietinskas/single-point", source="Kvietinskas 2021, section 1.5")
def single_point(first: CellOption | None = None, flags: bool = True) -> Agent:
    """Single-point strategy to exhaustion, then a random guess."""
    return _agent((SinglePoint(),), first, flags)


@register(
    "kvietinskas/optimal",
    source="Kvietinskas 2021, chapters 4 and 5",
    variants=("kvietinskas/optimal:window=5x5", "kvietinskas/optimal:mine_count=no"),
)
def optimal(
    window: WindowOption = _WHOLE,
    mine_count: bool = True,
    flags: bool = True,
    first: CellOption | None = None,
    backend: Literal["native", "cp-sat"] = "native",
    recheck: bool = True,
) -> Agent:
    """All that the clues and the mine count prove in a window, then a random guess."""
    solver = CpSat(mine_count) if backend == "cp-sat" else Exact(mine_count)
    parts = _behind(window, solver, flags=flags, mine_count=mine_count, recheck=recheck)
    return _agent(parts, first, flags)


@register(
    "kvietinskas/naive",
    source="Kvietinskas 2021, chapter 6",
    variants=("kvietinskas/naive:steps=1",),
)
def naive(
    steps: int | None = None,
    window: WindowOption = _WHOLE,
    flags: bool = True,
    first: CellOption | None = None,
) -> Agent:
    """
    Sub-constraints of clues that share cells, in steps; then a random guess.

    Section 6.3.1 puts the algorithm in the place of the single-point rules: they are its
    step 0, and a turn plays all that its steps find.
    """
    deducer: NativePart | Deducer = HumanLike(-1 if steps is None else steps)
    if not window.is_whole:
        deducer = _window(window, deducer)
    return _agent((deducer,), first, flags)


@register("kvietinskas/linear-algebra", source="Kvietinskas 2021, section 1.8")
def linear_algebra(first: CellOption | None = None, flags: bool = True) -> Agent:
    """Gauss-Jordan elimination over the clues, then a random guess."""
    return _agent((LinearAlgebra(),), first, flags)


@register("kvietinskas/mio", source="Kvietinskas 2021, section 1.9")
def mio(first: CellOption | None = None, flags: bool = True) -> Agent:
    """
    Single clues, and cells that two clues which share cells prove safe.

    The rules that the thesis reports of the learner Mio: what it finds by two clues are
    safe cells, never mines.
    """
    return _agent((SinglePoint(), HumanLike(1, safe_only=True)), first, flags)
