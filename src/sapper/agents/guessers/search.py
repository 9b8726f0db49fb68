"""The guess by search: closed components and endgames exactly, else some guesses ahead."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar

from sapper.agents.protocols import NativePart


@dataclass(frozen=True)
class _Search(NativePart):
    """The limits and weights of a search."""

    coins: int = 1
    component_layouts: int = 2000
    endgame_layouts: int = 400
    endgame_nodes: int = 20_000
    plies: int = 1
    max_nodes: int = 20_000
    second: float = 0.5
    progress: float = 0.001
    zero: float = 0.05
    early: float = 0.9
    zero_after: float = 0.01
    band: float = 0.92
    sea_band: float = 0.95
    num_sea: int = 8
    deep: int = 5
    deep_below: float = 0.9
    deep_after: float = 1.0
    deep_band: float = 0.97
    opens: int = 2
    inner: int = 4
    few_cells: int = 0
    few_layouts: int = 100_000
    few_nodes: int = 600_000
    memory: int = 1


@dataclass(frozen=True)
class LookAhead(_Search):
    """
    Guess where the chance to win is best, as far as a search can see.

    Coins come first, then components that touch nothing else, played out exactly, and so
    is the whole position once few layouts are left. Before that every candidate is judged
    by how safe the next cells are, and with ``plies`` 2 the best are looked at again: safe
    cells are opened for nothing, then comes the best second guess. Each ingredient can be
    left out with 0. All limits count nodes or layouts, never time; nothing is drawn.
    """

    native_name: ClassVar[str] = "look_ahead"


@dataclass(frozen=True)
class Improved(_Search):
    """
    The guess by search, improved by playouts: a step of policy improvement.

    Where no table decides, the best candidates, and some cells of more risk that would
    prove another safe, are played out on the same layouts, drawn from all that fit: first
    ``playouts`` times each, then the best two and the best one longer. A cell that is
    better by ``errors`` standard errors overrules the search's choice. The position is the
    seed: the same position gets the same guess. All limits count playouts and nodes,
    never time.
    """

    native_name: ClassVar[str] = "improved"

    few_cells: int = 20
    endgame_layouts: int = 10_000
    endgame_nodes: int = 12_000
    plies: int = 2
    playouts: int = 64
    candidates: int = 6
    errors: float = 1.0
    below: float = 1.0
    near: float = 0.93
    settling: int = 4
    settling_band: float = 0.75
    player_plies: int = 1
    player_endgame_layouts: int = 400

    def search_alone(self) -> LookAhead:
        """Return the search that the playouts improve."""
        return LookAhead(**{one.name: getattr(self, one.name) for one in fields(_Search)})
