"""
A tiny agent of one's own: when nothing is proven, guess beside the lowest clue.

Run it:

    sapper run tiny random --load examples/tiny_agent.py --on beginner --games 500

It is written as a newcomer would who has read CONTRIBUTING.md: one Python
guesser, everything else from the house.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sapper import Agent, Position, register
from sapper.agents.deducers import SinglePoint
from sapper.agents.openers import RandomCell
from sapper.agents.protocols import Random


@dataclass(frozen=True)
class ByTheLowestClue:
    """Guess a cell whose highest neighbouring clue is lowest; no clue at all counts as 3."""

    without_clue: int = 3

    def guess(self, position: Position, allowed: Sequence[int], random: Random) -> int:
        """Choose among the allowed cells, ties by chance."""

        def danger(cell: int) -> int:
            clues = [position.clue(near) for near in position.neighbours(cell)]
            return max((clue for clue in clues if clue is not None), default=self.without_clue)

        dangers = {cell: danger(cell) for cell in allowed}
        least = min(dangers.values())
        best = [cell for cell in allowed if dangers[cell] == least]
        return best[random.below(len(best))]


@register("tiny", source="examples/tiny_agent.py")
def tiny(without_clue: int = 3) -> Agent:
    """Single point, then a guess by the lowest clue."""
    return Agent(
        opener=RandomCell(),
        deducers=(SinglePoint(),),
        guesser=ByTheLowestClue(without_clue),
    )
