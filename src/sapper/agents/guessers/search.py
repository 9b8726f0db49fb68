"""The guess by search: closed components and endgames exactly, else some guesses ahead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.agents.protocols import NativePart


@dataclass(frozen=True)
class LookAhead(NativePart):
    """
    Guess where the chance to win is best, as far as a search can see.

    Components that touch nothing else are played out exactly up to
    ``component_layouts`` placements, and so is the whole position up to
    ``endgame_layouts`` layouts, each within ``endgame_nodes``. Before that every
    candidate is judged by how safe the next cells are (``plies`` 1), the best few
    also by a second guess (2); 0 takes the least risk. Each ingredient can be left
    out with 0. All limits count nodes or layouts, never time; nothing is drawn.
    """

    native_name: ClassVar[str] = "look_ahead"

    component_layouts: int = 2000
    endgame_layouts: int = 400
    endgame_nodes: int = 20_000
    plies: int = 1
    max_nodes: int = 20_000
