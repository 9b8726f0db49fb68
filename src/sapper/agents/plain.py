"""Agents that are nobody's invention."""

from __future__ import annotations

from sapper.agents.agent import Agent
from sapper.agents.guessers import RandomGuess
from sapper.agents.openers import RandomCell
from sapper.agents.registry import register


@register("random", source="Sapper: the floor that every agent must beat")
def random() -> Agent:
    """Reveal covered cells at random."""
    return Agent(opener=RandomCell(), guesser=RandomGuess())
