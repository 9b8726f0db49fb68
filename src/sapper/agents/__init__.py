"""Agents: opener + deducers + guesser, and the catalogue of published ones."""

from sapper.agents.adapter import adapt_player
from sapper.agents.agent import Agent
from sapper.agents.protocols import Deducer, Deduction, Guesser, Opener, Random
from sapper.agents.registry import agent_ids, load_agent, register
from sapper.agents.run.games import Games
from sapper.agents.run.in_play import GamesInPlay
from sapper.agents.run.play import play_seeds
from sapper.agents.watch.game_text import tell_playthrough
from sapper.agents.watch.playthrough import Playthrough, Turn
from sapper.agents.watch.story import Actor, Step, Story

__all__ = [
    "Actor",
    "Agent",
    "Deducer",
    "Deduction",
    "Games",
    "GamesInPlay",
    "Guesser",
    "Opener",
    "Playthrough",
    "Random",
    "Step",
    "Story",
    "Turn",
    "adapt_player",
    "agent_ids",
    "load_agent",
    "play_seeds",
    "register",
    "tell_playthrough",
]
