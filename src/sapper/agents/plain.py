"""Agents that are nobody's invention."""

from __future__ import annotations

from sapper.agents.agent import Agent
from sapper.agents.deducers import Exact, SinglePoint
from sapper.agents.guessers import LeastRisk, RandomGuess
from sapper.agents.openers import RandomCell
from sapper.agents.openers.named import OpenerName, make_opener
from sapper.agents.options import CellOption
from sapper.agents.registry import register


@register("random", source="Sapper: the floor that every agent must beat")
def random() -> Agent:
    """Reveal covered cells at random."""
    return Agent(opener=RandomCell(), guesser=RandomGuess())


@register("exact", source="Sapper: the exact engine with the simplest guess")
def exact(
    opener: OpenerName = "random",
    first: CellOption | None = None,
    mine_count: bool = True,
    flags: bool = True,
) -> Agent:
    """Open everything that can be proven, then a cell of least risk."""
    return Agent(
        opener=make_opener(opener, first),
        deducers=(SinglePoint(), Exact(mine_count)),
        guesser=LeastRisk(),
        flags=flags,
    )
