"""
The guesses by listed solutions: least risk, the Manhattan rule, least Sc.

References:
    [1] Sinha, Malviya, Nayak 2021, sections 4.1, 4.2 and 5.1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from sapper.agents.deducers.sinha import MAX_NODES, Pruning, SearchMethod, SearchPer
from sapper.agents.protocols import NativePart

SeaRisk = Literal["expected", "density", "half", "never"]
Ties = Literal["random", "first"]
Weights = Literal["none", "limit", "sea"]
ScoreForm = Literal["printed", "zero"]
# Section 4.2.1: cells with a risk at most so much above the least are as good.
SLACK = 0.05


@dataclass(frozen=True)
class SolutionShare(NativePart):
    """
    Guess a cell of least risk, the share of solutions with a mine there [1, eq. 3].

    ``max_solutions``, ``max_swaps`` and ``max_depth`` limit the search (0: no limit),
    ``per`` says whether each component by itself or all together. ``weights`` says
    what a solution counts, as in `PlacementShare`; ``sea`` what cells off the frontier
    are taken for: the ``expected`` share of the mines that the frontier leaves over,
    the ``density`` over all covered cells, ``half``, or ``never`` candidates. With
    ``slack`` and ``by_distance`` the cell nearest to the border is guessed among those
    within the slack [1, section 4.2.1]. An unlimited search of more than ``max_nodes``
    is replaced by a count that gives the same numbers. ``prune`` is that of
    `SolutionProofs`; only a limited search finds other solutions by it.
    """

    native_name: ClassVar[str] = "solution_share"

    method: SearchMethod = "dsscsp"
    max_solutions: int = 0
    max_swaps: int = 0
    max_depth: int = 0
    per: SearchPer = "component"
    weights: Weights = "none"
    sea: SeaRisk = "expected"
    slack: float = 0.0
    by_distance: bool = False
    ties: Ties = "random"
    max_nodes: int = MAX_NODES
    prune: Pruning = "complete"


@dataclass(frozen=True)
class LeastScore(NativePart):
    """
    Guess a covered cell of least Sc = alpha risk + (1 - alpha) Score [1, eq. 9].

    ``score`` is eq. 4 as ``printed``, or ``zero``: one less the chance of a zero.
    Both are least in corners. The other options are those of `SolutionShare`.
    """

    native_name: ClassVar[str] = "least_score"

    alpha: float = 0.5
    score: ScoreForm = "printed"
    method: SearchMethod = "dsscsp"
    max_solutions: int = 0
    max_swaps: int = 0
    max_depth: int = 0
    per: SearchPer = "component"
    weights: Weights = "none"
    sea: SeaRisk = "expected"
    slack: float = 0.0
    by_distance: bool = False
    ties: Ties = "random"
    max_nodes: int = MAX_NODES
    prune: Pruning = "complete"
