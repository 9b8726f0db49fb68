"""
Sapper: a Minesweeper laboratory.

The names below are the public ones; `docs/architecture.md` shows the layers. They are
loaded when they are first used, so that the package itself loads in no time.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.advice import Hint, Reason, hint
    from sapper.agents import (
        Agent,
        Deduction,
        Games,
        Playthrough,
        adapt_player,
        agent_ids,
        load_agent,
        register,
    )
    from sapper.errors import SapperError
    from sapper.game import Game, Layout, Move, Position, Replay, Rules
    from sapper.lab import Comparison, League, compare, play_games
    from sapper.logic import Analysis, analyse, sample_layouts, value

__version__ = "0.3.0"  # the only place that says it

__all__ = [
    "Agent",
    "Analysis",
    "Comparison",
    "Deduction",
    "Game",
    "Games",
    "Hint",
    "Layout",
    "League",
    "Move",
    "Playthrough",
    "Position",
    "Reason",
    "Replay",
    "Rules",
    "SapperError",
    "adapt_player",
    "agent_ids",
    "analyse",
    "compare",
    "hint",
    "load_agent",
    "play_games",
    "register",
    "sample_layouts",
    "value",
]

# Where the names live; lint compares this with the imports above.
_HOMES = {
    "sapper.advice": ("Hint", "Reason", "hint"),
    "sapper.agents": (
        "Agent",
        "Deduction",
        "Games",
        "Playthrough",
        "adapt_player",
        "agent_ids",
        "load_agent",
        "register",
    ),
    "sapper.errors": ("SapperError",),
    "sapper.game": ("Game", "Layout", "Move", "Position", "Replay", "Rules"),
    "sapper.lab": ("Comparison", "League", "compare", "play_games"),
    "sapper.logic": ("Analysis", "analyse", "sample_layouts", "value"),
}
_PACKAGES = ("advice", "agents", "boards", "errors", "game", "lab", "llm", "logic", "testing")

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Load a public name, or a package, at its first use."""
        for home, names in _HOMES.items():
            if name in names:
                globals()[name] = getattr(import_module(home), name)
                return globals()[name]
        if name in _PACKAGES:
            return import_module(f"sapper.{name}")
        raise AttributeError(f"module 'sapper' has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__, *_PACKAGES})
