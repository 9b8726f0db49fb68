"""
The agents of Cooper, Moustafa and Wu 2020, for the score game.

Each has two switches. ``global=yes`` makes the number of mines one more fact that
every part sees and that is asked before the first pick; ``selector=yes`` picks by
the chances that single clues give, the first cell too. `docs/papers/cooper.md` has
our readings of the text and our figures.

References:
    [1] J. Cooper, H. Moustafa, A. Wu 2020, Project 2: Minesweeper.
"""

from __future__ import annotations

from typing import Literal

from sapper.agents.agent import Agent
from sapper.agents.deducers import AssumptionSearch, MineTotal, SinglePoint, SubsetDifferences
from sapper.agents.guessers import ClueChance, RandomGuess
from sapper.agents.openers import RandomCell
from sapper.agents.protocols import NativePart
from sapper.agents.registry import register

MinClues = Literal[1, 2, 3]


def _agent(advanced: tuple[NativePart, ...], *, global_: bool, selector: bool) -> Agent:
    """Put the basic rules before the advanced ones, and the fact about the grid before all."""
    deducers = (SinglePoint(), *advanced)
    if global_:
        deducers = (MineTotal(), *deducers)
    # Without an opener the deducers are asked first, and the guesser opens.
    opener = None if global_ or selector else RandomCell()
    return Agent(opener, deducers, ClueChance() if selector else RandomGuess())


@register(
    "cooper/basic",
    source="Cooper 2020, section 2.1",
    variants=("cooper/basic:global=yes",),
)
def basic(global_: bool = False, selector: bool = False) -> Agent:
    """The two rules for single clues, then a random guess."""
    return _agent((), global_=global_, selector=selector)


@register(
    "cooper/csp",
    source="Cooper 2020, section 2.2",
    variants=("cooper/csp:min_clues=1",),
)
def csp(min_clues: MinClues = 2, global_: bool = False, selector: bool = False) -> Agent:
    """Cells assumed mined and safe, then a random guess."""
    search = AssumptionSearch(min_clues, mine_count=global_)
    return _agent((search,), global_=global_, selector=selector)


@register(
    "cooper/equations",
    source="Cooper 2020, section 2.3",
    variants=("cooper/equations:closure=yes",),
)
def equations(closure: bool = False, global_: bool = False, selector: bool = False) -> Agent:
    """Subtract nested clues, then guess at random."""
    differences = SubsetDifferences(closure, mine_count=global_)
    return _agent((differences,), global_=global_, selector=selector)


@register(
    "cooper/combined",
    source="Cooper 2020, sections 2.4, 6 and 7",
    variants=(
        "cooper/combined:global=yes",
        "cooper/combined:selector=yes",
        "cooper/combined:global=yes,selector=yes",
    ),
)
def combined(
    min_clues: MinClues = 2,
    closure: bool = False,
    global_: bool = False,
    selector: bool = False,
) -> Agent:
    """Single clues, then differences, then assumptions; a random guess last."""
    differences = SubsetDifferences(closure, mine_count=global_)
    search = AssumptionSearch(min_clues, mine_count=global_)
    return _agent((differences, search), global_=global_, selector=selector)
