"""
The agents of Becerra 2015.

Every reading of the text that these compositions rest on is on the paper's page,
`docs/papers/becerra.md`, with our figures beside the published ones.

References:
    [1] D. Becerra 2015, Algorithmic Approaches to Playing Minesweeper.
"""

from __future__ import annotations

from typing import Final, Literal

from sapper.agents.agent import Agent
from sapper.agents.deducers import (
    CellularAutomaton,
    CoupledSearch,
    DoubleSet,
    NaiveSinglePoint,
    PrintedSinglePoint,
    QueuedSinglePoint,
    SinglePoint,
    SubsetReduction,
    ZoneSearch,
)
from sapper.agents.guessers import CornerEdgeInterior, PlacementShare, RandomGuess, ZoneShare
from sapper.agents.openers import OpenerName, make_opener
from sapper.agents.options import CellOption
from sapper.agents.protocols import Deducer, NativePart
from sapper.agents.registry import register

_WEIGHTS: Final[dict[str, Literal["none", "limit", "sea"]]] = {
    "no": "none",
    "limit": "limit",
    "yes": "sea",
}


_NAIVE: Final[dict[str, NativePart | Deducer]] = {
    "unordered": NaiveSinglePoint(),
    "mines-first": QueuedSinglePoint(),
    "printed": PrintedSinglePoint(),
}


@register(
    "becerra/cellular-automaton",
    source="Becerra 2015, section 5.1",
    variants=("becerra/cellular-automaton:rule=original",),
)
def cellular_automaton(
    rule: Literal["general", "original"] = "general",
    opener: OpenerName = "random",
    first: CellOption | None = None,
) -> Agent:
    """Cellular automaton from one revealed cell; never guesses, so it may end stuck."""
    return Agent(
        opener=make_opener(opener, first),
        deducers=(CellularAutomaton(last_mine_only=rule == "original"),),
    )


@register(
    "becerra/naive-sp",
    source="Becerra 2015, section 5.2",
    variants=("becerra/naive-sp:order=mines-first", "becerra/naive-sp:order=printed"),
)
def naive_sp(
    order: Literal["unordered", "mines-first", "printed"] = "unordered",
    opener: OpenerName = "random",
    first: CellOption | None = None,
) -> Agent:
    """
    Single point with an ordering problem, as in PGMS or as Pedersen's; random guess.

    With ``order=printed`` as algorithm 5.1 is printed, which looks at no clue twice.
    """
    return Agent(
        opener=make_opener(opener, first),
        deducers=(_NAIVE[order],),
        guesser=RandomGuess(),
    )


@register(
    "becerra/dssp",
    source="Becerra 2015, section 5.3",
    variants=("becerra/dssp:opener=corner",),
)
def dssp(opener: OpenerName = "random", first: CellOption | None = None) -> Agent:
    """Double-set single point, random guess."""
    return Agent(opener=make_opener(opener, first), deducers=(DoubleSet(),), guesser=RandomGuess())


@register(
    "becerra/dssp-improved",
    source="Becerra 2015, sections 5.3.2 and 5.3.3",
    variants=("becerra/dssp-improved:opener=edge", "becerra/dssp-improved:opener=interior"),
)
def dssp_improved(opener: OpenerName = "corner", first: CellOption | None = None) -> Agent:
    """Double-set single point; guesses a corner, an edge, then the interior by the frontier."""
    return Agent(
        opener=make_opener(opener, first),
        deducers=(DoubleSet(),),
        guesser=CornerEdgeInterior(),
    )


@register(
    "becerra/cscsp",
    source="Becerra 2015, section 6.2",
    variants=("becerra/cscsp:weigh=yes",),
)
def cscsp(
    weigh: Literal["no", "limit", "yes"] = "no",
    opener: OpenerName = "corner",
    first: CellOption | None = None,
) -> Agent:
    """
    Constraints by coupled subsets; guesses by share of placements, crap-shoots at once.

    The text counts all placements alike. With ``weigh=limit`` those that need more
    mines than are left do not count, with ``weigh=yes`` each counts by the ways to
    lay the mines that it leaves over.
    """
    return Agent(
        opener=make_opener(opener, first),
        deducers=(SinglePoint(), SubsetReduction(), CoupledSearch(partition="constraints")),
        guesser=PlacementShare(_WEIGHTS[weigh]),
    )


@register("becerra/c3sp", source="Becerra 2015, section 6.3")
def c3sp(opener: OpenerName = "corner", first: CellOption | None = None) -> Agent:
    """Constraints by connected components of variables; guesses by place."""
    return Agent(
        opener=make_opener(opener, first),
        deducers=(SinglePoint(), SubsetReduction(), CoupledSearch(partition="variables")),
        guesser=CornerEdgeInterior(),
    )


@register("becerra/limited-search", source="Becerra 2015, section 3.2")
def limited_search(
    radius: int = 2, opener: OpenerName = "random", first: CellOption | None = None
) -> Agent:
    """Pedersen's limited search around uncertain cells, guesses from its counted placements."""
    return Agent(
        opener=make_opener(opener, first),
        deducers=(SinglePoint(), ZoneSearch(radius)),
        guesser=ZoneShare(radius),
    )
