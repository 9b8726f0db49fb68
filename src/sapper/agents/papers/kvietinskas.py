"""
The agents of seed 000.

References:
    [1] K. Kvietinskas 2021, Investigation into the Efficacy of Deterministic
        Minesweeper Solvers.
"""

from __future__ import annotations

from sapper.agents.agent import Agent
from sapper.agents.deducers import SinglePoint
from sapper.agents.guessers import RandomGuess
from sapper.agents.openers import FixedCell, RandomCell
from sapper.agents.options import CellOption
from sapper.agents.registry import register


@register("kvietinskas/single-point", source="Kvietinskas 2021, section 1.5")
def single_point(first: CellOption | None = None, flags: bool = True) -> Agent:
    """Single-point strategy to exhaustion, then a random guess."""
    return Agent(
        opener=FixedCell(first.column, first.row) if first else RandomCell(),
        deducers=(SinglePoint(),),
        guesser=RandomGuess(),
        flags=flags,
    )
